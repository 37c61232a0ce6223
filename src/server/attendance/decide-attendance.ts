import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import {
  type AttendanceDecision,
  decideAttendance,
  moreLenient,
  type RoomEvent,
} from '../../course/attendance.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { outdateProgress } from '../database/progress.ts';
import { findRow, match } from '../database/rows.ts';
import {
  attendance,
  type attendanceCorrections,
  classes,
  registrations,
  roomEvents,
} from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import { undoAttendedMakeups } from '../schedule/index.ts';
import { isIn, readAttendance } from './queries.ts';

type Event = typeof roomEvents.$inferSelect & Pick<RoomEvent, 'kind'>;
type Record = typeof attendance.$inferSelect;
type Correction = typeof attendanceCorrections.$inferSelect;

/**
 * Updates these people's attendance records from all events and corrections. Idempotent, and events can arrive in any
 * order. For each person whose record will change without a new event, returns the time of that change.
 */
export async function decideAttendanceOf(
  services: Services,
  transaction: Transaction,
  { classId, personIds, now }: { classId: number; personIds: number[]; now: Date },
): Promise<Map<number, Date>> {
  // Keep other transactions from changing these records, and keep these students from picking a makeup in the meantime.
  await lockPeople(transaction, personIds, 'no key update');
  const { courseClass, events, attendanceOf } = await readKnown(transaction, classId, personIds);
  const changes = new Map<number, Date>();
  // Someone may still open the room after the class is canceled, but being there must not count as attendance.
  if (courseClass.cancellationId) return changes;
  const ends = events.filter(({ kind }) => kind === 'ended');
  const outcomes = personIds.flatMap((personId) => {
    const { correction, record } = attendanceOf(personId);
    const own = events.filter((event) => isOf(event, personId, correction));
    // Imported records describe classes held elsewhere, so only staff can change them.
    const isOpen = record?.source === 'hand' || (own.length > 0 && record?.source !== 'import');
    if (!correction && !isOpen) return [];
    const decision = decideBySource([...own, ...ends], {
      startsAt: courseClass.startsAt,
      now,
      minutes: services.settings.attendanceMinutes,
      isReportFinal: courseClass.attendanceSettledAt !== null,
    });
    if (decision.changesAt) changes.set(personId, decision.changesAt);
    const seen = own.length > 0 ? decision : null;
    return [{ personId, record, outcome: decide(seen, correction, record) }];
  });

  const seat = { classId, recordedAt: now };
  const changed = outcomes.flatMap(({ personId, record, outcome }) =>
    outcome && !isSame(record, outcome) ? [{ ...outcome, ...seat, personId }] : [],
  );
  const gone = outcomes.flatMap(({ personId, record, outcome }) =>
    record && !outcome ? [personId] : [],
  );
  if (changed.length > 0) await write(transaction, changed);
  if (gone.length > 0) {
    await transaction.delete(attendance).where(isIn(classId, gone)(attendance));
  }
  const ids = [...changed.map(({ personId }) => personId), ...gone];
  if (ids.length > 0) {
    const columns = { ...registrations, personId: registrations.studentId };
    await outdateProgress(transaction, isIn(classId, ids)(columns));
  }
  const present = outcomes.flatMap(({ personId, outcome }) =>
    outcome?.status === 'Present' ? [personId] : [],
  );
  await undoAttendedMakeups(services.queue, transaction, { classId, personIds: present, now });
  return changes;
}

function isOf(event: Event, personId: number, correction: Correction | undefined): boolean {
  if (event.personId !== null) return event.personId === personId;
  return event.name !== null && event.name === correction?.guestName;
}

async function readKnown(transaction: Transaction, classId: number, personIds: number[]) {
  const courseClass = await findRow(transaction, classes, { id: classId });
  if (!courseClass) throw new Error(`class ${classId} was not found`);
  const attendanceOf = await readAttendance(transaction, classId, personIds);
  const names = personIds.flatMap((id) => attendanceOf(id).correction?.guestName ?? []);
  const found = await transaction
    .select()
    .from(roomEvents)
    .where(
      and(
        match(roomEvents, { classId, kind: ['joined', 'left', 'ended'] }),
        or(
          inArray(roomEvents.personId, personIds),
          eq(roomEvents.kind, 'ended'),
          and(isNull(roomEvents.personId), inArray(roomEvents.name, names)),
        ),
      ),
    );
  return { courseClass, events: found as Event[], attendanceOf };
}

type DecisionInput = Parameters<typeof decideAttendance>[1] & { isReportFinal: boolean };
type Sourced = AttendanceDecision & { source: 'webhook' | 'report' };

/**
 * While the report is incomplete, uses the report or the webhooks, whichever is more lenient. A final report replaces
 * the webhooks from the same meeting.
 */
function decideBySource(events: Event[], { isReportFinal, ...course }: DecisionInput): Sourced {
  const reported = new Set(
    events.filter(({ source }) => source === 'report').map(({ instanceId }) => instanceId),
  );
  const isReported = ({ source, instanceId }: Event) =>
    source === 'report' || !reported.has(instanceId);
  const byReport: Sourced = {
    ...decideAttendance(events.filter(isReported), course),
    source: reported.size > 0 ? 'report' : 'webhook',
  };
  if (isReportFinal || reported.size === 0) return byReport;
  const fromWebhooks = events.filter(({ source }) => source === 'webhook');
  const byWebhook: Sourced = { ...decideAttendance(fromWebhooks, course), source: 'webhook' };
  return moreLenient(byReport, byWebhook) === byReport ? byReport : byWebhook;
}

type Outcome = Pick<Record, 'status' | 'source' | 'joinedAt' | 'leftAt'> | null;

/** `seen` is null if there are no events, for example because old events have been deleted. */
function decide(
  seen: Sourced | null,
  correction: Correction | undefined,
  record: Record | undefined,
): Outcome {
  const { joinedAt = null, leftAt = null } = seen ?? record ?? {};
  if (correction && correction.status !== 'Withdrawn') {
    const { status } = correction;
    return status === 'Missed' ? null : { status, source: 'hand', joinedAt, leftAt };
  }
  const { seenStatus = null, seenSource = null } = correction ?? {};
  if (seenStatus && seenSource && (!seen || seenSource === 'import')) {
    return { status: seenStatus, source: seenSource, joinedAt, leftAt };
  }
  return seen?.status ? { status: seen.status, source: seen.source, joinedAt, leftAt } : null;
}

function isSame(record: Record | undefined, outcome: NonNullable<Outcome>): boolean {
  return (
    record?.status === outcome.status &&
    record.source === outcome.source &&
    record.joinedAt?.getTime() === outcome.joinedAt?.getTime() &&
    record.leftAt?.getTime() === outcome.leftAt?.getTime()
  );
}

async function write(transaction: Transaction, rows: (typeof attendance.$inferInsert)[]) {
  const { status, source, recordedAt } = attendance;
  const isAsBefore = sql`(${status}, ${source}) = (excluded.status, excluded.source)`;
  await transaction
    .insert(attendance)
    .values(rows)
    .onConflictDoUpdate({
      target: [attendance.personId, attendance.classId],
      set: {
        status: sql`excluded.status`,
        source: sql`excluded.source`,
        joinedAt: sql`excluded.joined_at`,
        leftAt: sql`excluded.left_at`,
        recordedAt: sql`case when ${isAsBefore} then ${recordedAt} else excluded.recorded_at end`,
      },
    });
}
