import { addDays, type CalendarDate, utcMidnight } from './calendar-date.ts';
import { MINUTE_MS } from './course.ts';
import { isTimeZone, pacificDate, wallClock, wallClockIn } from './pacific-time.ts';

/** Formats dates and times without Intl, because its spaces and commas vary by ICU version. */

/**
 * The space within dates and times. The default isn’t a no-break space, because that would make text messages cost
 * more.
 */
let space = ' ';

/** The web app calls this once at startup, with a no-break space. */
export function writeTimesWith(character: string): void {
  space = character;
}

let device = { offset: Number.NaN, timeZone: '' };

/** Asks Intl only if the offset has changed, because asking takes a phone milliseconds. */
export function deviceTimeZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (offset !== device.offset) {
    device = { offset, timeZone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
  }
  return device.timeZone;
}

let findZone: () => string | null = deviceTimeZone;
let isMessage = false;

/** For the server, where the reader’s time zone may be unknown. In messages, `formatTime` adds the local time. */
export function writeTimesFor(find: typeof findZone, options: { isMessage: boolean }): void {
  findZone = find;
  isMessage = options.isMessage;
}

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;
export type DayOfWeek = (typeof WEEKDAYS)[number];
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

function weekday(wall: Date): DayOfWeek {
  return WEEKDAYS[wall.getUTCDay()] as DayOfWeek;
}

function month(wall: Date): string {
  return String(MONTHS[wall.getUTCMonth()]);
}

function monthDay(wall: Date): string {
  return `${month(wall)}${space}${wall.getUTCDate()}`;
}

function shortMonthDay(wall: Date): string {
  return `${month(wall).slice(0, 3)}${space}${wall.getUTCDate()}`;
}

function shortMonthDayYear(wall: Date): string {
  return `${shortMonthDay(wall)},${space}${wall.getUTCFullYear()}`;
}

export function dayOfWeek(instant: Date): DayOfWeek {
  return weekday(wallClock(instant));
}

export function dayOfWeekOn(date: CalendarDate): DayOfWeek {
  return weekday(new Date(utcMidnight(date)));
}

function timeOfDay(wall: Date): string {
  const hour = wall.getUTCHours();
  const minute = String(wall.getUTCMinutes()).padStart(2, '0');
  return `${hour % 12 || 12}:${minute}${space}${hour < 12 ? 'AM' : 'PM'}`;
}

/** For example, '4:00 PM PT', or '4:00 PM PT (Wed, 1:00 AM in Berlin)' in an email to someone in Berlin. */
export function formatTime(instant: Date): string {
  const ownTime = isMessage && formatBriefOwnTime(instant);
  return `${timeOfDay(wallClock(instant))}${space}PT${ownTime ? ` (${ownTime})` : ''}`;
}

/** For example, '4:02–4:58 PM PT', or '11:58 AM–12:50 PM PT' across noon. */
export function formatTimeSpan(from: Date, until: Date): string {
  const [first, last] = [from, until].map((instant) => timeOfDay(wallClock(instant))) as [
    string,
    string,
  ];
  const isSameHalf = first.slice(-2) === last.slice(-2);
  return `${isSameHalf ? first.slice(0, -3) : first}–${last}${space}PT`;
}

/** For example, 'December 1 at 4:00 PM PT'. */
export function formatSlot(instant: Date): string {
  return `${monthDay(wallClock(instant))} at${space}${formatTime(instant)}`;
}

/** For emails, texts and screen readers: 'Tuesday, December 1 at 4:00 PM PT'. */
export function formatSpokenSlot(instant: Date): string {
  return `${dayOfWeek(instant)}, ${formatSlot(instant)}`;
}

/** For example, 'tomorrow at 4:00 PM PT', 'in one hour, at 4:00 PM PT' or 'today at 4:00 PM PT'. */
export function formatNearSlot(instant: Date, now: Date): string {
  const minutes = (instant.getTime() - now.getTime()) / MINUTE_MS;
  if (Math.abs(minutes - 60) <= 5) return `in one hour, at ${formatTime(instant)}`;
  const day = formatNearDay(instant, now)?.toLowerCase();
  return day ? `${day} at ${formatTime(instant)}` : `on ${formatSpokenSlot(instant)}`;
}

/** For example, 'tomorrow', 'Tuesday' or, from a week ahead, 'Tuesday, December 8'. */
export function formatComingDay(instant: Date, now: Date): string {
  const day = dayOfWeek(instant);
  const isWithinAWeek = pacificDate(instant) < addDays(pacificDate(now), 7);
  const name = isWithinAWeek ? day : `${day}, ${monthDay(wallClock(instant))}`;
  return formatNearDay(instant, now)?.toLowerCase() ?? name;
}

