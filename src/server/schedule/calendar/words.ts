import type { CalendarDate } from '../../../course/calendar-date.ts';
import type { ClearingKind } from '../../../course/clearing.ts';
import {
  formatCalendarDate,
  formatLongDate,
  formatSpokenSlot,
  formatTime,
} from '../../../course/format-time.ts';
import { classOnSchedule, makeupPath, PAGES } from '../../../course/pages.ts';
import { layOutMail } from '../../messages/mail-layout.ts';
import type { Settings } from '../../settings.ts';
import type { CalendarEntry } from './class-calendar.ts';

function listClasses(entries: CalendarEntry[]): { rows: [string, string][] } {
  return { rows: entries.map(describeEntry) };
}

function describeEntry(entry: CalendarEntry): [string, string] {
  const { classNumber, startsAt, instructorFirstName } = entry;
  const instructor = instructorFirstName ? `, with ${instructorFirstName}` : '';
  return [
    `Class ${classNumber}`,
    `${formatLongDate(startsAt)}, ${formatTime(startsAt)}${instructor}`,
  ];
}

/** For a mail with the invitation to one class. */
export const invitationNote =
  'Many calendars take over the new time from this mail by themselves. In others, open the attached file.';

export function scheduleMail(
  { site, publicUrl }: Settings,
  firstName: string,
  { entries, byStaff }: { entries: CalendarEntry[]; byStaff: CalendarEntry | null },
) {
  return layOutMail(site, {
    subject: `Your ${site.courseShortName} class schedule`,
    preview: byStaff ? 'Every class has a time now.' : 'You have chosen a time for every class.',
    greeting: `Hello ${firstName},`,
    blocks: [
      byStaff
        ? `We have registered you for class ${byStaff.classNumber} on ${formatSpokenSlot(byStaff.startsAt)}, so every class has a time now. This is your schedule:`
        : 'You have chosen a time for every class. This is your schedule:',
      listClasses(entries),
      'Join your classes from your schedule on the portal. If a time no longer suits you, you can choose another one there.',
    ],
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
    afterwards:
      'Each attached file puts one class into your calendar. On your schedule you can add all of them at once, for Google, Apple and Outlook.',
  });
}

interface ChoicesToTell {
  firstName: string;
  /** At least one. */
  entries: CalendarEntry[];
  /** Classes are left to choose. */
  isUnfinished: boolean;
}

/** While some are still to be chosen: of the last one, the mail with the whole schedule tells. */
export function choicesMail(
  { site, publicUrl }: Settings,
  { firstName, entries, isUnfinished }: ChoicesToTell,
) {
  const numbers = entries.map(({ classNumber }) => classNumber);
  const last = numbers.at(-1);
  const isOne = numbers.length === 1;
  return layOutMail(site, {
    subject: isOne
      ? `Your time for class ${last}`
      : `Your times for classes ${numbers.slice(0, -1).join(', ')} and ${last}`,
    preview: entries.map(({ startsAt }) => formatSpokenSlot(startsAt)).join('; '),
    greeting: `Hello ${firstName},`,
    blocks: [
      isOne ? `You have chosen a time for class ${last}:` : 'You have chosen these times:',
      listClasses(entries),
      'On the portal you can join your classes and choose another time if one no longer suits you.',
      ...(isUnfinished
        ? ['The classes that have no time yet can be chosen there, too, whenever you like.']
        : []),
    ],
    action: { words: 'See your classes', link: publicUrl + PAGES.schedule },
    afterwards: isOne
      ? 'Many calendars take over the class from this mail by themselves. In others, open the attached file.'
      : 'Each attached file puts one class into your calendar.',
  });
}

interface OwnMove {
  firstName: string;
  classNumber: number;
  /** Empty where a class that was cancelled had the same time. */
  from: Date | null;
  to: Date;
}

export function ownMoveMail({ site, publicUrl }: Settings, move: OwnMove) {
  const { firstName, classNumber, from, to } = move;
  return layOutMail(site, {
    subject: `Your new time for class ${classNumber}`,
    preview: `It is now on ${formatSpokenSlot(to)}.`,
    greeting: `Hello ${firstName},`,
    blocks: [
      `Your class ${classNumber} is now on ${formatSpokenSlot(to)}.${from ? ` It was on ${formatSpokenSlot(from)}.` : ''}`,
    ],
    action: { words: 'See your schedule', link: publicUrl + classOnSchedule(classNumber) },
    afterwards: invitationNote,
  });
}

