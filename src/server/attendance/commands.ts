import { and, inArray, isNull, sql } from 'drizzle-orm';
import type { attendanceCalls } from '../../contract/attendance.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { canCorrect } from '../../course/attendance-states.ts';
import { MEMBER_ROLES } from '../../course/roles.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { findRow, match } from '../database/rows.ts';
import { attendanceCorrections, classes, people, roomEvents } from '../database/schema.ts';
import { isAnyOf } from '../database/standing.ts';
import { type Actor, audit, auditAll } from '../platform/audit.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { readCorrections } from './class-attendance.ts';
import { decideAttendanceOf } from './decide-attendance.ts';
import { setHeld } from './held-classes.ts';
import { decideAttendanceJob, settleAttendanceJob } from './jobs.ts';
import {
  guestsOf,
  isIn,
  type KnownAttendance,
  readAttendance,
  whereReportMissing,
} from './queries.ts';

type Body = BodyOf<typeof attendanceCalls.correctAttendance>;

interface PersonCorrection extends Body {
  personId: number;
  version?: number | undefined;
  isWalkIn?: boolean | undefined;
}

/** Saves all of the corrections or none. They override Zoom's data until someone withdraws them. */
export async function correctAttendance(
  services: Services,
  actor: Actor,
  classId: number,
  corrections: PersonCorrection[],
): Promise<void> {
  const { database, clock, queue } = services;
  const now = clock.now();
  const change = database.transaction(async (transaction) => {
    // Lock the author along with the others, because corrections reference their author, and people must be locked in
    // order of ID.
    const everyone = [...corrections.map(({ personId }) => personId), actor.id];
    await lockPeople(transaction, everyone, 'no key update');
    await checkClass(transaction, classId, corrections, now);
    const changed = await findChanged(transaction, classId, corrections);
    if (changed.length === 0) return;
    // If someone attended or missed the class, it must have been held.
    const isHeld = changed.some(({ values: { status } }) => ['Present', 'Missed'].includes(status));
    if (isHeld) await setHeld(transaction, classId, true);
    const rows = changed.map(({ personId, values, before }) => ({
      ...{ classId, personId, correctedBy: actor.id, correctedAt: now },
      ...{ ...values, ...seenOf(before.record) },
    }));
    await write(transaction, rows);
    const personIds = changed.map(({ personId }) => personId);
    const later = await decideAttendanceOf(services, transaction, { classId, personIds, now });
    const jobs = [...later.keys()].map((personId) => ({ classId, personId }));
    await queue.addAll(transaction, decideAttendanceJob, jobs);
    const attendanceOf = await readAttendance(transaction, classId, personIds);
    const facts = changed.map(({ personId, before }) => ({
      ...{ person: personId, class: classId },
      before: auditedValues(classId, before),
      after: auditedValues(classId, attendanceOf(personId)),
    }));
    await auditAll(transaction, actor, now, 'attendance: corrected', facts);
  });
  await change.catch(conflictError);
}

async function findChanged(
  transaction: Transaction,
  classId: number,
  corrections: PersonCorrection[],
) {
  const byPerson = new Map(corrections.map((one) => [one.personId, one]));
  const attendanceOf = await readAttendance(transaction, classId, [...byPerson.keys()]);
  const isKnown = ({ correction, record }: KnownAttendance) => correction ?? record;
  const strangers = [...byPerson.values()].filter(
    ({ personId }) => !isKnown(attendanceOf(personId)),
  );
  await checkWalkIns(transaction, idsOf(strangers.filter(({ isWalkIn }) => isWalkIn)));
  await checkInClass(transaction, classId, idsOf(strangers.filter(({ isWalkIn }) => !isWalkIn)));
  const changed: { personId: number; values: Values; before: KnownAttendance }[] = [];
  for (const { personId, version, isWalkIn, status, reason, ...rest } of byPerson.values()) {
    const before = attendanceOf(personId);
    const { guestName = null } = rest;
    const values = { status, reason, guestName };
    if (isUnchanged(before.correction, values)) continue;
    // The class page doesn't list removed walk-ins, so anyone who adds one again can't know the version.
    const isGone = isWalkIn && before.correction?.status === 'Withdrawn';
    const current = isGone ? 0 : (before.correction?.version ?? 0);
    const readCurrent = async () =>
      (await readCorrections(transaction, classId)).get(personId) ?? {};
    await refuseStale(current, version, 'attendance', readCurrent);
    if (guestName !== null) await checkGuestName(transaction, classId, guestName);
    changed.push({ personId, values, before });
  }
  return changed;
}