export function formatNearDay(instant: Date, now: Date): 'Today' | 'Tomorrow' | null {
  const [day, today] = [pacificDate(instant), pacificDate(now)];
  if (day === today) return 'Today';
  return day === addDays(today, 1) ? 'Tomorrow' : null;
}

/** For texts that list several times: 'Tue Dec 1, 4:00 PM PT'. */
export function formatShortSlot(instant: Date): string {
  const wall = wallClock(instant);
  return `${weekday(wall).slice(0, 3)} ${shortMonthDay(wall)}, ${formatTime(instant)}`;
}

/** For lists: 'Tue, Dec 1 · 4:00 PM PT'. */
export function formatRowSlot(instant: Date): string {
  return `${formatDay(instant)} · ${formatTime(instant)}`;
}

/** For headings: 'Tue, Dec 1'. */
export function formatDay(instant: Date): string {
  const wall = wallClock(instant);
  return `${weekday(wall).slice(0, 3)}, ${shortMonthDay(wall)}`;
}

/** For example, 'Tuesday, December 1, 2026'. */
export function formatLongDate(instant: Date): string {
  const wall = wallClock(instant);
  return `${weekday(wall)}, ${monthDay(wall)}, ${wall.getUTCFullYear()}`;
}

/** For dense tables: 'Tue, Dec 1, 2026'. */
export function formatCompactDate(instant: Date): string {
  return `${dayOfWeek(instant).slice(0, 3)}, ${shortMonthDayYear(wallClock(instant))}`;
}

/** Replaces the spaces within times with `space`, for text that wasn’t formatted by this file. */
export function keepTimesWhole(text: string): string {
  return text.replace(/(\d) ([AP]M)\b(?: (PT)\b)?/g, (_, ...parts: (string | undefined)[]) =>
    parts.slice(0, 3).filter(Boolean).join(space),
  );
}

/** For example, 'November 29 – December 5'. */
export function formatWeek(sunday: CalendarDate): string {
  const saturday = addDays(sunday, 6);
  return [sunday, saturday].map((date) => monthDay(new Date(utcMidnight(date)))).join(' – ');
}

/** '7:00 PM in New York' or 'Wednesday, December 2, 1:00 AM in Berlin'. Null if the zone is Pacific or unknown. */
export function formatOwnTime(instant: Date): string | null {
  return writeOwnTime(instant, (own) => `${weekday(own)}, ${monthDay(own)}, `);
}

/** For lists: '7:00 PM in New York' or 'Wed, Dec 2, 1:00 AM in Berlin'. */
export function formatShortOwnTime(instant: Date): string | null {
  return writeOwnTime(instant, (own) => `${weekday(own).slice(0, 3)}, ${shortMonthDay(own)}, `);
}

/** For messages and small spaces: '7:00 PM in New York' or 'Wed, 1:00 AM in Berlin'. */
export function formatBriefOwnTime(instant: Date): string | null {
  return writeOwnTime(instant, (own) => `${weekday(own).slice(0, 3)}, `);
}

function writeOwnTime(instant: Date, writeDay: (own: Date) => string): string | null {
  const zone = findZone();
  const own = zone && isTimeZone(zone) && wallClockIn(zone, instant);
  const wall = wallClock(instant);
  if (!own || own.getTime() === wall.getTime()) return null;
  const day = own.getUTCDay() === wall.getUTCDay() ? '' : writeDay(own);
  return `${day}${timeOfDay(own)}${space}${namePlace(zone)}`;
}

/** For example, 'Tuesday, December 1 at 4:00 PM PT (7:00 PM in New York)'. */
export function formatSlotForReader(instant: Date): string {
  const ownTime = formatOwnTime(instant);
  return ownTime ? `${formatSpokenSlot(instant)} (${ownTime})` : formatSpokenSlot(instant);
}

/** Some browsers still use the old names for these time zones. */
const RENAMED: Readonly<Record<string, string>> = {
  Calcutta: 'Kolkata',
  Katmandu: 'Kathmandu',
  Kiev: 'Kyiv',
  Rangoon: 'Yangon',
  Saigon: 'Ho Chi Minh City',
};

function namePlace(timeZone: string): string {
  if (/^(?:Etc\/)?UTC$/.test(timeZone)) return 'UTC';
  const [, city] = timeZone.match(/^(?!Etc)\w+\/.*?([^/]+)$/) ?? [];
  if (city === undefined) return 'your time';
  return `in ${RENAMED[city] ?? city.replaceAll('_', ' ')}`.replaceAll(' ', space);
}

export function formatCalendarDate(date: CalendarDate): string {
  return shortMonthDayYear(new Date(utcMidnight(date)));
}

export function formatMonthDay(date: CalendarDate): string {
  return monthDay(new Date(utcMidnight(date)));
}
