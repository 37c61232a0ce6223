import type { ProblemGroup } from '../../contract/operations.ts';
import type { ProblemKind } from '../../contract/words.ts';
import { PAGES } from '../../course/pages.ts';
import type { VendorServices } from '../platform/services.ts';
import { describeJob } from './job-descriptions.ts';
import type { ProblemRow } from './problem-rows.ts';

/** `page` is where staff can act on the problem, if that isn't a person's or class's page. */
type KindTexts = Pick<ProblemGroup, 'title' | 'meaning' | 'advice' | 'canRetry'> &
  Partial<Pick<ProblemGroup, 'page'>>;

const setup = { path: PAGES.setup, name: 'Setup' };

export const problemKinds: Readonly<Record<ProblemKind, KindTexts>> = {
  holds: {
    title: 'On hold',
    meaning:
      'A service isn’t responding, or is rejecting all requests of this kind. Nothing is lost: these tasks are on hold and will resume on their own.',
    advice:
      'Fix the reported problem at the service or in the settings. The portal keeps trying, at least every 15 minutes unless a time is shown. Press Retry to try right away.',
    page: setup,
    canRetry: true,
  },
  'failing-channels': {
    title: 'Most messages aren’t arriving',
    meaning:
      'More than half of the latest messages failed, so something may be wrong for everyone.',
    advice: 'Look at the most common reason, and fix it at the service or in the settings.',
    page: setup,
    canRetry: false,
  },
  'text-limit': {
    title: 'Texts near the daily limit',
    meaning:
      'The portal has sent most of the texts it may send in a day. Texts over the limit wait until midnight UTC (4 PM PT, or 5 PM in summer), and until then people have to sign in by email.',
    advice:
      'If your school needs this many texts, ask your operator to raise TEXTS_PER_DAY. If not, someone may be abusing the portal, and the log of sign-in attempts can help you find out who.',
    canRetry: false,
  },
  'late-jobs': {
    title: 'Background jobs are running late',
    meaning: 'Emails, texts and meetings are late because no node has picked them up.',
    advice: 'Make sure the portal is running, check its log, and restart it if necessary.',
    page: setup,
    canRetry: false,
  },
  overlaps: {
    title: 'Overlapping classes',
    meaning: 'A Zoom host has several classes at the same time and can host only one of them.',
    advice: 'Move one of the classes, or give an instructor their own Zoom user.',
    page: { path: PAGES.staff, name: 'Staff' },
    canRetry: false,
  },
  meetings: {
    title: 'Meetings that Zoom rejected',
    meaning: 'The class has no Zoom meeting, or its meeting doesn’t match the class.',
    advice: 'Fix the problem that Zoom reports, then press Retry.',
    canRetry: true,
  },
  seats: {
    title: 'Registrations that Zoom rejected',
    meaning: 'Someone has no personal link to their class, so their attendance won’t be recorded.',
    advice:
      'Fix the problem in Zoom, or correct the person’s name or email here, then press Retry.',
    canRetry: true,
  },
  'not-held': {
    title: 'Classes that no one started',
    meaning:
      'Zoom has no record of the meeting, so the class doesn’t count as missed. The students get an apology and new times to choose from.',
    advice:
      'If the class did happen, open its page and mark it as held, or correct attendance there. If it didn’t, you may want to write to the students from the same page, then dismiss this.',
    canRetry: false,
  },
  attendance: {
    title: 'Attendance not confirmed',
    meaning: 'Until Zoom reports who attended, attendance is based on who we saw join and leave.',
    advice:
      'Fix the problem that Zoom reports and press Retry, or correct attendance on the class page.',
    canRetry: true,
  },
  mails: {
    title: 'Emails that were rejected',
    meaning: 'We couldn’t send the email, so the person hasn’t received this information.',
    advice: 'Correct the person’s email address, then press Retry. Or contact them another way.',
    canRetry: true,
  },
  texts: {
    title: 'Texts that were rejected',
    meaning: 'We couldn’t send the text, so the person hasn’t received this information.',
    advice:
      'Follow the advice next to each text, then press Retry. Or contact the person another way.',
    canRetry: true,
  },
  'undelivered-texts': {
    title: 'Texts that didn’t arrive',
    meaning: 'We sent the text, but it didn’t reach the phone. We won’t send it again on our own.',
    advice:
      'Follow the advice next to each text. You can send it again from the person’s page. Once the person receives a text, the problem disappears from this list.',
    canRetry: false,
  },
  wishes: {
    title: 'Students who can’t find a class time',
    meaning:
      'These students told us which days and hours work for them, and are waiting for an answer.',
    advice:
      'Read the request on the student’s page, write to them or choose a time for them, then mark the request as answered.',
    canRetry: false,
  },
  retreats: {
    title: 'Retreat registrations without a match',
    meaning:
      'The retreat site reported someone whose email and phone number don’t match any account.',
    advice: 'Match the registration with a student on the Students tab, or press Not Ours there.',
    page: { path: `${PAGES.admin}?tab=students`, name: 'Students' },
    canRetry: false,
  },
  webhooks: {
    title: 'Rejected webhooks',
    meaning:
      'A service, or someone posing as one, sent something without a valid signature or in an unknown format. The portal ignored it.',
    advice:
      'If events from the service are missing, compare its secret with the one in the settings. Otherwise, you can dismiss this.',
    page: setup,
    canRetry: false,
  },
  jobs: {
    title: 'Other work that failed',
    meaning: 'The portal tried several times and gave up.',
    advice: 'Fix the problem below, then press Retry.',
    canRetry: true,
  },
};