const idsOf = (corrections: PersonCorrection[]) => corrections.map(({ personId }) => personId);

/** When a correction replaces another one, keeps the status from before the first one. */
async function write(
  transaction: Transaction,
  rows: (typeof attendanceCorrections.$inferInsert)[],
): Promise<void> {
  const { personId, classId, status, seenStatus, seenSource, version } = attendanceCorrections;
  const take = (name: string) => sql.raw(`excluded.${name}`);
  const isFirst = sql`${status} = 'Withdrawn'`;
  await transaction
    .insert(attendanceCorrections)
    .values(rows)
    .onConflictDoUpdate({
      target: [personId, classId],
      set: {
        status: take('status'),
        reason: take('reason'),
        guestName: take('guest_name'),
        correctedBy: take('corrected_by'),
        correctedAt: take('corrected_at'),
        seenStatus: sql`case when ${isFirst} then excluded.seen_status else ${seenStatus} end`,
        seenSource: sql`case when ${isFirst} then excluded.seen_source else ${seenSource} end`,
        version: sql`${version} + 1`,
      },
    });
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
  const found = await findRow(transaction, classes, { id: classId });
  if (!found) throw new DomainError('class-not-found');
  if (found.deletedAt) throw new DomainError('class-deleted');
  if (found.cancellationId) throw new DomainError('class-canceled');
  const { startsAt } = found;
  if (!corrections.every(({ status }) => canCorrect(status, startsAt, now))) {
    throw new DomainError('class-not-begun');
  }
}

async function checkWalkIns(transaction: Transaction, ids: number[]) {
  const isMember = inArray(people.role, MEMBER_ROLES);
  const areActive = and(isAnyOf(people.id, ids), isMember, isNull(people.deactivatedAt));
  const found = await transaction.$count(people, areActive);
  if (found < ids.length) throw new DomainError('person-not-found');
}

async function checkInClass(transaction: Transaction, classId: number, ids: number[]) {
  const { rows } = await transaction.execute(guestsOf(isIn(classId, ids)));
  if (rows.length < ids.length) throw new DomainError('not-in-class');
}

type Values = Pick<typeof attendanceCorrections.$inferSelect, 'status' | 'reason' | 'guestName'>;

function isUnchanged(current: Values | undefined, { status, reason, guestName }: Values): boolean {
  if (!current) return status === 'Withdrawn';
  return status === current.status && reason === current.reason && guestName === current.guestName;
}

/**
 * Throws if no unmatched guest with this name was in the room. A unique index keeps two people from being matched to
 * the same guest.
 */
async function checkGuestName(transaction: Transaction, classId: number, name: string) {
  const wasSeen = match(roomEvents, { classId, personId: null, name });
  if ((await transaction.$count(roomEvents, wasSeen)) === 0)
    throw new DomainError('guest-name-taken');
}

/** Returns the status before the correction, to restore it when the correction is withdrawn. */
function seenOf(record: KnownAttendance['record']) {
  if (!record || record.source === 'hand' || record.status === 'Excused') {
    return { seenStatus: null, seenSource: null };
  }
  return { seenStatus: record.status, seenSource: record.source };
}

function auditedValues(classId: number, { correction, record }: KnownAttendance) {
  const { status = null, source = null } = record ?? {};
  const corrected = correction && { correction: correction.status, reason: correction.reason };
  return { classId, status, source, ...corrected, guestName: correction?.guestName ?? null };
}

/** Without `classIds`, retries all missing reports, because most fail for the same reason. */
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
