import { and, eq, isNotNull, ne } from 'drizzle-orm';
import { reportPauseSeconds } from '../../course/attendance.ts';
import { LATEST_REPORT_MS } from '../../course/attendance-states.ts';
import { hasStarted } from '../../course/class-state.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow, match, updateRows } from '../database/rows.ts';
import { classes, meetingRegistrants, roomEvents } from '../database/schema.ts';
import { MeetingsProblem, type Participation } from '../integrations/meetings/port.ts';
import { outcomeOf, TryLater } from '../jobs/outcomes.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { VendorServices } from '../platform/services.ts';
import { decideAttendanceOf } from './decide-attendance.ts';
import { decideHeld } from './held-classes.ts';

type Class = typeof classes.$inferSelect;
type Event = typeof roomEvents.$inferInsert;

const emptyReportDelayMs = 2 * HOUR_MS;

interface Reading {
  instanceId: string;
  participations: Participation[] | null;
}

/**
 * Zoom's report keeps growing for several minutes, so we read it until it no longer changes. Only then do we mark
 * people as having left early.
 */
export async function readReport(
  services: VendorServices,
  { classId, instanceId }: { classId: number; instanceId: string | null },
): Promise<void> {
  const { database, clock } = services;
  const courseClass = await findRow(database, classes, { id: classId });
  const now = clock.now();
  if (!courseClass?.zoomMeetingId || courseClass.cancellationId) return;
  // Before class, a teacher may just be testing the room, so don't read the report yet.
  if (!hasStarted(courseClass.startsAt, now)) return;
  const guests = await findGuests(services, classId);
  const personIds = [...new Set(guests.map(({ personId }) => personId))];
  const seen = { classId, personIds, now };
  await database.transaction((transaction) => decideAttendanceOf(services, transaction, seen));

  const readings = guests.length > 0 ? await readAll(services, courseClass, instanceId) : [];
  if (!readings) return;
  const wasSettled = courseClass.attendanceSettledAt !== null;
  const age = now.getTime() - courseClass.startsAt.getTime();
  const isSettled = await database.transaction(async (transaction) => {
    await lockPeople(transaction, personIds, 'no key update');
    const report = readings.flatMap(({ participations }) => participations ?? []);
    const wasHeld =
      guests.length > 0 ? await decideHeld(transaction, courseClass, report, now) : null;
    const isComplete = readings.every(({ participations }) => participations !== null);
    const { hasChanged, isEmpty } = await replaceEvents(transaction, classId, readings, guests);
    // Right after class, an empty report may still be incomplete.
    const isDone = isComplete && !hasChanged && (!isEmpty || age > emptyReportDelayMs);
    const isNoneExpected = guests.length === 0 || wasHeld === false || age > LATEST_REPORT_MS;
    const isFinal = wasSettled || isDone || isNoneExpected;
    const settled = isFinal && !wasSettled && { attendanceSettledAt: now };
    await updateRows(
      transaction,
      classes,
      { id: classId },
      { attendanceProblem: null, ...settled },
    );
    await decideAttendanceOf(services, transaction, seen);
    return isFinal;
  });
  // If the meeting may not have started, don't retry here, because missed-class.ts requests the report again every
  // hour.
  const hasBegun = readings.some((one) => one.instanceId !== '' || one.participations !== null);
  if (!isSettled && hasBegun) {
    const pause = reportPauseSeconds(courseClass.startsAt, now);
    throw new TryLater(pause, 'the report is missing or may still grow');
  }
}

/**
 * Finds everyone who may be in the report: people registered for the meeting, and people who were registered when they
 * joined it.
 */
async function findGuests({ database }: VendorServices, classId: number) {
  const { personId, zoomRegistrantId } = meetingRegistrants;
  const seats = await database
    .select({ personId, registrantId: zoomRegistrantId })
    .from(meetingRegistrants)
    .where(and(eq(meetingRegistrants.classId, classId), isNotNull(zoomRegistrantId)));
  const seen = await database
    .selectDistinct({ personId: roomEvents.personId, registrantId: roomEvents.registrantId })
    .from(roomEvents)
    .where(and(eq(roomEvents.classId, classId), isNotNull(roomEvents.personId)));
  return [...seats, ...seen].map((guest) => ({ ...guest, personId: guest.personId ?? 0 }));
}

