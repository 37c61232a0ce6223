import type { Services } from '../platform/services.ts';
import { wordsOfJob } from './job-words.ts';
import type { ProblemRow } from './problem-rows.ts';

interface Words {
  what: string;
  meaning?: string | undefined;
  /** In place of the row's own. */
  reason?: string | undefined;
  advice?: string | null;
}

const vendors: Record<string, string> = {
  zoom: 'Zoom',
  twilio: 'Twilio',
  retreats: 'the retreat site',
};

type Deps = Pick<Services, 'texts'>;

/** What one problem is called, and what is to be said of it beyond what its kind says. */
export function describeProblem({ texts }: Deps, row: ProblemRow): Words {
  const { kind, subject, reason, amount } = row;
  const name = subject ?? '';
  const adviceOfTexts = () => texts.adviseOn(reason ?? '');
  const adviceOfOneText = () => adviceOfTexts() ?? checkNumber;
  switch (kind) {
    case 'holds':
      return { what: describeHold(name, amount), advice: adviceOfTexts() };
    case 'failing-channels':
      return { what: describeFailing(name, amount) };
    case 'late-jobs':
      return { what: amount === 1 ? '1 job is late' : `${amount} jobs are late` };
    case 'overlaps':
      return { what: `${row.classIds.length} classes of the Zoom user ${name} at one time` };
    case 'meetings':
      return { what: 'Meeting of a class' };
    case 'seats':
      return name === 'no link'
        ? { what: 'No link of their own' }
        : {
            what: 'A place that is not given up at Zoom',
            meaning: 'They no longer belong to the class, and their link to it still works.',
          };
    case 'not-held':
      return { what: `Nobody started this class: ${studentsWaiting(amount)}` };
    case 'attendance':
      return { what: 'Report of who came', reason: reason ?? notReported };
    case 'mails':
      return wordsOfJob(name);
    case 'texts':
      return { ...wordsOfJob(name), advice: adviceOfOneText() };
    case 'jobs':
      return wordsOfJob(name);
    case 'undelivered-texts':
      return { what: 'Text that did not arrive', advice: adviceOfOneText() };
    case 'wishes':
      return { what: `No time fits for class ${name}` };
    case 'retreats':
      return { what: name };
    case 'webhooks':
      return { what: describeRejected(name, amount), advice: secretsOf[name] ?? null };
  }
}

const checkNumber = 'Check the number with them, and correct it on their page if it is wrong.';

const notReported = 'More than a day has passed since the class, and Zoom has not said who came.';

function studentsWaiting(amount: number): string {
  if (amount === 0) return 'every student has a new time';
  return amount === 1 ? '1 student needs a new time' : `${amount} students need a new time`;
}

/** What waits, by the scope of its hold; `amount` classes say so, too. */
function describeHold(scope: string, amount: number): string {
  const [vendor = '', ...words] = scope.split(' ');
  const what = words.join(' ');
  if (vendor === 'mail') return 'All emails';
  if (what === 'outage') return `${vendors[vendor]} does not answer`;
  if (vendor === 'zoom') {
    const [, of, host] = what.match(/^(\S+) of (.+)$/) ?? [];
    const waiting = amount === 1 ? ', 1 class waits' : `, ${amount} classes wait`;
    const work = of === 'writes' ? 'Meetings made or changed in a day' : 'Work at Zoom';
    return `${work}${host ? ` for the Zoom user ${host}` : ''}${amount > 0 ? waiting : ''}`;
  }
  if (what === 'login') return 'Texts with login links';
  if (what === 'reminders') return 'Reminders by text';
  return what ? `Texts ${what}` : 'All texts';
}

function describeFailing(subject: string, failed: number): string {
  const [channel, total] = subject.split(' ');
  const what = channel === 'email' ? 'emails were refused' : 'texts were not delivered';
  return `${failed} of the last ${total} ${what}`;
}

const secretsOf: Record<string, string> = {
  'zoom untrusted': 'ZOOM_WEBHOOK_SECRET may not be the secret token of the app.',
  'twilio untrusted':
    'PUBLIC_URL may differ from the address that Twilio calls, or TWILIO_AUTH_TOKEN may be wrong.',
};

function describeRejected(subject: string, amount: number): string {
  const [source = '', why] = subject.split(' ');
  const count = amount === 1 ? '1 message' : `${amount.toLocaleString('en-US')} messages`;
  const fault = why === 'untrusted' ? 'without a valid signature' : 'that cannot be read';
  return `${count} in the name of ${vendors[source]} ${fault}`;
}
