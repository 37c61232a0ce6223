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

interface StudentNews {
  firstName: string;
  reason: string;
  own: OwnClass[];
}

interface OtherNews {
  firstName: string;
  reason: string;
  starts: Date[];
}

const removalNote =
  'Many calendars remove a canceled class on their own. If yours doesn’t, open the attached file.';

const rowOf = ({ classNumber, startsAt }: OwnClass): [string, string] => [
  `Class ${classNumber}`,
  `${formatLongDate(startsAt)}, ${formatTime(startsAt)}`,
];
const rowsOf = (starts: Date[]): [string, string][] =>
  starts.map((startsAt) => [formatLongDate(startsAt), formatTime(startsAt)]);

const listFormat = new Intl.ListFormat('en');

/** 'Class 6', 'Classes 6 and 7', 'Classes 6, 7, and 8' */
function nameClasses(own: OwnClass[]): string {
  const numbers = own.map(({ classNumber }) => String(classNumber));
  return `${own.length === 1 ? 'Class' : 'Classes'} ${listFormat.format(numbers)}`;
}

const isOrAre = (all: unknown[]) => (all.length === 1 ? 'is' : 'are');
const wasOrWere = (all: unknown[]) => (all.length === 1 ? 'was' : 'were');

const toDashboard = ({ publicUrl }: Settings) => ({
  words: 'Open the dashboard',
  link: publicUrl + PAGES.admin,
});
const toClasses = ({ publicUrl }: Settings) => ({
  words: 'See upcoming classes',
  link: publicUrl + PAGES.classes,
});

export function classCanceledMail(
  { site }: Settings,
  { firstName, reason, own }: StudentNews,
  link: string,
) {
  const names = nameClasses(own);
  return layOutMail(site, {
    subject: `${names} ${isOrAre(own)} canceled`,
    preview: 'Please pick a new time.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `We’re sorry: your ${names} ${isOrAre(own)} canceled.`,
      { rows: [...own.map(rowOf), ['Reason', reason]] },
      own.length === 1
        ? 'You keep your place in the course. Please pick a new time for this class.'
        : 'You keep your place in the course. Please pick a new time for each of these classes.',
    ],
    action: { words: 'Pick a new time', link },
    afterwards: removalNote,
  });
}

/** Appears in every text about a canceled class, and in no other. */
export const canceledPhrase = 'canceled. Pick';

/** Found among the provider's messages by its link. */
export function classCanceledText(site: Settings['site'], own: OwnClass[], link: string): string {
  const [only] = own;
  const what =
    own.length === 1 && only
      ? `class ${only.classNumber} on ${formatShortSlot(only.startsAt)} is ${canceledPhrase} a new time`
      : `${nameClasses(own).toLowerCase()} are ${canceledPhrase} new times`;
  return `${site.organisation}: ${what}: ${link} ${toStop}`;
}

export function instructorCanceledMail(
  settings: Settings,
  { firstName, reason, starts }: OtherNews,
) {
  const what = starts.length === 1 ? 'Your class is canceled' : 'Your classes are canceled';
  return layOutMail(settings.site, {
    subject: what,
    preview: starts.map(formatSpokenSlot).join('; '),
    greeting: `Hello ${firstName},`,
    blocks: [
      `${what}. We’re asking everyone who is registered to pick a new time.`,
      { rows: [...rowsOf(starts), ['Reason', reason]] },
    ],
    action: toDashboard(settings),
  });
}

export function sessionCanceledMail(settings: Settings, { firstName, reason, starts }: OtherNews) {
  return layOutMail(settings.site, {
    subject: starts.length === 1 ? 'A class is canceled' : 'Classes are canceled',
    preview: starts.map(formatSpokenSlot).join('; '),
    greeting: `Hello ${firstName},`,
    blocks: [
      starts.length === 1
        ? 'We’re sorry: a class you planned to join has been canceled.'
        : 'We’re sorry: some classes you planned to join have been canceled.',
      { rows: [...rowsOf(starts), ['Reason', reason]] },
    ],
    action: toClasses(settings),
  });
}

export function studentUndoneMail(
  { site, publicUrl }: Settings,
  { firstName, own }: Omit<StudentNews, 'reason'>,
) {
  const names = nameClasses(own);
  return layOutMail(site, {
    subject: `${names} ${isOrAre(own)} going ahead after all`,
    preview: 'You have your place back.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `We wrote to you that your ${names} ${wasOrWere(own)} canceled. Good news: ${own.length === 1 ? 'it is' : 'they are'} going ahead after all. You have your place back and don’t need to do anything.`,
      { rows: own.map(rowOf) },
    ],
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
    afterwards: invitationNote,
  });
}

/** Appears in every text about a restored class, and in no other. */
export const undonePhrase = 'going ahead after all.';

/** Has no link, so it is found among the provider's messages by its sentence. */
export function classUndoneText(site: Settings['site'], own: OwnClass[]) {
  const [only] = own;
  const searchText =
    own.length === 1 && only
      ? `class ${only.classNumber} on ${formatShortSlot(only.startsAt)} is ${undonePhrase}`
      : `${nameClasses(own).toLowerCase()} are ${undonePhrase}`;
  return { body: `${site.organisation}: ${searchText} ${toStop}`, searchText };
}

export function otherUndoneMail(
  settings: Settings,
  { firstName, starts, isInstructor }: Omit<OtherNews, 'reason'> & { isInstructor: boolean },
) {
  const what = starts.length === 1 ? 'A class is' : 'Classes are';
  return layOutMail(settings.site, {
    subject: `${what} going ahead after all`,
    preview: starts.map(formatSpokenSlot).join('; '),
    greeting: `Hello ${firstName},`,
    blocks: [
      `We wrote to you about a cancellation. It was undone, so ${starts.length === 1 ? 'this class is' : 'these classes are'} going ahead:`,
      { rows: rowsOf(starts) },
    ],
    action: isInstructor ? toDashboard(settings) : toClasses(settings),
  });
}