/** Returns null if Zoom rejects the request for the report. */
async function readAll(services: VendorServices, courseClass: Class, instanceId: string | null) {
  const { meetings } = services;
  const known = instanceId ? [instanceId] : await findInstances(services, courseClass.id);
  const readings: Reading[] = [];
  try {
    for (const instance of known.length > 0 ? known : ['']) {
      const participations = await meetings.report(instance || (courseClass.zoomMeetingId ?? ''));
      readings.push({ instanceId: instance, participations });
    }
  } catch (error) {
    if (!(error instanceof MeetingsProblem)) throw error;
    const attendanceProblem = describeReportProblem(error);
    await updateRows(services.database, classes, { id: courseClass.id }, { attendanceProblem });
    // Don't retry here, because the nightly job and the Retry button request the report again.
    if (error.kind === 'operator' || error.kind === 'refused') return null;
    throw outcomeOf(error);
  }
  return readings;
}

async function findInstances({ database }: VendorServices, classId: number): Promise<string[]> {
  const rows = await database
    .selectDistinct({ instanceId: roomEvents.instanceId })
    .from(roomEvents)
    .where(and(eq(roomEvents.classId, classId), ne(roomEvents.instanceId, '')));
  return rows.map(({ instanceId }) => instanceId);
}

const meanwhile = 'Until then, attendance is based on who we saw join and leave.';

function describeReportProblem({ kind, message }: MeetingsProblem): string {
  const said = message.replace(/\.?$/, '.');
  if (kind === 'operator') {
    return `Zoom won’t tell us who attended: ${said} Reports require a Pro plan or higher and the scope report:read:admin. Ask the person who manages your Zoom account to set this up, then press Retry. ${meanwhile}`;
  }
  if (kind === 'refused') {
    return `Zoom refused to tell us who attended: ${said} We’ll ask again every night for a week. To ask now, press Retry. ${meanwhile}`;
  }
  return `Zoom couldn’t tell us who attended: ${said} We’ll ask again automatically. ${meanwhile}`;
}

async function replaceEvents(
  transaction: Transaction,
  classId: number,
  readings: Reading[],
  guests: { personId: number; registrantId: string | null }[],
): Promise<{ hasChanged: boolean; isEmpty: boolean }> {
  const personOf = new Map(guests.map(({ personId, registrantId }) => [registrantId, personId]));
  const read = readings.filter(({ participations }) => participations !== null);
  const events = read.flatMap(({ instanceId, participations }) =>
    (participations ?? []).flatMap(({ registrantId, connectionId, joinedAt, leftAt }): Event[] => {
      const personId = registrantId === null ? undefined : personOf.get(registrantId);
      if (personId === undefined) return [];
      const stay = { classId, personId, source: 'report', instanceId, connectionId } as const;
      return [
        { ...stay, registrantId, kind: 'joined', at: joinedAt },
        { ...stay, registrantId, kind: 'left', at: leftAt },
      ];
    }),
  );
  const isEmpty = events.length === 0;
  if (read.length === 0) return { hasChanged: false, isEmpty };
  const instances = read.map(({ instanceId }) => instanceId);
  const earlier = await transaction
    .delete(roomEvents)
    .where(match(roomEvents, { classId, source: 'report', instanceId: instances }))
    .returning();
  if (!isEmpty) await transaction.insert(roomEvents).values(events).onConflictDoNothing();
  const keyOf = ({ personId, kind, at, instanceId, connectionId }: Event) =>
    JSON.stringify([personId, kind, at, instanceId, connectionId]);
  const before = new Set(earlier.map(keyOf));
  const now = new Set(events.map(keyOf));
  const isSame = before.size === now.size && [...now].every((one) => before.has(one));
  return { hasChanged: !isSame, isEmpty };
}
