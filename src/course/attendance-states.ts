import { type Attendance, hasStarted, isMissed } from './class-state.ts';
import { CLASS_DURATION_MS, DAY_MS, MINUTE_MS, MISSED_MESSAGE_AFTER_MS } from './course.ts';
import { formatSlot, formatTime, formatTimeSpan } from './format-time.ts';

/** How long before class the room opens. We assume that anyone who opens it earlier is just testing it. */
export const ROOM_OPENS_MS = 30 * MINUTE_MS;
/** This long after class, no one counts as in the room anymore, even if Zoom never reported that they left. */
const MAX_OVERRUN_MS = 30 * MINUTE_MS;
export const ROOM_CLOSES_MS = CLASS_DURATION_MS + MAX_OVERRUN_MS;

export function roomOpensAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() - ROOM_OPENS_MS);
}

export function roomClosesAt(startsAt: Date): Date {
  return new Date(startsAt.getTime() + ROOM_CLOSES_MS);
}

/** 'Withdrawn' undoes an earlier correction. */
export const CORRECTIONS = ['Present', 'Missed', 'Excused', 'Withdrawn'] as const;
export type Correction = (typeof CORRECTIONS)[number];

/** Before a class starts, staff can only excuse someone from it or withdraw an earlier correction. */
export function canCorrect(status: Correction, startsAt: Date, now: Date): boolean {
  return hasStarted(startsAt, now) || status === 'Excused' || status === 'Withdrawn';
}

/** People without a registration can’t miss a class, and no one can miss a class that wasn’t held. */
export function shownAttendance<Record extends Attendance>(
  record: Record | null,
  place: { startsAt: Date; wasHeld: boolean | null; classNumber: number | null },
  now: Date,
): Record['status'] | 'Missed' | null {
  if (record) return record.status;
  const canMiss = place.classNumber !== null && place.wasHeld !== false;
  return canMiss && isMissed(place.startsAt, record, now) ? 'Missed' : null;
}

/** Leaves time for Zoom’s events to arrive, including retries, and usually for its report as well. */
const SURE_WITH_EVENTS_MS = MISSED_MESSAGE_AFTER_MS;
/** A day after the class started, we assume that the report will never arrive. */
export const LATEST_REPORT_MS = DAY_MS;

interface KnownOfMeeting {
  readonly startsAt: Date;
  /** The latest time that someone was in the meeting, or that it started or ended. */
  readonly lastSeenAt: Date | null;
  /** True once Zoom confirms that there is no report. An error from Zoom doesn’t count as confirmation. */
  readonly hasNoReport: boolean;
  /** If false, we can’t conclude anything from the lack of events. */
  readonly receivesEvents: boolean;
}

/** Returns null until we know. A teacher who only tests the room earlier that day hasn’t held the class. */
export function wasClassHeld(known: KnownOfMeeting, now: Date): boolean | null {
  const { startsAt, lastSeenAt, hasNoReport, receivesEvents } = known;
  if (lastSeenAt && lastSeenAt >= roomOpensAt(startsAt)) return true;
  const sureAfter = receivesEvents ? SURE_WITH_EVENTS_MS : LATEST_REPORT_MS;
  const isSure = now.getTime() - startsAt.getTime() >= sureAfter;
  return hasNoReport && isSure ? false : null;
}

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
 * Says where the attendance comes from, such as 'Zoom’s report, joined 9:02–9:58 AM PT', and since when. Returns null
 * for a class that isn’t over if there is no record or correction.
 */
export function describeSource(known: Known, now: Date): { from: string; since: string } | null {
  const { record, correction, startsAt, isPast } = known;
  if (correction && correction.status !== 'Withdrawn') {
    const { by, reason, guestName, at } = correction;
    const name = guestName === null ? '' : `, joined as “${guestName}”`;
    return { from: `Set by ${by}: “${reason}”${name}`, since: since(at) };
  }
  if (record?.joinedAt && isInRoom(record, startsAt, now)) {
    return { from: `In the room since ${formatTime(record.joinedAt)}`, since: '' };
  }
  if (record) return { from: describeRecord(record), since: since(record.recordedAt) };
  return isPast ? { from: 'We didn’t see them in the room', since: '' } : null;
}

const since = (instant: Date) => `since ${formatSlot(instant)}`;

export function isInRoom(
  record: Pick<RecordedAttendance, 'joinedAt' | 'leftAt'> | null,
  startsAt: Date,
  now: Date,
): boolean {
  return Boolean(record?.joinedAt && !record.leftAt) && now < roomClosesAt(startsAt);
}

function describeRecord({ source, joinedAt, leftAt }: RecordedAttendance): string {
  if (source === 'import') return 'Imported';
  const who = source === 'report' ? 'Zoom’s report' : 'Zoom’s live data';
  if (!joinedAt) return who;
  return `${who}, joined ${leftAt ? formatTimeSpan(joinedAt, leftAt) : formatTime(joinedAt)}`;
}
