import { formatLongDate, formatSpokenSlot, formatTime } from '../../../course/format-time.ts';
import { chooseAgainPath, classOnSchedule, makeupPath, PAGES } from '../../../course/pages.ts';
import { layOutMail } from '../../messages/mail-layout.ts';
import type { Settings } from '../../settings.ts';
import type { CalendarEntry } from './calendar-file.ts';

export interface Letter extends Omit<Parameters<typeof layOutMail>[1], 'greeting' | 'action'> {
  firstName: string;
  button: [label: string, path: string];
}

export function writeMail(
  settings: Settings,
  { firstName, button: [words, path], ...content }: Letter,
) {
  return layOutMail(settings.site, {
    ...content,
    greeting: `Hello ${firstName},`,
    action: { words, link: settings.publicUrl + path },
  });
}

/** Used in every email that has a calendar file for a single class. */
export const invitationNote =
  'Most calendars update on their own. If yours doesn’t, open the attached file.';

export const seeSchedule = (path: string = PAGES.schedule): Letter['button'] => [
  'See Your Schedule',
  path,
];

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
  settings: Settings,
  firstName: string,
  { entries, byStaff }: { entries: CalendarEntry[]; byStaff: CalendarEntry | null },
) {
  return writeMail(settings, {
    firstName,
    subject: `Your ${settings.site.courseShortName} class schedule`,
    preview: byStaff ? 'Every class has a time now.' : 'You’ve picked a time for every class.',
    blocks: [
      byStaff
        ? `We signed you up for Class ${byStaff.classNumber} on ${formatSpokenSlot(byStaff.startsAt)}, so every class has a time now. Here’s your schedule:`
        : 'You’ve picked a time for every class. Here’s your schedule:',
      listClasses(entries),
      'You can join your classes from your schedule on the portal. If a time stops working for you, you can reschedule there.',
    ],
    button: seeSchedule(),
    afterwards:
      'Each attached file adds one class to your calendar. To add them all at once to Google, Apple or Outlook, go to your schedule.',
  });
}

interface Choices {
  firstName: string;
  /** Has at least one entry. */
  entries: CalendarEntry[];
  /** True while some classes still have no time. */
  isUnfinished: boolean;
}

export function choicesMail(settings: Settings, { firstName, entries, isUnfinished }: Choices) {
  const numbers = entries.map(({ classNumber }) => classNumber);
  const last = numbers.at(-1);
  const isOne = numbers.length === 1;
  return writeMail(settings, {
    firstName,
    subject: isOne
      ? `Your time for Class ${last}`
      : `Your times for Classes ${numbers.slice(0, -1).join(', ')} and ${last}`,
    preview: entries.map(({ startsAt }) => formatSpokenSlot(startsAt)).join('; '),
    blocks: [
      isOne ? `You’ve picked a time for Class ${last}:` : 'You’ve picked these times:',
      listClasses(entries),
      'You can join your classes on the portal, and reschedule there if a time stops working for you.',
      ...(isUnfinished
        ? ['Whenever you’re ready, you can also pick times for the rest of your classes.']
        : []),
    ],
    button: ['See Your Classes', PAGES.schedule],
    afterwards: isOne ? invitationNote : 'Each attached file adds one class to your calendar.',
  });
}

interface OwnMove {
  firstName: string;
  classNumber: number;
  /** Null if the old class was canceled and the new one starts at the same time. */
  from: Date | null;
  to: Date;
}

export function ownMoveMail(settings: Settings, { firstName, classNumber, from, to }: OwnMove) {
  const when = formatSpokenSlot(to);
  return writeMail(settings, {
    firstName,
    subject: `Your new time for Class ${classNumber}`,
    preview: `It’s now on ${when}.`,
    blocks: [
      from
        ? `You moved Class ${classNumber} from ${formatSpokenSlot(from)} to ${when}.`
        : `Class ${classNumber} is now on ${when}.`,
    ],
    button: seeSchedule(classOnSchedule(classNumber)),
    afterwards: invitationNote,
  });
}

interface Makeup {
  firstName: string;
  classNumber: number;
  makeup: Date;
}

/** Sent when a student cancels their own makeup. */
export function makeupUndoneMail(settings: Settings, { firstName, classNumber, makeup }: Makeup) {
  return writeMail(settings, {
    firstName,
    subject: `Your makeup for Class ${classNumber} is canceled`,
    preview: 'You can pick another time for it.',
    blocks: [
      `You canceled your makeup for Class ${classNumber} on ${formatSpokenSlot(makeup)}. You can pick another time whenever you’re ready.`,
    ],
    button: ['Pick a Time', makeupPath(classNumber)],
    afterwards: invitationNote,
  });
}

/** Sent when a report shows that the student attended the class, so we canceled their makeup. */
export function makeupGivenBackMail(settings: Settings, made: Makeup & { attended: Date }) {
  const { firstName, classNumber, attended, makeup } = made;
  return writeMail(settings, {
    firstName,
    subject: `Class ${classNumber} is complete`,
    preview: 'You don’t need a makeup for it.',
    blocks: [
      `Good news: you were in Class ${classNumber} on ${formatSpokenSlot(attended)}, so it’s complete.`,
      `You don’t need a makeup, so we canceled the one on ${formatSpokenSlot(makeup)}.`,
    ],
    button: seeSchedule(),
    afterwards: invitationNote,
  });
}

interface StaffAct {
  firstName: string;
  registrationId: number;
  classNumber: number;
  startsAt: Date;
  isPast: boolean;
  /** The previous class time, or null for a new registration. */
  from: Date | null;
}

/** Tells the student what staff did with their class, and how to change it. */
export function actMail(
  settings: Settings,
  act: 'registered' | 'moved' | 'canceled',
  { firstName, registrationId, classNumber, startsAt, isPast, from }: StaffAct,
) {
  const name = `Class ${classNumber}`;
  const when = formatSpokenSlot(startsAt);
  const isMistake = 'If this is a mistake, please let us know.';
  if (act === 'canceled') {
    return writeMail(settings, {
      firstName,
      subject: `Pick a new time for ${name}`,
      preview: 'You won’t lose a class.',
      blocks: [
        `We canceled your place in ${name} on ${when}.`,
        `You won’t lose a class: just pick a new time. ${isMistake}`,
      ],
      button: ['Pick a New Time', chooseAgainPath(registrationId)],
      afterwards: invitationNote,
    });
  }
  const isMove = act === 'moved';
  const before = from ? ` It was on ${formatSpokenSlot(from)}.` : '';
  return writeMail(settings, {
    firstName,
    subject: `Your ${isMove ? 'new ' : ''}time for ${name}`,
    preview: `${when}.`,
    blocks: [
      isMove ? `We moved ${name} to ${when}.${before}` : `We signed you up for ${name} on ${when}.`,
      isPast ? isMistake : 'If that time doesn’t work for you, pick another one on your schedule.',
    ],
    button: seeSchedule(classOnSchedule(classNumber)),
    afterwards: invitationNote,
  });
}
