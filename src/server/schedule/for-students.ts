import { and, eq } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { scheduleForStudentsCalls } from '../../contract/schedule-for-students.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import {
  findCancelProblem,
  findStaffProblems,
  findStaffRefusal,
  kindOfMove,
  openStaffChoice,
  type StaffProblem,
} from '../../course/staff-choice.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople, lockRegistrations } from '../database/lock-order.ts';
import { insertOne } from '../database/rows.ts';
import { classCancellations, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { actForStudent, sendMove } from './calendar/move-messages.ts';
import { sendSchedule } from './calendar/schedule-messages.ts';
import { type HeldClass, selectHeldClasses } from './queries.ts';
import { suspend, toRegistrationConflict } from './registration-state.ts';
import {
  changeRegistration,
  insertRegistrations,
  lockClass,
  lockStudent,
} from './write-registration.ts';

type Choice = BodyOf<typeof scheduleForStudentsCalls.registerForStudent>;
type Progress = Awaited<ReturnType<typeof lockStudent>>;

/** `version` is the version that the staff member saw, so that we can detect concurrent changes. */
interface SeenClass {
  studentId: number;
  registrationId: number;
  version: number | undefined;
}

const refusal = (problem: StaffProblem, needsReason = false) =>
  new DomainError('not-for-student', { problem, needsReason });

/**
 * Reports that a concurrent change came first. Of these problems, staff can override only a full class, and only if
 * they give a reason.
 */
const conflictError = toRegistrationConflict((problem) =>
  refusal(problem === 'class-number-taken' ? 'number-taken' : problem, problem === 'full'),
);

/** Locks the student and the actor. Returns the registration whose id `change` returns. */
export function actFor(
  { database, clock }: Services,
  actor: Actor,
  studentId: number,
  change: (transaction: Transaction, progress: Progress, now: Date) => Promise<number>,
) {
  const act = database.transaction(async (transaction) => {
    await lockPeople(transaction, [studentId, actor.id], 'no key update');
    const progress = await lockStudent(transaction, studentId);
    refuseOthers(progress.student);
    const registrationId = await change(transaction, progress, clock.now());
    const held = await selectHeldClasses(transaction, studentId);
    return toStudentClass(findHeld(held, registrationId));
  });
  return act.catch(conflictError);
}

/** Throws unless the person is an active student, because no one else has class times. */
export function refuseOthers(person: { role: string; deactivatedAt: Date | null } | undefined) {
  if (!person) throw new DomainError('not-found');
  if (person.deactivatedAt) throw new DomainError('person-deactivated');
  if (person.role !== 'student') throw new DomainError('no-student');
}

export function toStudentClass(held: HeldClass) {
  const { id: registrationId, classNumber, startsAt, isSuspended, version } = held;
  return { registrationId, classNumber, startTime: startsAt, isSuspended, version };
}

function findHeld(held: HeldClass[], registrationId: number): HeldClass {
  const found = held.find(({ id }) => id === registrationId);
  if (!found) throw refusal('not-registered');
  return found;
}

export function registerForStudent(
  services: Services,
  actor: Actor,
  { studentId, classNumber }: { studentId: number; classNumber: number },
  { classId, reason }: Choice,
) {
  const { queue } = services;
  return actFor(services, actor, studentId, async (transaction, progress, now) => {
    const held = progress.registrations.find((one) => one.classNumber === classNumber);
    if (held?.classId === classId && !held.isSuspended) return held.id;
    if (held) throw refusal('number-taken');
    const choice = { progress, classNumber, classId, reason, now };
    const { slot, why, isOverbooked } = await findSlot(services, transaction, choice);
    const chosen = [{ slot, classNumber }];
    const made = { studentId, chosen, actorId: actor.id, isOverbooked, now };
    const [{ id: registrationId }] = await insertRegistrations(services, transaction, made);
    await audit(transaction, actor, now, 'registration: registered for student', {
      person: studentId,
      class: classId,
      after: { registrationId, classNumber, classId, ...why },
    });
    const ids = { personId: studentId, registrationId };
    if (classNumber === LAST_CLASS_NUMBER) {
      await sendSchedule(queue, transaction, { ...ids, isByStaff: true });
    } else {
      const act = { ...ids, act: 'registered', sequence: 0 } as const;
      await actForStudent.send(queue, transaction, [act]);
    }
    return registrationId;
  });
}

export function moveForStudent(
  services: Services,
  actor: Actor,
  seen: SeenClass,
  { classId, reason }: Choice,
) {
  const { queue } = services;
  const { studentId, registrationId } = seen;
  return actFor(services, actor, studentId, async (transaction, progress, now) => {
    const moved = findHeld(progress.registrations, registrationId);
    if (moved.classId === classId && !moved.isSuspended) return registrationId;
    await refuseStale(moved.version, seen.version, 'class time', () => toStudentClass(moved));
    const { classNumber } = moved;
    const choice = { progress, classNumber, classId, reason, now };
    const { slot, why, isOverbooked } = await findSlot(services, transaction, choice);
    const kind = kindOfMove(moved, now);
    const sequence = await changeRegistration(queue, transaction, {
      ...{ studentId, moved, slot, kind, actor, why, isOverbooked, now },
      action: `registration: ${kind === 'makeup' ? 'made up' : 'moved'} for student`,
    });
    await sendMove(queue, transaction, {
      ...{ personId: studentId, registrationId, sequence },
      from: moved.startsAt,
      wasCanceled: moved.isSuspended,
      isByStaff: true,
    });
    return registrationId;
  });
}

/**
 * Suspends the registration but keeps its class number, as if the whole class were canceled, so that the student can
 * pick a new time on the usual screens.
 */
export function cancelForStudent(
  services: Services,
  actor: Actor,
  seen: SeenClass,
  { reason }: BodyOf<typeof scheduleForStudentsCalls.cancelForStudent>,
) {
  const { studentId, registrationId } = seen;
  return actFor(services, actor, studentId, async (transaction, progress, now) => {
    const held = findHeld(progress.registrations, registrationId);
    await refuseStale(held.version, seen.version, 'class time', () => toStudentClass(held));
    const problem = findCancelProblem(held, now);
    if (problem) throw refusal(problem);
    const { classNumber, classId } = held;
    const whereHeld = and(eq(registrations.id, registrationId), hasPlace);
    // Canceling a whole class doesn't lock its students, so the class may have been canceled in the meantime.
    if ((await lockRegistrations(transaction, whereHeld)).length === 0) throw refusal('suspended');
    const when = { canceledAt: now, announcedAt: now };
    const values = { reason, registrationId, canceledBy: actor.id, ...when };
    const cancellation = await insertOne(transaction, classCancellations, values);
    const by = { cancellationId: cancellation.id, now };
    const [suspended] = await suspend(services.queue, transaction, [registrationId], by);
    await audit(transaction, actor, now, 'registration: canceled for student', {
      person: studentId,
      class: classId,
      before: { registrationId, classNumber, classId },
      after: { registrationId, classNumber, reason },
    });
    const sequence = suspended?.sequence ?? 0;
    const act = { personId: studentId, registrationId, sequence, act: 'canceled' } as const;
    await actForStudent.send(services.queue, transaction, [act]);
    return registrationId;
  });
}

interface StaffChoice {
  progress: Progress;
  classNumber: number;
  classId: number;
  reason: string | undefined;
  now: Date;
}

/** Locks the class. `why` contains the rules that staff overrode and the reason they gave. */
async function findSlot({ settings }: Services, transaction: Transaction, chosen: StaffChoice) {
  const { progress, classNumber, classId, reason, now } = chosen;
  const slot = await lockClass(transaction, classId);
  if (!slot) throw refusal('gone');
  const { firstClass } = settings.site;
  const choice = openStaffChoice(progress, classNumber, { firstClass, now });
  const overruled = findStaffProblems(slot, choice);
  const refused = findStaffRefusal(overruled, Boolean(reason));
  if (refused) throw refusal(refused.problem, refused.needsReason);
  const why = { ...(overruled.length > 0 && { overruled }), ...(reason && { reason }) };
  return { slot, why, isOverbooked: overruled.includes('full') };
}
