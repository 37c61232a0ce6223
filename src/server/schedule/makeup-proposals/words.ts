import {
  formatLongDate,
  formatShortSlot,
  formatSpokenSlot,
  formatTime,
} from '../../../course/format-time.ts';
import type { MailContent } from '../../messages/mail-layout.ts';
import { toStop } from '../../messages/text-words.ts';
import type { Settings } from '../../platform/settings.ts';

type Site = Settings['site'];

interface Proposed {
  number: number;
  startsAt: Date;
  instructorFirstName: string | null;
}

interface Missed {
  classNumber: number;
  startsAt: Date;
  /** False if no one started the class, and null if we don't know. */
  wasHeld: boolean | null;
  /** True if the student joined but didn't stay long enough. */
  wasInRoom: boolean;
  slots: Proposed[];
}

export function missedClassMail(missed: Missed, link: string): MailContent {
  const rows = missed.slots.map(({ startsAt, instructorFirstName }): [string, string] => [
    formatLongDate(startsAt),
    formatTime(startsAt) + (instructorFirstName ? `, with ${instructorFirstName}` : ''),
  ]);
  const { subject, sentence, next, question } = explain(missed);
  return {
    subject,
    preview: 'You can pick a new time.',
    blocks: [
      sentence,
      next,
      ...(rows.length > 0 ? ['Here are some times that may work for you:', { rows }] : []),
    ],
    button: ['Pick a New Time', link],
    afterwards: `${question} Let us know, and we’ll fix it.`,
  };
}

function explain({ classNumber, startsAt, wasHeld, wasInRoom }: Missed) {
  const name = `Class ${classNumber}`;
  const time = formatSpokenSlot(startsAt);
  if (wasHeld === false) {
    return {
      subject: `We’re sorry: ${name} didn’t happen`,
      sentence: `We’re sorry that ${name} on ${time} didn’t happen. You may have been waiting for us.`,
      next: 'You won’t lose a class, and your other classes stay the same. Please pick a new time.',
      question: 'Was the class held after all?',
    };
  }
  if (wasInRoom) {
    return {
      subject: `${name} isn’t complete yet`,
      sentence: `You were only in ${name} on ${time} for a short time.`,
      next: 'Your other classes stay the same. To complete this one, please take it again at a time that works for you.',
      question: 'Were you there the whole time?',
    };
  }
  return {
    subject: `We missed you in ${name}`,
    sentence: `We missed you in ${name} on ${time}. It happens.`,
    next: 'Your other classes stay the same. You can make up this one at a time that works for you.',
    question: 'Were you there?',
  };
}

/** Returns, for example, '1', '1 or 2' or '1, 2 or 3'. */
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
  const isApology = wasHeld === false;
  const missed = wasInRoom
    ? `You were only in Class ${classNumber} for a short time.`
    : `We missed you in Class ${classNumber}.`;
  const sentence = isApology ? `We're sorry that Class ${classNumber} didn't happen.` : missed;
  const opening = `${site.organization}: ${sentence}`;
  if (slots.length === 0) return `${opening} Pick a new time: ${link} ${toStop}`;
  const times = slots.map(({ number, startsAt }) => `${number}: ${formatShortSlot(startsAt)}`);
  const purpose = isApology ? 'For a new time' : 'To make it up';
  return [
    `${opening} ${purpose}, reply ${listNumbers(slots)}.`,
    ...times,
    `Other times: ${link} ${toStop}`,
  ].join('\n');
}

interface AnswerFacts {
  classNumber: number;
  startsAt: Date;
  slots: Pick<Proposed, 'number'>[];
  /** Opens the schedule or the makeup dialog. See `opensDialog`. */
  link: string;
}

export const proposalAnswers = {
  picked: ({ classNumber, startsAt }) =>
    `You're all set. Class ${classNumber} is now on ${formatShortSlot(startsAt)}. Reply UNDO to cancel.`,
  'picked-before': ({ classNumber, startsAt }) =>
    `Class ${classNumber} is already set for ${formatShortSlot(startsAt)}. To pick another time, reply UNDO first.`,
  moved: ({ classNumber, startsAt, link }) =>
    `Class ${classNumber} is already set for ${formatShortSlot(startsAt)}. Your schedule: ${link}`,
  'slot-gone': ({ link }) => `Sorry, that time is no longer available. Other times: ${link}`,
  'not-needed': ({ classNumber, link }) =>
    `You don't need to make up Class ${classNumber} anymore. Your schedule: ${link}`,
  unclear: ({ slots, link }) =>
    slots.length > 0
      ? `Please reply with just ${listNumbers(slots)}, or pick a time here: ${link}`
      : `Please pick a time here: ${link}`,
  undone: ({ classNumber, link }) =>
    `We canceled your makeup for Class ${classNumber}. Pick a new time: ${link}`,
  'too-late-to-undo': ({ classNumber, link }) =>
    `It's too late to cancel your makeup for Class ${classNumber}. Your schedule: ${link}`,
} satisfies Record<string, (facts: AnswerFacts) => string>;

export const plainAnswers = {
  'nothing-open': 'There are no times to pick by text right now.',
  'nothing-to-undo': "There's nothing to undo right now.",
  'number-unconfirmed': 'Please confirm this number first. Then you can pick times by text.',
  'place-taken': "You're all set.",
  'place-gone': 'Sorry, that place is no longer available.',
  'place-unclear': 'To take the place, please reply with just 1.',
};

export type ProposalAnswer = keyof typeof proposalAnswers;
type PlainAnswer = keyof typeof plainAnswers;
type Place = { classNumber: number; startsAt: string };

export function opensDialog(kind: ProposalAnswer): boolean {
  return kind === 'slot-gone' || kind === 'unclear' || kind === 'undone';
}

export function proposalAnswerText(site: Site, kind: ProposalAnswer, facts: AnswerFacts): string {
  return `${site.organization}: ${proposalAnswers[kind](facts)} ${toStop}`;
}

export function plainAnswerText(
  site: Site,
  { kind, place }: { kind: PlainAnswer; place?: Place | undefined },
  schedule: string,
): string {
  const time = place && formatShortSlot(new Date(place.startsAt));
  const outcome = place ? ` Class ${place.classNumber} is now on ${time}.` : '';
  return `${site.organization}: ${plainAnswers[kind]}${outcome} Your schedule: ${schedule} ${toStop}`;
}
