/** How staff are told what became of somebody's class, and who says so. */
import { type Correction, roomClosesAt } from './attendance-states.ts';
import { formatSlot, formatTime, formatTimeSpan } from './format-time.ts';

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
