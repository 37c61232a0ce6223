import {
  formatLongDate,
  formatShortSlot,
  formatSpokenSlot,
  formatTime,
} from '../../course/format-time.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import { toStop } from '../messaging/text-words.ts';
import type { Settings } from '../settings.ts';

type Site = Settings['site'];

interface Proposed {
  /** What to reply. */
  number: number;
  startsAt: Date;
  instructorFirstName: string | null;
}

interface Missed {
  classNumber: number;
  startsAt: Date;
  /** They were there, and did not stay long enough. */
  wasInRoom: boolean;
  slots: Proposed[];
}

export function missedClassMail(site: Site, firstName: string, missed: Missed, link: string) {
  const { classNumber, startsAt, wasInRoom, slots } = missed;
  const name = `class ${classNumber}`;
  const time = formatSpokenSlot(startsAt);
  const rows = slots.map(({ startsAt: start, instructorFirstName }): [string, string] => [
    formatLongDate(start),
    formatTime(start) + (instructorFirstName ? `, with ${instructorFirstName}` : ''),
  ]);
  return layOutMail(site, {
    subject: wasInRoom ? `Your ${name} is not completed yet` : `We missed you in ${name}`,
    preview: 'You can choose another time for it.',
    greeting: `Hello ${firstName},`,
    blocks: [
      wasInRoom
        ? `You were in ${name} on ${time} for a short time. To complete it, please come once more: you can make it up at another time, and your other classes stay as they are.`
        : `We did not see you in ${name} on ${time}. That can happen. You can make it up at another time, and your other classes stay as they are.`,
      ...(rows.length > 0 ? ['These times may suit you:', { rows }] : []),
    ],
    action: { words: 'Choose a time', link },
    afterwards: `If you were in ${name}${wasInRoom ? ' all the time' : ''}, please tell us: we will put it right.`,
  });
}

/** '1', '1 or 2', '1, 2 or 3' */
function listNumbers(slots: Pick<Proposed, 'number'>[]): string {
  const numbers = slots.map(({ number }) => String(number));
  const last = numbers.pop();
  return numbers.length > 0 ? `${numbers.join(', ')} or ${last}` : String(last);
}

export function missedClassText(
  site: Site,
  { classNumber, wasInRoom, slots }: Omit<Missed, 'startsAt'>,
  link: string,
): string {
  const missed = wasInRoom
    ? `${site.organisation}: you were in class ${classNumber} for a short time only.`
    : `${site.organisation}: we did not see you in class ${classNumber}.`;
  if (slots.length === 0) return `${missed} Choose another time: ${link} ${toStop}`;
  const times = slots.map(({ number, startsAt }) => `${number}: ${formatShortSlot(startsAt)}`);
  return [
    `${missed} To make it up, reply ${listNumbers(slots)}.`,
    ...times,
    `Other times: ${link} ${toStop}`,
  ].join('\n');
}

interface AnswerFacts {
  classNumber: number;
  /** When the class is now. */
  startsAt: Date;
  slots: Pick<Proposed, 'number'>[];
  /** To the schedule; of some answers, to the dialog for the missed class: see `opensDialog`. */
  link: string;
}

/** What is said after a reply to a proposal, by what came of it. */
export const proposalAnswers = {
  picked: ({ classNumber, startsAt }) =>
    `class ${classNumber} is now on ${formatShortSlot(startsAt)}. Reply UNDO to take that back.`,
  'picked-before': ({ classNumber, startsAt }) =>
    `class ${classNumber} is already on ${formatShortSlot(startsAt)}. To choose anew, reply UNDO first.`,
  moved: ({ classNumber, startsAt, link }) =>
    `class ${classNumber} is already on ${formatShortSlot(startsAt)}. Your schedule: ${link}`,
  'slot-gone': ({ link }) => `that time can no longer be chosen. Others are here: ${link}`,
  'not-needed': ({ classNumber, link }) =>
    `you need no makeup for class ${classNumber} any more. Your schedule: ${link}`,
  unclear: ({ slots, link }) =>
    slots.length > 0
      ? `please reply ${listNumbers(slots)} alone, or choose here: ${link}`
      : `please choose a time here: ${link}`,
  undone: ({ classNumber, link }) =>
    `your makeup of class ${classNumber} is undone. Choose again: ${link}`,
  'too-late-to-undo': ({ classNumber, link }) =>
    `the makeup of class ${classNumber} can no longer be undone. Your schedule: ${link}`,
} satisfies Record<string, (facts: AnswerFacts) => string>;

/** What is said after a reply that belongs to no proposal. */
const plainAnswers = {
  'nothing-open': 'there is nothing to choose by text at the moment.',
  'nothing-to-undo': 'there is nothing to undo at the moment.',
};

export type ProposalAnswer = keyof typeof proposalAnswers;
export type PlainAnswer = keyof typeof plainAnswers;

export function opensDialog(kind: ProposalAnswer): boolean {
  return kind === 'slot-gone' || kind === 'unclear' || kind === 'undone';
}

export function proposalAnswerText(site: Site, kind: ProposalAnswer, facts: AnswerFacts): string {
  return `${site.organisation}: ${proposalAnswers[kind](facts)} ${toStop}`;
}

export function plainAnswerText(site: Site, kind: PlainAnswer, schedule: string): string {
  return `${site.organisation}: ${plainAnswers[kind]} Your schedule: ${schedule} ${toStop}`;
}
