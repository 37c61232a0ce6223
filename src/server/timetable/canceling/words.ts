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
  starts: Date[];
  isInstructor: boolean;
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

/** For example, 'Class 6', 'Classes 6 and 7' or 'Classes 6, 7, and 8'. */
function nameClasses(own: OwnClass[]): string {
  const numbers = own.map(({ classNumber }) => String(classNumber));
  return `${own.length === 1 ? 'Class' : 'Classes'} ${listFormat.format(numbers)}`;
}

const isOrAre = (all: unknown[]) => (all.length === 1 ? 'is' : 'are');
const wasOrWere = (all: unknown[]) => (all.length === 1 ? 'was' : 'were');

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

/** Every text about a canceled class contains this phrase, and no other text does. */
export const canceledPhrase = 'canceled. Pick';

/** To check whether this text was sent, the portal searches Twilio's messages for its link. */
export function classCanceledText(site: Settings['site'], own: OwnClass[], link: string): string {
  const [only] = own;
  const what =
    own.length === 1 && only
      ? `Class ${only.classNumber} on ${formatShortSlot(only.startsAt)} is ${canceledPhrase} a new time`
      : `${nameClasses(own).toLowerCase()} are ${canceledPhrase} new times`;
  return `${site.organization}: ${what}: ${link} ${toStop}`;
}

type OtherMail = Pick<Parameters<typeof layOutMail>[1], 'subject' | 'blocks'>;

/** For instructors and alumni. */
function otherMail(settings: Settings, news: OtherNews, { subject, blocks }: OtherMail) {
  const { site, publicUrl } = settings;
  return layOutMail(site, {
    subject,
    preview: news.starts.map(formatSpokenSlot).join('; '),
    greeting: `Hello ${news.firstName},`,
    blocks,
    action: news.isInstructor
      ? { words: 'Open the dashboard', link: publicUrl + PAGES.admin }
      : { words: 'See upcoming classes', link: publicUrl + PAGES.classes },
  });
}

export function otherCanceledMail(settings: Settings, news: OtherNews & { reason: string }) {
  const { starts, reason, isInstructor } = news;
  const isOne = starts.length === 1;
  const yours = isOne ? 'Your class is canceled' : 'Your classes are canceled';
  const others = isOne ? 'A class is canceled' : 'Classes are canceled';
  const joined = isOne
    ? 'We’re sorry: a class you planned to join has been canceled.'
    : 'We’re sorry: some classes you planned to join have been canceled.';
  return otherMail(settings, news, {
    subject: isInstructor ? yours : others,
    blocks: [
      isInstructor ? `${yours}. We’re asking everyone registered to pick a new time.` : joined,
      { rows: [...rowsOf(starts), ['Reason', reason]] },
    ],
  });
}

export function otherUndoneMail(settings: Settings, news: OtherNews) {
  const isOne = news.starts.length === 1;
  return otherMail(settings, news, {
    subject: `${isOne ? 'A class is' : 'Classes are'} going ahead after all`,
    blocks: [
      `We wrote to you about a cancellation. It was undone, so ${isOne ? 'this class is' : 'these classes are'} going ahead:`,
      { rows: rowsOf(news.starts) },
    ],
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

/** Every text about a restored class contains this phrase, and no other text does. */
export const undonePhrase = 'going ahead after all.';

/** This text has no link, so the portal searches Twilio's messages for its sentence instead. */
export function classUndoneText(site: Settings['site'], own: OwnClass[]) {
  const [only] = own;
  const searchText =
    own.length === 1 && only
      ? `Class ${only.classNumber} on ${formatShortSlot(only.startsAt)} is ${undonePhrase}`
      : `${nameClasses(own).toLowerCase()} are ${undonePhrase}`;
  return { body: `${site.organization}: ${searchText} ${toStop}`, searchText };
}
