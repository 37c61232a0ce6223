import { readCalendarDate } from '../../../course/calendar-date.ts';
import { type Attendance, isMissed } from '../../../course/class-state.ts';
import { formatTime } from '../../../course/format-time.ts';
import { pacificDate, pacificInstant } from '../../../course/pacific-time.ts';

export interface ClassCell {
  classNumber: number;
  startsAt: Date;
  isMissed: boolean;
}

const cellPattern = /^(\d{4}-\d{2}-\d{2})[ T](\d{1,2})(?::(\d{2}))? ?([AP]M)?(?: PT)?( missed)?$/i;

/**
 * Reads a cell such as '2026-12-01 4PM', '2026-12-01 16:00' or '2026-12-01 4:30 PM PT missed'. Returns null if the cell
 * doesn't contain a valid date and time.
 */
export function readClassCell(classNumber: number, text: string): ClassCell | null {
  const [, day = '', hourText, minuteText, half, missed] = text.match(cellPattern) ?? [];
  const date = readCalendarDate(day);
  if (date === null || (minuteText === undefined && half === undefined)) return null;
  const hour = readHour(Number(hourText), half?.toUpperCase());
  const minute = Number(minuteText ?? 0);
  if (hour === null || minute > 59) return null;
  const startsAt = pacificInstant(date, hour, minute);
  return { classNumber, startsAt, isMissed: missed !== undefined };
}

function readHour(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour <= 23 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half === 'PM' ? 12 : 0);
}

/** `readClassCell` can read the result. The 'PT' keeps spreadsheets from reformatting the time. */
export function writeClassCell(
  { startsAt, attendance }: { startsAt: Date; attendance: Attendance | null },
  now: Date,
): string {
  return showClassTime(startsAt) + (isMissed(startsAt, attendance, now) ? ' missed' : '');
}

export function showClassTime(startsAt: Date): string {
  return `${pacificDate(startsAt)} ${formatTime(startsAt)}`;
}
