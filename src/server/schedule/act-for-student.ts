import type { StudentClass } from '../../contract/schedule-for-students.ts';
import type { StaffProblem } from '../../course/staff-choice.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { toRegistrationConflict } from './registration-state.ts';
import { type HeldClass, selectHeldClasses } from './selections.ts';
import { lockLearner } from './write-registration.ts';

/** A student's registration, and the version of it that somebody has seen, where they say which. */
export interface SeenClass {
  studentId: number;
  registrationId: number;
  version: number | undefined;
}

export const refusal = (problem: StaffProblem, needsReason = false) =>
  new DomainError('not-for-student', { problem, needsReason });

/** What the database refuses is never overruled: the student, or a colleague, was there first. */
const conflictError = toRegistrationConflict((problem) =>
  refusal(problem === 'class-number-taken' ? 'number-taken' : problem),
);

export type Progress = Awaited<ReturnType<typeof lockLearner>>;

/** With the student locked, as when they change their class times themselves; whoever acts is pointed at too. */
export function actFor<Result>(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  actor: Actor,
  studentId: number,
  run: (transaction: Transaction, progress: Progress, now: Date) => Promise<Result>,
): Promise<Result> {
  const act = database.transaction(async (transaction) => {
    await lockPeople(transaction, [studentId, actor.id], 'no key update');
    const progress = await lockLearner(transaction, studentId);
    refuseOthers(progress.student);
    return run(transaction, progress, clock.now());
  });
  return act.catch(conflictError);
}

/** Class times belong to students who can sign in and see them. */
export function refuseOthers(
  person: { role: string; deactivatedAt: Date | null } | undefined,
): void {
  if (!person) throw new DomainError('not-found');
  if (person.deactivatedAt) throw new DomainError('person-deactivated');
  if (person.role !== 'student') throw new DomainError('no-student');
}

export function findHeld(held: HeldClass[], registrationId: number): HeldClass {
  const found = held.find(({ id }) => id === registrationId);
  if (!found) throw refusal('not-registered');
  return found;
}

export async function readHeld(
  transaction: Transaction,
  studentId: number,
  registrationId: number,
) {
  return findHeld(await selectHeldClasses(transaction, studentId), registrationId);
}

export function describe(held: HeldClass): StudentClass {
  const { id: registrationId, classNumber, startsAt, isWaiting, version } = held;
  return { registrationId, classNumber, startTime: startsAt.toISOString(), isWaiting, version };
}

export const described = ({ id, startsAt }: { id: number; startsAt: Date }) => ({
  classId: id,
  startsAt: startsAt.toISOString(),
});
export const describedHeld = ({ classId, startsAt }: HeldClass) =>
  described({ id: classId, startsAt });
