import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { attendanceCalls } from '../../contract/attendance.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { canCorrect } from '../../course/attendance-states.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Transaction } from '../database/connect.ts';
import { isSeat } from '../database/joins.ts';
import { lockPeople } from '../database/lock-order.ts';
import {
  alumniJoins,
  attendance,
  attendanceCorrections,
  classes,
  makeups,
  people,
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

interface PersonCorrection extends Body {
  personId: number;
  /** The version of the correction that the editor saw, if we know it. */
  version?: number | undefined;
  isWalkIn?: boolean | undefined;
}

/**
 * Corrects the attendance of these people, or of no one if one of them can't be corrected. Corrections override Zoom's
 * data until someone withdraws them. Updates the attendance records and any makeups right away.
 */
export async function correctAttendance(
  services: Services,
  actor: Actor,
  classId: number,
  corrections: PersonCorrection[],
): Promise<void> {
  const { database, clock, queue } = services;
  const now = clock.now();
  const change = database.transaction(async (transaction) => {
    // A correction references its author, so we lock everyone, in order of id.
    const everyone = [...corrections.map(({ personId }) => personId), actor.id];
    await lockPeople(transaction, everyone, 'no key update');
    await checkClass(transaction, classId, corrections, now);
    const changed = await findChanged(transaction, classId, corrections);
    if (changed.length === 0) return;
    // If someone attended or missed the class, it must have been held.
    const isHeld = changed.some(({ values: { status } }) => ['Present', 'Missed'].includes(status));
    if (isHeld) await setHeld(transaction, classId, true);
    for (const { personId, values, before } of changed) {
      const set = { ...values, correctedBy: actor.id, correctedAt: now };
      await transaction
        .insert(attendanceCorrections)
        .values({ classId, personId, ...set, ...seenOf(before.record) })
        .onConflictDoUpdate({
          target: [attendanceCorrections.personId, attendanceCorrections.classId],
          set: {
            ...set,
            ...(before.correction?.status === 'Withdrawn' && seenOf(before.record)),
            version: sql`${attendanceCorrections.version} + 1`,
          },
        });
    }
    const personIds = changed.map(({ personId }) => personId);
    const later = await decideAttendanceOf(services, transaction, { classId, personIds, now });
    const jobs = [...later.keys()].map((personId) => ({ classId, personId }));
    await queue.addAll(transaction, decideAttendanceJob, jobs);
    for (const { personId, before } of changed) {
      const after = await readPlace(transaction, classId, personId);
      await audit(transaction, actor, now, 'attendance: corrected', {
        person: personId,
        class: classId,
        before: describe(classId, before),
        after: describe(classId, after),
      });
    }
  });
  await change.catch(conflictError);
}

/** Throws if anyone can't be corrected. Leaves out corrections that change nothing. */
async function findChanged(
  transaction: Transaction,
  classId: number,
  corrections: PersonCorrection[],
) {
  const changed: { personId: number; values: Values; before: Place }[] = [];
  for (const { personId, version, isWalkIn, status, reason, ...rest } of corrections) {
    const before = await readPlace(transaction, classId, personId);
    const isKnown = before.correction || before.record;
    if (!isKnown) await (isWalkIn ? checkWalkIn : checkInClass)(transaction, personId, classId);
    const { guestName = null } = rest;
    const values = { status, reason, guestName };
    if (isUnchanged(before.correction, values)) continue;
    const readCurrent = async () =>
      (await readCorrections(transaction, classId)).get(personId) ?? {};
    await refuseStale(before.correction?.version ?? 0, version, 'attendance', readCurrent);
    if (guestName !== null) await checkGuestName(transaction, classId, guestName);
    changed.push({ personId, values, before });
  }
  return changed;
}

const conflictError = toConflictError({
  attendance_corrections_one_per_guest_name: () => new DomainError('guest-name-taken'),
});

async function checkClass(
  transaction: Transaction,
  classId: number,
  corrections: PersonCorrection[],
  now: Date,
) {
  const [found] = await transaction.select().from(classes).where(eq(classes.id, classId));
  if (!found) throw new DomainError('class-not-found');
  if (found.deletedAt) throw new DomainError('class-deleted');
  if (found.cancellationId) throw new DomainError('class-canceled');
  const { startsAt } = found;
  if (!corrections.every(({ status }) => canCorrect(status, startsAt, now))) {
    throw new DomainError('class-not-begun');
  }
}

type Place = Awaited<ReturnType<typeof readPlace>>;

async function readPlace(transaction: Transaction, classId: number, personId: number) {
  const [correction] = await transaction
    .select()
    .from(attendanceCorrections)
    .where(isSeat(attendanceCorrections, personId, classId));
  const [record] = await transaction
    .select()
    .from(attendance)
    .where(isSeat(attendance, personId, classId));
  return { correction, record };
}

/** Throws unless this is an active student or alum. Walking in doesn't complete a class number. */
async function checkWalkIn(transaction: Transaction, personId: number) {
  const isMember = inArray(people.role, ['student', 'alumni']);
  const whereActive = and(eq(people.id, personId), isMember, isNull(people.deactivatedAt));
  if ((await transaction.$count(people, whereActive)) === 0) {
    throw new DomainError('person-not-found');
  }
}

/** Throws unless the person is registered, scheduled a makeup for this class, joined as an alum, or was in the room. */
async function checkInClass(transaction: Transaction, personId: number, classId: number) {
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
  if (rows.length === 0) throw new DomainError('not-in-class');
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
