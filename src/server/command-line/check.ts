import type { ProblemKind } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import { openStandby } from '../database/standby.ts';
import { openSmtp } from '../integrations/mail/smtp-client.ts';
import { openZoom } from '../integrations/meetings/zoom-client.ts';
import { openRetreatSite } from '../integrations/retreats/retreat-site.ts';
import { openTwilio } from '../integrations/texts/twilio-client.ts';
import { listProblems, runChecks } from '../operations/index.ts';
import { createLog } from '../platform/log.ts';
import { type Command, Refused, WrongInput } from './command.ts';

/** These kinds of problems affect many people, so they make the check fail. All other kinds are only warnings. */
const stopsWork: ProblemKind[] = ['holds', 'late-jobs'];

const labels = { ok: 'OK', warning: 'WARNING', problem: 'PROBLEM' };

export const check: Command = {
  usage: '',
  about: [
    'Runs the checks on the Setup page (email server, Zoom, Twilio, clock and more), and lists what the',
    'Problems page shows. Exits with 1 if there is a problem. Warnings don’t count.',
  ],

  read(typed) {
    if (typed.length > 0) throw new WrongInput('check takes no arguments.');
    return async (services, say) => {
      const { settings, clock } = services;
      const all = {
        ...services,
        standby: settings.databaseReadUrl ? openStandby(settings.databaseReadUrl) : undefined,
        log: createLog('silent'),
        mailer: openSmtp(settings.mail),
        meetings: openZoom(settings.meetings, clock),
        texts: openTwilio(settings.texts, clock),
        retreats: openRetreatSite(settings.retreats),
      };
      const manual = settings.publicUrl + PAGES.manual;
      const checks = await runChecks(all);
      all.mailer.close();
      await all.standby?.$client.end();
      for (const { name, state, sentence, chapter, link = '' } of checks) {
        say(`${labels[state].padEnd(8)} ${name}: ${sentence} ${link}`.trimEnd());
        if (state !== 'ok') say(`         ${manual}#${chapter}`);
      }
      const { groups } = await listProblems(all, { view: 'open', page: 1 });
      for (const { kind, title, count, problems } of groups) {
        const label = labels[stopsWork.includes(kind) ? 'problem' : 'warning'];
        for (const { what, reason } of problems) {
          say(`${label.padEnd(8)} ${title}: ${[what, reason].filter(Boolean).join(': ')}`);
        }
        if (count > problems.length) say(`${''.padEnd(8)} and ${count - problems.length} more`);
      }
      const stopped = groups.filter(({ kind }) => stopsWork.includes(kind)).length;
      const problems = checks.filter(({ state }) => state === 'problem').length + stopped;
      if (problems > 0) throw new Refused(`Problems: ${problems}`);
    };
  },
};
