import { and, eq, isNull, or, sql } from 'drizzle-orm';
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
import type { Services } from '../platform/services.ts';
import { readCorrections } from './class-attendance.ts';
import { decideAttendanceOf } from './decide-attendance.ts';
import { setHeld } from './held-classes.ts';
import { decideAttendanceJob } from './jobs.ts';

type Body = BodyOf<typeof attendanceCalls.correctAttendance>;

/** A person in a class, and the version of their correction that somebody has seen, where they say which. */
interface SeenPlace {
  classId: number;
  personId: number;
  version: number | undefined;
}

/** What staff say by hand stands until they say otherwise; the record, makeups and the schedule follow at once. */
export async function correctAttendance(
  services: Services,
  actor: Actor,
  place: SeenPlace,
  { status, reason, guestName }: Body,
): Promise<void> {
  const { database, clock, queue } = services;
  const { classId, personId, version } = place;
  const now = clock.now();
  const change = database.transaction(async (transaction) => {
    // The correction points at its author too, so both are locked, in the one order.
    await lockPeople(transaction, [personId, actor.id], 'no key update');
    await checkClass(transaction, classId, status, now);
    const before = await readPlace(transaction, place);
    const asked = { status, reason, guestName: guestName ?? null };
    if (isAsked(before.correction, asked)) return;
    const readCurrent = async () =>
      (await readCorrections(transaction, classId)).get(personId) ?? {};
    await refuseStale(before.correction?.version ?? 0, version, 'attendance', readCurrent);
    if (guestName !== undefined) await checkGuestName(transaction, classId, guestName);
    // Whoever came to it or missed it, it was held.
    if (status === 'Present' || status === 'Missed') await setHeld(transaction, classId, true);
    await transaction
      .insert(attendanceCorrections)
      .values({
        ...{ classId, personId },
        ...asked,
        ...{ correctedBy: actor.id, correctedAt: now },
        ...seenOf(before.record),
      })
      .onConflictDoUpdate({
        target: [attendanceCorrections.personId, attendanceCorrections.classId],
        set: {
          ...asked,
          ...{ correctedBy: actor.id, correctedAt: now },
          ...(before.correction?.status === 'Withdrawn' && seenOf(before.record)),
          version: sql`${attendanceCorrections.version} + 1`,
        },
      });
    const seat = { classId, personIds: [personId], now };
    const changes = await decideAttendanceOf(services, transaction, seat);
    if (changes.has(personId))
      await queue.add(transaction, decideAttendanceJob, { classId, personId });
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
  if (found.cancellationId) throw new DomainError('class-cancelled');
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
  if (!correction && !record && !(await hasPlace(transaction, classId, personId))) {
    throw new DomainError('not-in-class');
  }
  return { correction, record };
}

/** Registered, gone to a makeup since, an alumnus who pressed Join, or somebody who was seen. */
async function hasPlace(transaction: Transaction, classId: number, personId: number) {
  const isTheirs = and(eq(registrations.studentId, personId), isNull(registrations.endedAt));
  const registered = await transaction
    .select({ id: registrations.id })
    .from(registrations)
    .leftJoin(
      makeups,
      and(eq(makeups.registrationId, registrations.id), eq(makeups.missedClassId, classId)),
    )
    .where(
      and(
        isTheirs,
        or(
          and(eq(registrations.classId, classId), isNull(registrations.suspendedBy)),
          sql`${makeups.chosenAt} is not null`,
        ),
      ),
    )
    .limit(1);
  if (registered.length > 0) return true;
  const joined = await transaction.$count(
    alumniJoins,
    and(eq(alumniJoins.classId, classId), eq(alumniJoins.personId, personId)),
  );
  const seen = await transaction.$count(
    roomEvents,
    and(eq(roomEvents.classId, classId), eq(roomEvents.personId, personId)),
  );
  return joined + seen > 0;
}

/** A double click, and a correction that is withdrawn or never was. */
function isAsked(
  correction: Place['correction'],
  asked: { status: string; reason: string; guestName: string | null },
): boolean {
  if (!correction) return asked.status === 'Withdrawn';
  const { status, reason, guestName } = correction;
  return status === asked.status && reason === asked.reason && guestName === asked.guestName;
}

/** Somebody was there under that name. That nobody else is taken for them, the database knows. */
async function checkGuestName(transaction: Transaction, classId: number, name: string) {
  const seen = await transaction.$count(
    roomEvents,
    and(eq(roomEvents.classId, classId), isNull(roomEvents.personId), eq(roomEvents.name, name)),
  );
  if (seen === 0) throw new DomainError('guest-name-taken');
}

/** What will be said again once the correction is withdrawn; a record by hand says nothing of what was seen. */
function seenOf(record: Place['record']) {
  if (!record || record.source === 'hand' || record.status === 'Excused') {
    return { seenStatus: null, seenSource: null };
  }
  return { seenStatus: record.status, seenSource: record.source };
}

function describe(classId: number, { correction, record }: Place) {
  const { status = null, source = null } = record ?? {};
  const said = correction && { correction: correction.status, reason: correction.reason };
  return { classId, status, source, ...said, guestName: correction?.guestName ?? null };
}
