import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { attendanceCalls } from '../../contract/attendance.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { canCorrect } from '../../course/attendance-states.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import {
  alumniJoins,
  attendance,
  attendanceCorrections,
  classes,
  makeups,
  registrations,
  roomEvents,
} from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { readCorrections } from './class-attendance.ts';
import { decideAttendanceOf } from './decide-attendance.ts';
import { setHeld } from './held-classes.ts';
import { decideAttendanceJob, settleAttendanceJob } from './jobs.ts';
import { whereReportMissing } from './queries.ts';

type Body = BodyOf<typeof attendanceCalls.correctAttendance>;

interface SeenPlace {
  classId: number;
  personId: number;
  /** The version of the correction that the editor saw, if we know it. */
  version: number | undefined;
}

/**
 * Corrects a person's attendance. The correction overrides Zoom's data until someone withdraws it. Updates the
 * attendance record and any makeups right away.
 */
export async function correctAttendance(
  services: Services,
  actor: Actor,
  place: SeenPlace,
  { status, reason, ...body }: Body,
): Promise<void> {
  const { database, clock, queue } = services;
  const { classId, personId, version } = place;
  const now = clock.now();
  const change = database.transaction(async (transaction) => {
    // The correction references its author, so we lock both people, in order of id.
    await lockPeople(transaction, [personId, actor.id], 'no key update');
    await checkClass(transaction, classId, status, now);
    const before = await readPlace(transaction, place);
    const guestName = body.guestName ?? null;
    const correction = { status, reason, guestName };
    if (isUnchanged(before.correction, correction)) return;
    const readCurrent = async () =>
      (await readCorrections(transaction, classId)).get(personId) ?? {};
    await refuseStale(before.correction?.version ?? 0, version, 'attendance', readCurrent);
    if (guestName !== null) await checkGuestName(transaction, classId, guestName);
    // If someone attended or missed the class, it must have been held.
    if (status === 'Present' || status === 'Missed') await setHeld(transaction, classId, true);
    const values = { ...correction, correctedBy: actor.id, correctedAt: now };
    await transaction
      .insert(attendanceCorrections)
      .values({ classId, personId, ...values, ...seenOf(before.record) })
      .onConflictDoUpdate({
        target: [attendanceCorrections.personId, attendanceCorrections.classId],
        set: {
          ...values,
          ...(before.correction?.status === 'Withdrawn' && seenOf(before.record)),
          version: sql`${attendanceCorrections.version} + 1`,
        },
      });
    const seat = { classId, personIds: [personId], now };
    const changes = await decideAttendanceOf(services, transaction, seat);
    if (changes.has(personId)) {
      await queue.add(transaction, decideAttendanceJob, { classId, personId });
    }
    const after = await readPlace(transaction, place);
    await audit(transaction, actor, now, 'attendance: corrected', {
      person: personId,
      class: classId,
      before: describe(classId, before),
      after: describe(classId, after),
    });
  });
  await change.catch(conflictError);
}

const conflictError = toConflictError({
  attendance_corrections_one_per_guest_name: () => new DomainError('guest-name-taken'),
});

async function checkClass(
  transaction: Transaction,
  classId: number,
  status: Body['status'],
  now: Date,
) {
  const [found] = await transaction.select().from(classes).where(eq(classes.id, classId));
  if (!found) throw new DomainError('class-not-found');
  if (found.deletedAt) throw new DomainError('class-deleted');
  if (found.cancellationId) throw new DomainError('class-canceled');
  if (!canCorrect(status, found.startsAt, now)) throw new DomainError('class-not-begun');
}

type Place = Awaited<ReturnType<typeof readPlace>>;

async function readPlace(transaction: Transaction, { classId, personId }: SeenPlace) {
  const [correction] = await transaction
    .select()
    .from(attendanceCorrections)
    .where(
      and(eq(attendanceCorrections.classId, classId), eq(attendanceCorrections.personId, personId)),
    );
  const [record] = await transaction
    .select()
    .from(attendance)
    .where(and(eq(attendance.classId, classId), eq(attendance.personId, personId)));
  if (!correction && !record && !(await belongsToClass(transaction, classId, personId))) {
    throw new DomainError('not-in-class');
  }
  return { correction, record };
}

/**
 * Returns whether the person is registered, has a makeup for this class, joined as an alum, or was seen in the room.
 */
async function belongsToClass(transaction: Transaction, classId: number, personId: number) {
  const { rows } = await transaction.execute(sql`
    select 1 from ${registrations} where ${registrations.studentId} = ${personId}
      and ${registrations.endedAt} is null
      and (${registrations.classId} = ${classId} and ${registrations.suspendedBy} is null
        or exists (select from ${makeups} where ${makeups.registrationId} = ${registrations.id}
          and ${makeups.missedClassId} = ${classId} and ${makeups.chosenAt} is not null))
    union all select 1 from ${alumniJoins}
      where ${alumniJoins.classId} = ${classId} and ${alumniJoins.personId} = ${personId}
    union all select 1 from ${roomEvents}
      where ${roomEvents.classId} = ${classId} and ${roomEvents.personId} = ${personId}
    limit 1`);
  return rows.length > 0;
}

type Values = Pick<typeof attendanceCorrections.$inferSelect, 'status' | 'reason' | 'guestName'>;

/** Returns true after a double click, or if there is no correction to withdraw. */
function isUnchanged(current: Values | undefined, { status, reason, guestName }: Values): boolean {
  if (!current) return status === 'Withdrawn';
  return status === current.status && reason === current.reason && guestName === current.guestName;
}

/**
 * Throws unless an unknown guest used this name. A unique index prevents two people from being matched to the same
 * guest.
 */
async function checkGuestName(transaction: Transaction, classId: number, name: string) {
  const seen = await transaction.$count(
    roomEvents,
    and(eq(roomEvents.classId, classId), isNull(roomEvents.personId), eq(roomEvents.name, name)),
  );
  if (seen === 0) throw new DomainError('guest-name-taken');
}

/** Returns the status before the correction, to restore it when the correction is withdrawn. */
function seenOf(record: Place['record']) {
  if (!record || record.source === 'hand' || record.status === 'Excused') {
    return { seenStatus: null, seenSource: null };
  }
  return { seenStatus: record.status, seenSource: record.source };
}

function describe(classId: number, { correction, record }: Place) {
  const { status = null, source = null } = record ?? {};
  const corrected = correction && { correction: correction.status, reason: correction.reason };
  return { classId, status, source, ...corrected, guestName: correction?.guestName ?? null };
}

/** Retries the reports for these classes or, without ids, all missing ones, because most fail for the same reason. */
export async function retryReports(
  { database, clock, queue }: Services,
  actor: Actor,
  classIds?: number[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    const now = clock.now();
    await limitPerson(transaction, now, 'retries', actor.id);
    const missing = await transaction
      .select({ classId: classes.id })
      .from(classes)
      .where(classIds ? inArray(classes.id, classIds) : whereReportMissing(now));
    const all = missing.map(({ classId }) => ({ classId, instanceId: null }));
    await queue.addAll(transaction, settleAttendanceJob, all);
    await audit(transaction, actor, now, 'attendance: reports asked for again', {
      subject: 'classes',
      after: { classes: all.map(({ classId }) => classId) },
    });
  });
}
