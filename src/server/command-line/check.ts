import { PAGES } from '../../course/pages.ts';
import { runChecks } from '../operations/index.ts';
import { type Command, Refused, WrongInput } from './command.ts';
import { openVendors } from './open-vendors.ts';

const words = { ok: 'OK', warning: 'WARNING', problem: 'PROBLEM' };

export const check: Command = {
  usage: '',
  about: [
    'Checks what the portal needs: mail server, Zoom, Twilio, clock, jobs and more, as the page Setup does.',
    'It ends with 1 when there is a problem; a warning is none.',
  ],

  read(typed) {
    if (typed.length > 0) throw new WrongInput('check takes nothing.');
    return async (services, say) => {
      const vendors = openVendors(services);
      const manual = services.settings.publicUrl + PAGES.manual;
      const checks = await runChecks({ ...services, ...vendors, forwarding: null });
      vendors.mailer.close();
      for (const { name, state, sentence, chapter } of checks) {
        say(`${words[state].padEnd(8)} ${name}: ${sentence}`);
        if (state !== 'ok') say(`         ${manual}#${chapter}`);
      }
      const problems = checks.filter(({ state }) => state === 'problem').length;
      if (problems > 0) throw new Refused(`Problems: ${problems}`);
    };
  },
};
