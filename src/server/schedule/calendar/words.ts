import { formatLongDate, formatSpokenSlot, formatTime } from '../../../course/format-time.ts';
import { chooseAgainPath, classOnSchedule, makeupPath, PAGES } from '../../../course/pages.ts';
import type { MailContent } from '../../messages/mail-layout.ts';
import type { Settings } from '../../platform/settings.ts';
import type { CalendarEntry } from './calendar-file.ts';

/** Formats lists in British English, because the American format adds a comma before 'and'. */
const listFormat = new Intl.ListFormat('en-GB');

export const invitationNote =
  'Most calendars update on their own. If yours doesn’t, open the attached file.';

/** Email clients don't add events on their own if an email has several calendar files. */
export const invitationsNote = 'Each attached file adds one class to your calendar.';

export const removalNote = (entries: unknown[]) =>
  entries.length === 1
    ? invitationNote
    : 'Each attached file removes one class from your calendar.';

const howToJoin =
  'When it’s time for class, join from your schedule on the portal. If a time stops working for you, you can reschedule there.';
export const pickAnother =
  'If that time doesn’t work for you, you can pick a new time on your schedule.';

export const seeSchedule = (path: string = PAGES.schedule): MailContent['button'] => [
  'See Your Schedule',
  path,
];

/** Returns 'Class 6', 'Classes 6 and 7', or 'Classes 6, 7 and 8'. */
export function nameClasses(all: { classNumber: number }[]): string {
  const numbers = all.map(({ classNumber }) => String(classNumber));
  return `${all.length === 1 ? 'Class' : 'Classes'} ${listFormat.format(numbers)}`;
}

export function listClasses(entries: CalendarEntry[]): { rows: [string, string][] } {
  return {
    rows: entries.map(({ classNumber, startsAt, instructorFirstName }) => {
      const instructor = instructorFirstName ? `, with ${instructorFirstName}` : '';
      const when = `${formatLongDate(startsAt)}, ${formatTime(startsAt)}`;
      return [`Class ${classNumber}`, when + instructor];
    }),
  };
}

export function scheduleMail(
  { site }: Settings,
  entries: CalendarEntry[],
  byStaff: CalendarEntry | null,
): MailContent {
  return {
    subject: `Your ${site.courseShortName} class schedule`,
    preview: byStaff ? 'Every class now has a time.' : 'You’ve picked a time for every class.',
    blocks: [
      byStaff
        ? `We signed you up for Class ${byStaff.classNumber} on ${formatSpokenSlot(byStaff.startsAt)}, so now every class has a time. Here’s your schedule:`
        : 'Thank you for picking a time for every class. Here’s your schedule:',
      listClasses(entries),
      howToJoin,
    ],
    button: seeSchedule(),
    afterwards: `${invitationsNote} To add them all at once to Google, Apple or Outlook, go to your schedule.`,
  };
}

export function choicesMail(entries: CalendarEntry[], isUnfinished: boolean): MailContent {
  const names = nameClasses(entries);
  const isOne = entries.length === 1;
  return {
    subject: `Your ${isOne ? 'time' : 'times'} for ${names}`,
    preview: entries.map(({ startsAt }) => formatSpokenSlot(startsAt)).join('; '),
    blocks: [
      isOne ? `You’ve picked a time for ${names}:` : 'You’ve picked these class times:',
      listClasses(entries),
      howToJoin,
      ...(isUnfinished
        ? ['Whenever you’re ready, you can pick times for the rest of your classes.']
        : []),
    ],
    button: seeSchedule(),
    afterwards: isOne ? invitationNote : invitationsNote,
  };
}

/** `from` is null if a canceled class was replaced by one at the same time, or if staff resend the email. */
export function ownMoveMail(
  { classNumber, startsAt }: CalendarEntry,
  from: Date | null,
): MailContent {
  const when = formatSpokenSlot(startsAt);
  return {
    subject: `Your new time for Class ${classNumber}`,
    preview: `It’s now on ${when}.`,
    blocks: [
      from
        ? `You rescheduled Class ${classNumber} from ${formatSpokenSlot(from)} to ${when}.`
        : `Class ${classNumber} is now on ${when}.`,
      'We look forward to seeing you there.',
    ],
    button: seeSchedule(classOnSchedule(classNumber)),
    afterwards: invitationNote,
  };
}

export function makeupUndoneMail({ classNumber }: CalendarEntry, makeup: Date): MailContent {
  return {
    subject: `You canceled your makeup for Class ${classNumber}`,
    preview: 'You can pick a new time.',
    blocks: [
      `You canceled your makeup for Class ${classNumber} on ${formatSpokenSlot(makeup)}. You can pick a new time whenever you’re ready.`,
    ],
    button: ['Pick a New Time', makeupPath(classNumber)],
    afterwards: invitationNote,
  };
}

export function makeupNotNeededMail(
  { classNumber, startsAt }: CalendarEntry,
  makeup: Date,
): MailContent {
  return {
    subject: `Class ${classNumber} is complete`,
    preview: 'You don’t need a makeup.',
    blocks: [
      `Good news: you were in Class ${classNumber} on ${formatSpokenSlot(startsAt)}, so it’s complete.`,
      `You don’t need a makeup, so we canceled the one on ${formatSpokenSlot(makeup)}.`,
    ],
    button: seeSchedule(),
    afterwards: invitationNote,
  };
}

/** `from` is the previous class time, or null if the email isn't about a move to another time. */
export function actMail(
  act: 'registered' | 'moved' | 'canceled',
  { registrationId, classNumber, startsAt }: CalendarEntry,
  { from, isOver }: { from: Date | null; isOver: boolean },
): MailContent {
  const name = `Class ${classNumber}`;
  const when = formatSpokenSlot(startsAt);
  const isMistake = 'If this is a mistake, please let us know.';
  if (act === 'canceled') {
    return {
      subject: `Please pick a new time for ${name}`,
      preview: 'You won’t lose a class.',
      blocks: [
        `We canceled your registration for ${name} on ${when}. ${isMistake}`,
        'You won’t lose a class. Please pick a new time.',
      ],
      button: ['Pick a New Time', chooseAgainPath(registrationId)],
      afterwards: invitationNote,
    };
  }
  const isMove = act === 'moved';
  const before = from ? ` from ${formatSpokenSlot(from)}` : '';
  return {
    subject: `Your ${isMove ? 'new ' : ''}time for ${name}`,
    preview: `It’s ${isMove ? 'now ' : ''}on ${when}.`,
    blocks: [
      isMove ? `We moved ${name}${before} to ${when}.` : `We signed you up for ${name} on ${when}.`,
      isOver ? isMistake : pickAnother,
    ],
    button: seeSchedule(classOnSchedule(classNumber)),
    afterwards: invitationNote,
  };
}
