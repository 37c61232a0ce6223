import type { ProblemKind } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { listProblems, runChecks } from '../operations/index.ts';
import { type Command, Refused, WrongInput } from './command.ts';
import { openVendors } from './open-vendors.ts';

/** What keeps many people waiting; other kinds on the page Problems are warnings. */
const stopsWork: ProblemKind[] = ['holds', 'late-jobs'];

const words = { ok: 'OK', warning: 'WARNING', problem: 'PROBLEM' };

export const check: Command = {
  usage: '',
  about: [
    'Checks what the portal needs: mail server, Zoom, Twilio, clock and more, as the page Setup does, and lists what',
    'the page Problems shows.',
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
      const { groups } = await listProblems({ ...services, ...vendors }, { view: 'open', page: 1 });
      for (const { kind, title, count, problems } of groups) {
        const word = words[stopsWork.includes(kind) ? 'problem' : 'warning'];
        for (const { what, reason } of problems) {
          say(`${word.padEnd(8)} ${title}: ${[what, reason].filter(Boolean).join(': ')}`);
        }
        if (count > problems.length) say(`${''.padEnd(8)} and ${count - problems.length} more`);
      }
      const stopped = groups.filter(({ kind }) => stopsWork.includes(kind)).length;
      const problems = checks.filter(({ state }) => state === 'problem').length + stopped;
      if (problems > 0) throw new Refused(`Problems: ${problems}`);
    };
  },
};
