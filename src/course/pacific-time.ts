/** Converts between instants and Pacific wall time. Intl is only used for the UTC offset. */
import {
  addWeeks,
  type CalendarDate,
  readCalendarDate,
  utcDate,
  utcMidnight,
} from './calendar-date.ts';
import {
  DAY_MS,
  FIRST_TIME_SLOT_HOUR,
  HOUR_MS,
  MINUTE_MS,
  NEW_CLASS_UTC_OFFSET,
  PACIFIC_ZONE,
  TIME_SLOTS,
  type TimeSlot,
} from './course.ts';

let pacific: Intl.DateTimeFormat | undefined;
let latest: { timeZone: string; format: Intl.DateTimeFormat } | undefined;

/**
 * Keeps Pacific's format and the latest other one, because making one takes a phone milliseconds, and a page has one
 * for each time on it. The first takes it a tenth of a second, so pages without times make none.
 */
function offsetFormat(timeZone: string): Intl.DateTimeFormat {
  const make = () => new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  if (timeZone === PACIFIC_ZONE) {
    pacific ??= make();
    return pacific;
  }
  if (latest?.timeZone !== timeZone) latest = { timeZone, format: make() };
  return latest.format;
}

/** Caches one result per hour, because Intl is slow, and offsets, days and weeks only change on the hour. */
function onceAnHour<Answer>(ask: (milliseconds: number) => Answer): (instant: number) => Answer {
  const answers = new Map<number, Answer>();
  return (instant) => {
    const hour = Math.floor(instant / HOUR_MS);
    let answer = answers.get(hour);
    if (answer === undefined) {
      answer = ask(hour * HOUR_MS);
      answers.set(hour, answer);
    }
    return answer;
  };
}

const pacificOffset = onceAnHour((milliseconds) =>
  readOffset(offsetFormat(PACIFIC_ZONE).format(milliseconds).slice(-'-08:00'.length)),
);

function readOffset(text: string): number {
  return -Date.parse(`1970-01-01T00:00:00${text}`);
}

/** Returns a Date whose UTC fields read as Pacific wall time. */
export function wallClock(instant: Date): Date {
  const milliseconds = instant.getTime();
  return new Date(milliseconds + pacificOffset(milliseconds));
}

export function wallClockIn(timeZone: string, instant: Date): Date {
  // For UTC, some browsers write 'GMT' without an offset.
  const text = offsetFormat(timeZone).format(instant).replace(/GMT$/, '+00:00');
  return new Date(instant.getTime() + readOffset(text.slice(-'-08:00'.length)));
}

/** Rejects offsets such as '+01:00', because they don’t name a place. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[A-Za-z][\w+/-]{0,63}$/.test(name) && Boolean(offsetFormat(name));
  } catch {
    return false;
  }
}

/**
 * In spring, 2:30 AM doesn’t exist, so it becomes 3:30 AM. In fall, 1:30 AM exists twice, and we use the first one. To
 * get both right, we use the offset of the day before unless only the offset of the day after fits.
 */
export function pacificInstant(date: CalendarDate, hour: number, minute: number): Date {
  const wall = utcMidnight(date) + hour * HOUR_MS + minute * MINUTE_MS;
  const before = new Date(wall - pacificOffset(wall - DAY_MS));
  const after = new Date(wall - pacificOffset(wall + DAY_MS));
  const reads = (instant: Date) => wallClock(instant).getTime() === wall;
  return !reads(before) && reads(after) ? after : before;
}

const dateAt = onceAnHour((milliseconds) => utcDate(wallClock(new Date(milliseconds)).getTime()));

export function pacificDate(instant: Date): CalendarDate {
  return dateAt(instant.getTime());
}

const weekAt = onceAnHour((milliseconds) => {
  const wall = wallClock(new Date(milliseconds));
  return utcDate(wall.getTime() - wall.getUTCDay() * DAY_MS);
});

/** Weeks run from Sunday to Saturday. We identify a week by its Sunday. */
export function pacificWeekOf(instant: Date): CalendarDate {
  return weekAt(instant.getTime());
}

export function pacificHour(instant: Date): number {
  return wallClock(instant).getUTCHours();
}

export function onPacificDate(instant: Date, date: CalendarDate): Date {
  const wall = wallClock(instant);
  return pacificInstant(date, wall.getUTCHours(), wall.getUTCMinutes());
}

/** `end` is exclusive. */
export function pacificWeekWindow(sunday: CalendarDate): { start: Date; end: Date } {
  return { start: pacificInstant(sunday, 0, 0), end: pacificInstant(addWeeks(sunday, 1), 0, 0) };
}

function hourOf(timeSlot: TimeSlot): number {
  return FIRST_TIME_SLOT_HOUR + TIME_SLOTS.indexOf(timeSlot);
}

export function classStart(date: CalendarDate, timeSlot: TimeSlot): Date {
  return pacificInstant(date, hourOf(timeSlot), 0);
}

export function timeSlotOf(instant: Date): TimeSlot | null {
  const wall = wallClock(instant);
  if (wall.getUTCMinutes() !== 0) return null;
  return TIME_SLOTS[wall.getUTCHours() - FIRST_TIME_SLOT_HOUR] ?? null;
}

/** The API represents a day as a local date and time, with the time set to noon. */
export function pacificNoonText(date: CalendarDate): string {
  return `${date}T12:00:00`;
}

export function pacificWallText(instant: Date): string {
  return wallClock(instant).toISOString().slice(0, '2026-12-01T16:00:00'.length);
}

/** Uses only the date part. Rejects text with a time zone, because it’s an instant and not a Pacific date. */
export function readPacificDate(text: string): CalendarDate | null {
  return readCalendarDate(text.replace(/T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?$/, ''));
}

export function readClassStart(pacificDateText: string, timeSlot: TimeSlot): Date | null {
  const date = readPacificDate(pacificDateText);
  return date === null ? null : classStart(date, timeSlot);
}

/** The fixed offset makes this an hour early in winter. The API requires a `startTime`, but the server ignores it. */
export function fixedOffsetStart(date: CalendarDate, timeSlot: TimeSlot): Date {
  return new Date(
    utcMidnight(date) + hourOf(timeSlot) * HOUR_MS - readOffset(NEW_CLASS_UTC_OFFSET),
  );
}
