import { and, eq } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type {
  StudentClass,
  schedulingForStudentsCalls,
} from '../../contract/schedule-for-students.ts';
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
import { lockRegistrations } from '../database/lock-order.ts';
import { classCancellations, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { refuseStale } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import {
  actFor,
  describe,
  described,
  describedHeld,
  findHeld,
  type Progress,
  readHeld,
  refusal,
  type SeenClass,
} from './act-for-student.ts';
import { sendAct, sendMove } from './calendar/move-messages.ts';
import { sendSchedule } from './calendar/schedule-messages.ts';
import { suspend } from './registration-state.ts';
import { changeRegistration, holdClass, insertRegistrations } from './write-registration.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;
type Choice = BodyOf<typeof schedulingForStudentsCalls.registerForStudent>;
type Cancellation = BodyOf<typeof schedulingForStudentsCalls.cancelForStudent>;

/** Registers a class for a student. Asked twice for the same class, it answers twice the same. */
export function registerForStudent(
  services: Deps,
  actor: Actor,
  { studentId, classNumber }: { studentId: number; classNumber: number },
  { classId, reason }: Choice,
): Promise<StudentClass> {
  const { queue, clock } = services;
  return actFor(services, actor, studentId, async (transaction, progress, now) => {
    const there = progress.registrations.find((one) => one.classNumber === classNumber);
    if (there?.classId === classId && !there.isWaiting) return describe(there);
    if (there) throw refusal('number-taken');
    const wanted = { progress, classNumber, classId, reason, now };
    const { slot, overruled } = await findSlot(services, transaction, wanted);
    const made = { studentId, chosen: [{ slot, classNumber }], actorId: actor.id, now };
    const [{ id: registrationId }] = await insertRegistrations({ queue, clock }, transaction, made);
    await audit(transaction, actor, now, 'registration: registered for student', {
      person: studentId,
      class: classId,
      after: { registrationId, classNumber, ...described(slot), ...why(overruled, reason) },
    });
    const ids = { personId: studentId, registrationId };
    if (classNumber === LAST_CLASS_NUMBER) {
      await sendSchedule(queue, transaction, { ...ids, isByStaff: true });
    } else {
      await sendAct(queue, transaction, { ...ids, act: 'registered', sequence: 0 });
    }
    return describe(await readHeld(transaction, studentId, registrationId));
  });
}

/** Puts a student's registration on another class. Asked twice for the same class, it answers twice the same. */
export function moveForStudent(
  services: Deps,
  actor: Actor,
  seen: SeenClass,
  { classId, reason }: Choice,
): Promise<StudentClass> {
  const { queue } = services;
  const { studentId, registrationId } = seen;
  return actFor(services, actor, studentId, async (transaction, progress, now) => {
    const moved = findHeld(progress.registrations, registrationId);
    if (moved.classId === classId && !moved.isWaiting) return describe(moved);
    await refuseStale(moved.version, seen.version, 'class time', () => describe(moved));
    const { classNumber } = moved;
    const wanted = { progress, classNumber, classId, reason, now };
    const { slot, overruled } = await findSlot(services, transaction, wanted);
    const kind = kindOfMove(moved, now);
    const change = { studentId, moved, slot, kind, actorId: actor.id, now };
    const sequence = await changeRegistration({ queue }, transaction, change);
    const action =
      kind === 'makeup' ? 'registration: made up for student' : 'registration: moved for student';
    await audit(transaction, actor, now, action, {
      person: studentId,
      class: classId,
      before: { registrationId, classNumber, ...describedHeld(moved) },
      after: { registrationId, classNumber, ...described(slot), ...why(overruled, reason) },
    });
    await sendMove(queue, transaction, {
      ...{ personId: studentId, registrationId, sequence },
      from: moved.startsAt,
      wasCancelled: moved.isWaiting,
      isByStaff: true,
    });
    return describe(await readHeld(transaction, studentId, registrationId));
  });
}

/**
 * Gives up a student's place in a class. The registration keeps its number and waits, as it does when its class is
 * cancelled: so the course goes on counting, and the student chooses again on the screens that there are for it.
 */
export function cancelForStudent(
  services: Deps,
  actor: Actor,
  seen: SeenClass,
  { reason }: Cancellation,
): Promise<StudentClass> {
  const { queue } = services;
  const { studentId, registrationId } = seen;
  return actFor(services, actor, studentId, async (transaction, progress, now) => {
    const held = findHeld(progress.registrations, registrationId);
    await refuseStale(held.version, seen.version, 'class time', () => describe(held));
    const problem = findCancelProblem(held, now);
    if (problem) throw refusal(problem);
    const { classNumber, classId } = held;
    const whereHeld = and(eq(registrations.id, registrationId), hasPlace);
    // Whoever cancels the class itself does not lock its students.
    if ((await lockRegistrations(transaction, whereHeld)).length === 0) throw refusal('waiting');
    const [cancellation] = await transaction
      .insert(classCancellations)
      .values({ reason, cancelledAt: now, cancelledBy: actor.id, registrationId, announcedAt: now })
      .returning({ id: classCancellations.id });
    if (!cancellation) throw new Error('the new cancellation was not returned');
    const by = { cancellationId: cancellation.id, now };
    const [suspended] = await suspend(services, transaction, [registrationId], by);
    await audit(transaction, actor, now, 'registration: cancelled for student', {
      person: studentId,
      class: classId,
      before: { registrationId, classNumber, ...describedHeld(held) },
      after: { registrationId, classNumber, reason },
    });
    const sequence = suspended?.sequence ?? 0;
    const ids = { personId: studentId, registrationId, sequence };
    await sendAct(queue, transaction, { ...ids, act: 'cancelled' });
    return describe(await readHeld(transaction, studentId, registrationId));
  });
}

interface Wanted {
  progress: Progress;
  classNumber: number;
  classId: number;
  reason: string | undefined;
  now: Date;
}

/** The class, held as it is, and the rules over which it is chosen. */
async function findSlot({ settings }: Deps, transaction: Transaction, wanted: Wanted) {
  const { progress, classNumber, classId, reason, now } = wanted;
  const slot = await holdClass(transaction, classId);
  if (!slot) throw refusal('gone');
  const { firstClass } = settings.site;
  const choice = openStaffChoice(progress, classNumber, { firstClass, now });
  const overruled = findStaffProblems(slot, choice);
  const refused = findStaffRefusal(overruled, Boolean(reason));
  if (refused) throw refusal(refused.problem, refused.needsReason);
  return { slot, overruled };
}

/** What was done over which rules, and why. */
const why = (overruled: StaffProblem[], reason: string | undefined) => ({
  ...(overruled.length > 0 && { overruled }),
  ...(reason && { reason }),
});
