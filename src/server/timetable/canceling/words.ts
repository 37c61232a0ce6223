import {
  formatLongDate,
  formatShortSlot,
  formatSpokenSlot,
  formatTime,
} from '../../../course/format-time.ts';
import { PAGES } from '../../../course/pages.ts';
import type { MailContent } from '../../messages/mail-layout.ts';
import { toStop } from '../../messages/text-words.ts';
import type { Settings } from '../../platform/settings.ts';
import {
  invitationNote,
  invitationsNote,
  nameClasses,
  removalNote,
  seeSchedule,
} from '../../schedule/index.ts';

interface OwnClass {
  classNumber: number;
  startsAt: Date;
}

interface OtherNews {
  starts: Date[];
  isInstructor: boolean;
}

const rowOf = ({ classNumber, startsAt }: OwnClass): [string, string] => [
  `Class ${classNumber}`,
  `${formatLongDate(startsAt)}, ${formatTime(startsAt)}`,
];
const rowsOf = (starts: Date[]): [string, string][] =>
  starts.map((startsAt) => [formatLongDate(startsAt), formatTime(startsAt)]);

const isOrAre = (all: unknown[]) => (all.length === 1 ? 'is' : 'are');

export function classCanceledMail(own: OwnClass[], reason: string, link: string): MailContent {
  const names = nameClasses(own);
  const isOne = own.length === 1;
  return {
    subject: `${names} ${isOrAre(own)} canceled`,
    preview: isOne ? 'Please pick a new time.' : 'Please pick new times.',
    blocks: [
      `We’re sorry, but we had to cancel ${names}:`,
      { rows: [...own.map(rowOf), ['Reason', reason]] },
      isOne
        ? 'You won’t lose a class. Please pick a new time.'
        : 'You won’t lose any classes. Please pick a new time for each one.',
    ],
    button: [isOne ? 'Pick a New Time' : 'Pick New Times', link],
    afterwards: removalNote(own),
  };
}

/** Returns 'Class 6 on Tue Dec 1, 4:00 PM PT', or 'Classes 6 and 7' without times. */
function nameInText(own: OwnClass[]): string {
  const [only] = own;
  const isOne = own.length === 1 && only;
  return nameClasses(own) + (isOne ? ` on ${formatShortSlot(only.startsAt)}` : '');
}

/** Every text about a canceled class contains this phrase, and no other text does. */
export const canceledPhrase = 'We canceled Class';

export function classCanceledText(site: Settings['site'], own: OwnClass[], link: string): string {
  const pick = own.length === 1 ? 'Pick a new time' : 'Pick new times';
  return `${site.organization}: We canceled ${nameInText(own)}. ${pick}: ${link} ${toStop}`;
}

const ignoreEarlier =
  'Please ignore our earlier email that said otherwise. You don’t need to do anything.';

/** Emails say “class” to instructors and “session” to alumni. */
function nameSessions({ starts, isInstructor }: OtherNews): string {
  const isOne = starts.length === 1;
  if (isInstructor) return isOne ? 'Your class' : 'Your classes';
  return isOne ? 'A session' : 'Some sessions';
}

const previewAndButton = ({
  starts,
  isInstructor,
}: OtherNews): Pick<MailContent, 'preview' | 'button'> => ({
  preview: starts.map(formatSpokenSlot).join('; '),
  button: isInstructor
    ? ['Open the Dashboard', PAGES.admin]
    : ['See Upcoming Sessions', PAGES.classes],
});

export function otherCanceledMail(news: OtherNews & { reason: string }): MailContent {
  const { starts, reason, isInstructor } = news;
  const name = nameSessions(news);
  const its = name.toLowerCase();
  const intro = isInstructor
    ? `We canceled ${its}:`
    : `We’re sorry, but we had to cancel ${its} you planned to join:`;
  const outro = isInstructor
    ? 'We’re asking everyone who’s registered to pick a new time.'
    : 'You’re welcome to join any other session.';
  return {
    subject: `${name} ${isOrAre(starts)} canceled`,
    blocks: [intro, { rows: [...rowsOf(starts), ['Reason', reason]] }, outro],
    ...previewAndButton(news),
  };
}

export function otherUndoneMail(news: OtherNews): MailContent {
  const goingAhead = `${isOrAre(news.starts)} going ahead after all`;
  return {
    subject: `${nameSessions(news)} ${goingAhead}`,
    blocks: [
      `Good news: ${nameSessions(news).toLowerCase()} ${goingAhead}:`,
      { rows: rowsOf(news.starts) },
      ignoreEarlier,
    ],
    ...previewAndButton(news),
  };
}

export function studentUndoneMail(own: OwnClass[]): MailContent {
  const names = nameClasses(own);
  return {
    subject: `${names} ${isOrAre(own)} going ahead after all`,
    preview: 'You’re registered again.',
    blocks: [
      `Good news: ${names} ${isOrAre(own)} going ahead after all. You’re registered again:`,
      { rows: own.map(rowOf) },
      ignoreEarlier,
    ],
    button: seeSchedule(),
    afterwards: own.length === 1 ? invitationNote : invitationsNote,
  };
}

/** Every text about a restored class contains this phrase, and no other text does. */
export const undonePhrase = 'going ahead after all.';

/**
 * This text has no link, so the portal searches Twilio's messages for `searchText` to check whether the text was sent.
 */
export function classUndoneText(site: Settings['site'], own: OwnClass[]) {
  const searchText = `${nameInText(own)} ${isOrAre(own)} ${undonePhrase}`;
  const body = `${site.organization}: Good news! ${searchText} You're registered again. ${toStop}`;
  return { body, searchText };
}
