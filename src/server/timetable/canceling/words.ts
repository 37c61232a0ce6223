import {
  formatLongDate,
  formatShortSlot,
  formatSpokenSlot,
  formatTime,
} from '../../../course/format-time.ts';
import { PAGES } from '../../../course/pages.ts';
import { layOutMail } from '../../messages/mail-layout.ts';
import { toStop } from '../../messages/text-words.ts';
import { invitationNote } from '../../schedule/index.ts';
import type { Settings } from '../../settings.ts';

interface OwnClass {
  classNumber: number;
  startsAt: Date;
}

const removalNote =
  'Many calendars take the class out by themselves. In others, open the attached file.';

const whenOf = (startsAt: Date) => `${formatLongDate(startsAt)}, ${formatTime(startsAt)}`;
const rowOf = ({ classNumber, startsAt }: OwnClass): [string, string] => [
  `Class ${classNumber}`,
  whenOf(startsAt),
];

/** 'class 6', 'classes 6 and 7', 'classes 6, 7 and 8' */
function nameClasses(own: OwnClass[]): string {
  const numbers = own.map(({ classNumber }) => classNumber);
  const last = numbers.at(-1);
  if (numbers.length < 2) return `class ${last}`;
  return `classes ${numbers.slice(0, -1).join(', ')} and ${last}`;
}

const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
const isOrAre = (all: unknown[]) => (all.length === 1 ? 'is' : 'are');

interface StudentNews {
  firstName: string;
  reason: string;
  own: OwnClass[];
}

export function classCancelledMail(
  { site }: Settings,
  { firstName, reason, own }: StudentNews,
  link: string,
) {
  const names = nameClasses(own);
  return layOutMail(site, {
    subject: `${capitalised(names)} ${isOrAre(own)} cancelled`,
    preview: 'Please choose a new time.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `We are sorry: your ${names} ${isOrAre(own)} cancelled.`,
      { rows: [...own.map(rowOf), ['Reason', reason]] },
      own.length === 1
        ? 'You lose nothing by it: please choose a new time for this class.'
        : 'You lose nothing by it: please choose a new time for each of these classes.',
    ],
    action: { words: 'Choose a new time', link },
    afterwards: removalNote,
  });
}

/** In every text about a cancelled class. */
export const cancelledWords = 'cancelled. New time';

/** Told from others by its link. */
export function classCancelledText(site: Settings['site'], own: OwnClass[], link: string): string {
  const [only] = own;
  const what =
    own.length === 1 && only
      ? `class ${only.classNumber} on ${formatShortSlot(only.startsAt)} is ${cancelledWords}`
      : `${nameClasses(own)} are ${cancelledWords}s`;
  return `${site.organisation}: ${what}: ${link} ${toStop}`;
}

interface OtherNews {
  firstName: string;
  reason: string;
  starts: Date[];
}

const rowsOf = (starts: Date[]): [string, string][] =>
  starts.map((startsAt) => [formatLongDate(startsAt), formatTime(startsAt)]);

export function instructorCancelledMail(
  { site, publicUrl }: Settings,
  { firstName, reason, starts }: OtherNews,
) {
  const what = starts.length === 1 ? 'Your class is cancelled' : 'Your classes are cancelled';
  return layOutMail(site, {
    subject: what,
    preview: starts.map(formatSpokenSlot).join('; '),
    greeting: `Hello ${firstName},`,
    blocks: [
      `${what}. Everybody registered is told and asked to choose a new time.`,
      { rows: [...rowsOf(starts), ['Reason', reason]] },
    ],
    action: { words: 'Open the dashboard', link: publicUrl + PAGES.admin },
  });
}

export function sessionCancelledMail(
  { site, publicUrl }: Settings,
  { firstName, reason, starts }: OtherNews,
) {
  return layOutMail(site, {
    subject: starts.length === 1 ? 'A class is cancelled' : 'Classes are cancelled',
    preview: starts.map(formatSpokenSlot).join('; '),
    greeting: `Hello ${firstName},`,
    blocks: [
      starts.length === 1
        ? 'We are sorry: a class that you meant to join does not take place.'
        : 'We are sorry: classes that you meant to join do not take place.',
      { rows: [...rowsOf(starts), ['Reason', reason]] },
    ],
    action: { words: 'See the upcoming classes', link: publicUrl + PAGES.classes },
  });
}

export function studentUndoneMail(
  { site, publicUrl }: Settings,
  { firstName, own }: Omit<StudentNews, 'reason'>,
) {
  const takePlace = own.length === 1 ? 'takes place' : 'take place';
  return layOutMail(site, {
    subject: `${capitalised(nameClasses(own))} ${takePlace} after all`,
    preview: 'You have your place again.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `We had written that your ${nameClasses(own)} ${isOrAre(own)} cancelled. That was undone: you have your place again and need not do anything.`,
      { rows: own.map(rowOf) },
    ],
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
    afterwards: invitationNote,
  });
}

/** In every text about a class that was given back. */
export const undoneWords = 'place after all.';

/** Told from others by its sentence, which has no link. */
export function classUndoneText(site: Settings['site'], own: OwnClass[]) {
  const [only] = own;
  const searchText =
    own.length === 1 && only
      ? `class ${only.classNumber} on ${formatShortSlot(only.startsAt)} takes ${undoneWords}`
      : `${nameClasses(own)} take ${undoneWords}`;
  return { body: `${site.organisation}: ${searchText} ${toStop}`, searchText };
}

export function otherUndoneMail(
  { site, publicUrl }: Settings,
  { firstName, starts, isInstructor }: Omit<OtherNews, 'reason'> & { isInstructor: boolean },
) {
  const what = starts.length === 1 ? 'A class takes place' : 'Classes take place';
  return layOutMail(site, {
    subject: `${what} after all`,
    preview: starts.map(formatSpokenSlot).join('; '),
    greeting: `Hello ${firstName},`,
    blocks: ['We had written of a cancellation. It was undone:', { rows: rowsOf(starts) }],
    action: isInstructor
      ? { words: 'Open the dashboard', link: publicUrl + PAGES.admin }
      : { words: 'See the upcoming classes', link: publicUrl + PAGES.classes },
  });
}