interface MakeupUndone {
  firstName: string;
  classNumber: number;
  makeup: Date;
}

/** They took their own choice back. */
export function makeupUndoneMail({ site, publicUrl }: Settings, undone: MakeupUndone) {
  const { firstName, classNumber, makeup } = undone;
  return layOutMail(site, {
    subject: `Your makeup of class ${classNumber} is undone`,
    preview: 'You can choose another time for it.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `You gave back your place in class ${classNumber} on ${formatSpokenSlot(makeup)}. You can choose another time for it whenever you like.`,
    ],
    action: { words: 'Choose a time', link: publicUrl + makeupPath(classNumber) },
    afterwards:
      'Many calendars take the makeup out by themselves. In others, open the attached file.',
  });
}

interface MakeupGivenBack {
  firstName: string;
  classNumber: number;
  attended: Date;
  makeup: Date;
}

export function makeupGivenBackMail({ site, publicUrl }: Settings, given: MakeupGivenBack) {
  const { firstName, classNumber, attended, makeup } = given;
  return layOutMail(site, {
    subject: `Class ${classNumber} is completed`,
    preview: 'You need no makeup for it.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `We have seen that you were in class ${classNumber} on ${formatSpokenSlot(attended)}: it is completed.`,
      `You need no makeup for it, so your place on ${formatSpokenSlot(makeup)} was given back.`,
    ],
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
    afterwards:
      'Many calendars take the makeup out by themselves. In others, open the attached file.',
  });
}

interface Cleared {
  kind: ClearingKind;
  firstName: string;
  startDate: CalendarDate;
  entries: CalendarEntry[];
}

/** Each of them with calendar files that take the classes out. */
export function clearedMail(settings: Settings, { kind, ...cleared }: Cleared) {
  const { site, publicUrl } = settings;
  const { firstName, entries } = cleared;
  if (kind === 'reset') return resetMail(settings, cleared);
  const isAlumni = kind === 'alumni';
  return layOutMail(site, {
    subject: 'Your classes to come were given back',
    preview: 'You need not do anything.',
    greeting: `Hello ${firstName},`,
    blocks: [
      isAlumni
        ? 'You are one of our alumni now, so your places in these classes were given back:'
        : 'Your access to the course portal has ended, so your places in these classes were given back:',
      listClasses(entries),
      isAlumni
        ? 'As one of the alumni you can join any session without booking it. A mail of its own tells you how.'
        : 'If you think that this is a mistake, please tell us.',
    ],
    action: isAlumni
      ? { words: 'See the sessions', link: publicUrl + PAGES.classes }
      : { words: 'Ask for help', link: publicUrl + PAGES.help },
    afterwards: takenOut,
  });
}

const takenOut =
  'The attached files take the old times out of your calendar. A calendar that subscribes to your classes follows by itself.';

function resetMail(
  { site, publicUrl }: Settings,
  { firstName, startDate, entries }: Omit<Cleared, 'kind'>,
) {
  return layOutMail(site, {
    subject: 'Your class times were cleared',
    preview: 'Please choose them again.',
    greeting: `Hello ${firstName},`,
    blocks: [
      `Your course now starts on ${formatCalendarDate(startDate)}. The class times that you had chosen no longer fit, so they were cleared:`,
      listClasses(entries),
      'Please choose your class times again.',
    ],
    action: { words: 'Choose your class times', link: publicUrl + PAGES.onboarding },
    afterwards: takenOut,
  });
}

interface Returned {
  firstName: string;
  /** Where it has changed back. */
  startDate: CalendarDate | null;
  back: CalendarEntry[];
  /** Cancelled meanwhile, or in the way of one that came back. */
  gone: CalendarEntry[];
}

export function returnedMail(
  { site, publicUrl }: Settings,
  { firstName, startDate, back, gone }: Returned,
) {
  const start = startDate ? `Your course starts on ${formatCalendarDate(startDate)} again. ` : '';
  return layOutMail(site, {
    subject: 'Your class times are back',
    preview: 'Please look at your schedule.',
    greeting: `Hello ${firstName},`,
    blocks: [
      ...(back.length > 0
        ? [`${start}These classes are in your schedule again:`, listClasses(back)]
        : [`${start}Please look at your schedule.`]),
      ...(gone.length > 0
        ? ['These times are not, please choose another one where you need it:', listClasses(gone)]
        : []),
    ],
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
    afterwards: 'The attached files put the classes back into your calendar.',
  });
}