interface ProblemTexts {
  what: string;
  meaning?: string | undefined;
  reason?: string | undefined;
  advice?: string | null;
}

const vendors: Record<string, string> = {
  zoom: 'Zoom',
  twilio: 'Twilio',
  retreats: 'the retreat site',
};
const checkNumber =
  'Ask the person for the right number, and correct it on their page if it has changed.';

export function describeProblem({ texts }: VendorServices, row: ProblemRow): ProblemTexts {
  const { kind, reason, amount } = row;
  const name = row.subject ?? '';
  const textAdvice = texts.adviseOn(reason ?? '');
  switch (kind) {
    case 'holds':
      return { what: describeHold(name, amount), advice: textAdvice };
    case 'failing-channels': {
      const [channel, total] = name.split(' ');
      const what = channel === 'email' ? 'emails were rejected' : 'texts weren’t delivered';
      return { what: `${amount} of the last ${total} ${what}` };
    }
    case 'text-limit':
      return { what: `${amount.toLocaleString('en-US')} of ${name} texts sent today` };
    case 'late-jobs':
      return { what: amount === 1 ? '1 job is late' : `${amount} jobs are late` };
    case 'overlaps':
      return { what: `${row.classIds.length} classes at the same time for the Zoom user ${name}` };
    case 'meetings':
      return { what: 'Zoom meeting for a class' };
    case 'seats':
      return name === 'no link'
        ? { what: 'No personal link' }
        : {
            what: 'Link not removed from Zoom',
            meaning: 'This person is no longer in the class, but their link still works.',
          };
    case 'not-held':
      return { what: `No one started this class: ${describeWaiting(amount)}` };
    case 'attendance':
      return {
        what: 'Attendance report',
        reason:
          reason ?? 'More than a day after the class, Zoom still hasn’t reported who attended.',
      };
    case 'mails':
    case 'jobs':
      return describeJob(name);
    case 'texts':
      return { ...describeJob(name), advice: textAdvice ?? checkNumber };
    case 'undelivered-texts':
      return { what: 'Text that didn’t arrive', advice: textAdvice ?? checkNumber };
    case 'wishes':
      return { what: `No time works for Class ${name}` };
    case 'retreats':
      return { what: name };
    case 'webhooks':
      return { what: describeRejected(name, amount), advice: secretAdvice[name] ?? null };
  }
}

function describeWaiting(amount: number): string {
  if (amount === 0) return 'every student has a new time';
  return amount === 1 ? '1 student needs a new time' : `${amount} students need a new time`;
}

/** A scope is a vendor, optionally followed by the part of its work that is on hold. */
function describeHold(scope: string, amount: number): string {
  const [vendor = '', ...rest] = scope.split(' ');
  const part = rest.join(' ');
  if (vendor === 'mail') return 'All emails';
  if (part === 'outage') return `${vendors[vendor]} isn’t responding`;
  if (vendor === 'zoom') {
    const [, of, host] = part.match(/^(\S+) of (.+)$/) ?? [];
    const waiting = amount === 1 ? ', 1 class waiting' : `, ${amount} classes waiting`;
    const work = of === 'writes' ? 'Daily limit for Zoom meetings' : 'Zoom meetings';
    return `${work}${host ? ` for ${host}` : ''}${amount > 0 ? waiting : ''}`;
  }
  if (part === 'limit') return 'Texts over the daily limit';
  if (part === 'login') return 'Texts with login links';
  if (part === 'reminders') return 'Text reminders';
  return part ? `Texts ${part}` : 'All texts';
}

const secretAdvice: Record<string, string> = {
  'zoom untrusted': 'ZOOM_WEBHOOK_SECRET may not match the app’s secret token.',
  'twilio untrusted':
    'PUBLIC_URL may differ from the URL that Twilio calls, or TWILIO_AUTH_TOKEN may be wrong.',
};

function describeRejected(subject: string, amount: number): string {
  const [source = '', why] = subject.split(' ');
  const count = amount === 1 ? '1 webhook' : `${amount.toLocaleString('en-US')} webhooks`;
  const fault = why === 'untrusted' ? 'without a valid signature' : 'in an unknown format';
  return `${count} from ${vendors[source]} ${fault}`;
}
