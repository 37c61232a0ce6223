import {
  formatLongDate,
  formatShortSlot,
  formatSpokenSlot,
  formatTime,
} from '../../../course/format-time.ts';
import { layOutMail } from '../../messages/mail-layout.ts';
import { toStop } from '../../messages/text-words.ts';
import type { Settings } from '../../settings.ts';

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
  /** False where nobody started the class. */
  wasHeld: boolean | null;
  /** They were there, and did not stay long enough. */
  wasInRoom: boolean;
  slots: Proposed[];
}

export function missedClassMail(site: Site, firstName: string, missed: Missed, link: string) {
  const { startsAt, slots } = missed;
  const rows = slots.map(({ startsAt: start, instructorFirstName }): [string, string] => [
    formatLongDate(start),
    formatTime(start) + (instructorFirstName ? `, with ${instructorFirstName}` : ''),
  ]);
  const { subject, sentence, question } = wordsOf(missed, formatSpokenSlot(startsAt));
  return layOutMail(site, {
    subject,
    preview: 'You can pick another time for it.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `${sentence} Your other classes stay as they are.`,
      ...(rows.length > 0 ? ['These times may suit you:', { rows }] : []),
    ],
    action: { words: 'Choose a time', link },
    afterwards: `${question} Let us know and we’ll fix it.`,
  });
}

function wordsOf({ classNumber, wasHeld, wasInRoom }: Missed, time: string) {
  const name = `class ${classNumber}`;
  if (wasHeld === false) {
    return {
      subject: `We’re sorry: ${name} didn’t take place`,
      sentence: `We’re sorry. Your ${name} on ${time} didn’t take place, and you may have been waiting for us. Pick a new time and you won’t lose a class.`,
      question: 'Did the class take place after all?',
    };
  }
  if (wasInRoom) {
    return {
      subject: `Your ${name} isn’t complete yet`,
      sentence: `You were only in ${name} on ${time} for a short time. To complete it, please join it once more at a time that suits you.`,
      question: 'Were you there the whole time?',
    };
  }
  return {
    subject: `We missed you in ${name}`,
    sentence: `We missed you in ${name} on ${time}. It happens. You can make it up at a time that suits you.`,
    question: 'Were you there?',
  };
}

/** '1', '1 or 2', '1, 2 or 3' */
function listNumbers(slots: Pick<Proposed, 'number'>[]): string {
  const numbers = slots.map(({ number }) => String(number));
  const last = numbers.pop();
  return numbers.length > 0 ? `${numbers.join(', ')} or ${last}` : String(last);
}

export function missedClassText(
  site: Site,
  { classNumber, wasHeld, wasInRoom, slots }: Omit<Missed, 'startsAt'>,
  link: string,
): string {
  const missed = wasInRoom
    ? `you were only in class ${classNumber} for a short time.`
    : `we missed you in class ${classNumber}.`;
  const isApology = wasHeld === false;
  const sentence = isApology ? `we're sorry, class ${classNumber} didn't take place.` : missed;
  const begun = `${site.organisation}: ${sentence}`;
  if (slots.length === 0) return `${begun} Pick a new time: ${link} ${toStop}`;
  const times = slots.map(({ number, startsAt }) => `${number}: ${formatShortSlot(startsAt)}`);
  const purpose = isApology ? 'For a new time' : 'To make it up';
  return [
    `${begun} ${purpose}, reply ${listNumbers(slots)}.`,
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
    `class ${classNumber} is now on ${formatShortSlot(startsAt)}. Reply UNDO to cancel.`,
  'picked-before': ({ classNumber, startsAt }) =>
    `class ${classNumber} is already on ${formatShortSlot(startsAt)}. To pick another time, reply UNDO first.`,
  moved: ({ classNumber, startsAt, link }) =>
    `class ${classNumber} is already on ${formatShortSlot(startsAt)}. Your schedule: ${link}`,
  'slot-gone': ({ link }) => `that time is no longer available. Other times: ${link}`,
  'not-needed': ({ classNumber, link }) =>
    `you no longer need a makeup for class ${classNumber}. Your schedule: ${link}`,
  unclear: ({ slots, link }) =>
    slots.length > 0
      ? `please reply with just ${listNumbers(slots)}, or choose here: ${link}`
      : `please choose a time here: ${link}`,
  undone: ({ classNumber, link }) =>
    `your makeup for class ${classNumber} is canceled. Choose again: ${link}`,
  'too-late-to-undo': ({ classNumber, link }) =>
    `it's too late to undo the makeup for class ${classNumber}. Your schedule: ${link}`,
} satisfies Record<string, (facts: AnswerFacts) => string>;

/** What is said after a reply that belongs to no proposal. */
export const plainAnswers = {
  'nothing-open': "there's nothing to choose by text right now.",
  'nothing-to-undo': "there's nothing to undo right now.",
  'number-unconfirmed': "this number isn't confirmed yet, so it can't move classes.",
};

export type ProposalAnswer = keyof typeof proposalAnswers;
type PlainAnswer = keyof typeof plainAnswers;

export function opensDialog(kind: ProposalAnswer): boolean {
  return kind === 'slot-gone' || kind === 'unclear' || kind === 'undone';
}

export function proposalAnswerText(site: Site, kind: ProposalAnswer, facts: AnswerFacts): string {
  return `${site.organisation}: ${proposalAnswers[kind](facts)} ${toStop}`;
}

export function plainAnswerText(site: Site, kind: PlainAnswer, schedule: string): string {
  return `${site.organisation}: ${plainAnswers[kind]} Your schedule: ${schedule} ${toStop}`;
}
