import { describeScope } from '../messaging/text-holds.ts';
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
    case 'vendors':
      return { what: `${vendors[name]} does not answer` };
    case 'limits':
      return name === 'twilio'
        ? { what: 'Texts by Twilio' }
        : { what: `Meetings made or changed in a day${counted(amount, ', 1 class waits')}` };
    case 'meeting-pauses':
      return { what: 'Work at Zoom waits' };
    case 'mail-hold':
      return { what: 'All mails' };
    case 'text-holds':
      return { what: describeScope(name), advice: adviceOfTexts() };
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
      return { what: describeRejected(name, amount) };
  }
}

const checkNumber = 'Check the number with them, and correct it on their page if it is wrong.';

const notReported = 'More than a day has passed since the class, and Zoom has not said who came.';

function studentsWaiting(amount: number): string {
  if (amount === 0) return 'every student has a new time';
  return amount === 1 ? '1 student needs a new time' : `${amount} students need a new time`;
}

/** Of an `amount` other than 1 the words say how many. */
function counted(amount: number, one: string): string {
  if (amount === 0) return '';
  return amount === 1 ? one : one.replace('1 class waits', `${amount} classes wait`);
}

function describeRejected(subject: string, amount: number): string {
  const [source = '', why] = subject.split(' ');
  const count = amount === 1 ? '1 message' : `${amount.toLocaleString('en-US')} messages`;
  const fault = why === 'untrusted' ? 'without a valid signature' : 'that cannot be read';
  return `${count} in the name of ${vendors[source]} ${fault}`;
}
