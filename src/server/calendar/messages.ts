import type { CalendarDate } from '../../course/calendar-date.ts';
import {
  formatCalendarDate,
  formatLongDate,
  formatSpokenSlot,
  formatTime,
} from '../../course/format-time.ts';
import { makeupPath, PAGES } from '../../course/pages.ts';
import { layOutMail } from '../messaging/mail-layout.ts';
import type { Settings } from '../settings.ts';
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
    action: { words: 'See your schedule', link: publicUrl + PAGES.schedule },
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

interface Reset {
  firstName: string;
  startDate: CalendarDate;
  entries: CalendarEntry[];
}

export function resetMail({ site, publicUrl }: Settings, { firstName, startDate, entries }: Reset) {
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
    afterwards:
      'The attached files take the old times out of your calendar. A calendar that subscribes to your classes follows by itself.',
  });
}
