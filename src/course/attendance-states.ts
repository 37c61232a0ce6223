import { type Attendance, hasStarted, isMissed } from './class-time.ts';
import { CLASS_DURATION_MS, MISSED_MESSAGE_AFTER_MS } from './course.ts';
import { formatSlot, formatTime, formatTimeSpan } from './format-time.ts';

/** What staff see and say of attendance; attendance.ts works it out. */

const MINUTE_MS = 60_000;
/** A room that is open earlier is being tried out. */
export const ROOM_OPENS_MS = 30 * MINUTE_MS;
/** Nobody is taken to be in the room longer than this if no one saw them leave, and nobody comes later than this. */
const MAX_OVERRUN_MS = 30 * MINUTE_MS;
export const ROOM_CLOSES_MS = CLASS_DURATION_MS + MAX_OVERRUN_MS;

/** From then on whoever enters the room comes to the class. */
export function roomOpensAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - ROOM_OPENS_MS);
}

/** From then on nobody is taken to be in the room. */
export function roomClosesAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() + ROOM_CLOSES_MS);
}

/** What staff can say by hand of somebody's class. 'Withdrawn' takes back what was said before. */
export const CORRECTIONS = ['Present', 'Missed', 'Excused', 'Withdrawn'] as const;
export type Correction = (typeof CORRECTIONS)[number];

/** Who came can be said once the class has begun; that somebody need not come, also before. */
export function canCorrect(status: Correction, startsAt: Date, now: Date): boolean {
  return hasStarted(startsAt, now) || status === 'Excused' || status === 'Withdrawn';
}

/** What became of somebody's class, for staff; null while nobody can know yet. */
export function shownAttendance<Record extends Attendance>(
  record: Record | null,
  startsAt: Date,
  now: Date,
): Record['status'] | 'Missed' | null {
  if (record) return record.status;
  return isMissed(startsAt, record, now) ? 'Missed' : null;
}

/** Whether the meeting of a class ran at all: a class that nobody started was not missed by anybody. */

/** Zoom's events have arrived by then, retries included, and usually its report. */
const SURE_WITH_EVENTS_MS = MISSED_MESSAGE_AFTER_MS;
/** A report that has not come within a day never will. */
export const LATEST_REPORT_MS = 24 * 60 * 60 * 1000;

interface KnownOfMeeting {
  readonly startsAt: Date;
  /** When anyone was last seen in the meeting, or when it started or ended. */
  readonly lastSeenAt: Date | null;
  /** Zoom was asked for the report and has none. False while the report is refused. */
  readonly hasNoReport: boolean;
  /** Zoom's events reach us these days, so their absence says something. */
  readonly receivesEvents: boolean;
}

/** Null while we cannot know. A room that was only tried out beforehand is not a class. */
export function wasClassHeld(known: KnownOfMeeting, now: Date): boolean | null {
  const { startsAt, lastSeenAt, hasNoReport, receivesEvents } = known;
  if (lastSeenAt && lastSeenAt >= roomOpensAt(startsAt)) return true;
  const sureAfter = receivesEvents ? SURE_WITH_EVENTS_MS : LATEST_REPORT_MS;
  const isSure = now.getTime() - startsAt.getTime() >= sureAfter;
  return hasNoReport && isSure ? false : null;
}

/** How staff are told what became of somebody's class, and who says so. */

export interface RecordedAttendance {
  readonly source: 'webhook' | 'report' | 'import' | 'hand';
  readonly joinedAt: Date | null;
  readonly leftAt: Date | null;
  readonly recordedAt: Date;
}

interface SaidByHand {
  readonly status: Correction;
  readonly reason: string;
  readonly by: string;
  readonly at: Date;
  readonly guestName: string | null;
}

interface Known {
  readonly record: RecordedAttendance | null;
  readonly correction: SaidByHand | null;
  readonly startsAt: Date;
  readonly isPast: boolean;
}

/**
 * Where the status comes from, 'Zoom’s report, joined 9:02–9:58 AM PT', and since when it is so, where that says more.
 * Null while nothing is known.
 */
export function describeSource(known: Known, now: Date): { from: string; since: string } | null {
  const { record, correction, startsAt, isPast } = known;
  if (correction && correction.status !== 'Withdrawn') {
    const { by, reason, guestName, at } = correction;
    const name = guestName === null ? '' : `, in the room as “${guestName}”`;
    return { from: `By hand, by ${by}, “${reason}”${name}`, since: since(at) };
  }
  if (record?.joinedAt && isInRoom(record, startsAt, now)) {
    return { from: `In the room since ${formatTime(record.joinedAt)}`, since: '' };
  }
  if (record) return { from: describeRecord(record), since: since(record.recordedAt) };
  return isPast ? { from: 'Not seen in the room', since: '' } : null;
}

const since = (instant: Date) => `since ${formatSlot(instant)}`;

/** Whether somebody is there at this moment, as far as anybody has seen. */
export function isInRoom(
  record: Pick<RecordedAttendance, 'joinedAt' | 'leftAt'> | null,
  startsAt: Date,
  now: Date,
): boolean {
  return Boolean(record?.joinedAt && !record.leftAt) && now < roomClosesAt(startsAt);
}

function describeRecord({ source, joinedAt, leftAt }: RecordedAttendance): string {
  if (source === 'import') return 'Imported';
  const who = source === 'report' ? 'Zoom’s report' : 'Seen by Zoom';
  if (!joinedAt) return who;
  return `${who}, joined ${leftAt ? formatTimeSpan(joinedAt, leftAt) : formatTime(joinedAt)}`;
}
