import type { ScheduleEntry } from '../../contract/schedule.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import {
  choiceMailTime,
  criteriaForNextClass,
  findKindProblem,
  findMoveProblem,
  findNextClassProblem,
  type MoveKind,
} from '../../course/slot-choice.ts';
import { type Database, sendTogether, type Transaction } from '../database/connect.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { sendMove } from './calendar/move-messages.ts';
import { sendSchedule } from './calendar/schedule-messages.ts';
import { refuseOtherNumber, rejectIf } from './offers.ts';
import { readEntry } from './queries.ts';
import { toRegistrationConflict } from './registration-state.ts';
import {
  changeRegistration,
  insertRegistrations,
  lockClass,
  lockStudent,
  type NewRegistrations,
} from './write-registration.ts';

/**
 * Concurrent changes can conflict, for example when an admin moves another of the student's classes into the same week.
 */
export const conflictError = toRegistrationConflict((problem) => new DomainError(problem));

/** Idempotent. Throws `other-class-next` if the student's next class isn't `requestedNumber`. */
export async function chooseClass(
  services: MoveDeps,
  studentId: number,
  classId: number,
  requestedNumber?: number,
): Promise<ScheduleEntry> {
  const { database, clock, settings } = services;
  const choice = database.transaction(async (transaction) => {
    const [progress, slot] = await Promise.all([
      lockStudent(transaction, studentId),
      lockClass(transaction, classId, studentId),
    ]);
    refuseFormerStudent(progress);
    const held = progress.registrations.find(
      (registration) => registration.classId === classId && !registration.isSuspended,
    );
    if (held) return readEntry(transaction, held.id);

    const now = clock.now();
    const { firstClass } = settings.site;
    const { classNumber } = criteriaForNextClass(progress, firstClass, now);
    if (requestedNumber !== undefined) refuseOtherNumber(requestedNumber, classNumber);
    if (!slot) throw new DomainError('gone');
    rejectIf(findNextClassProblem(slot, progress, firstClass, now));
    const chosen = [{ slot, classNumber }];
    const [, [entry]] = await sendTogether(
      () => limitPerson(transaction, now, 'class times', studentId),
      () => insertChoices(services, transaction, { studentId, chosen, now }),
    );
    return entry;
  });
  return choice.catch(conflictError);
}

/**
 * Registers the student for the chosen classes. Emails the whole schedule once the last class has been chosen, and only
 * the new choices until then.
 */
export async function insertChoices(
  services: MoveDeps,
  transaction: Transaction,
  made: Omit<NewRegistrations, 'actorId' | 'choiceMailDueAt'>,
): Promise<[ScheduleEntry, ...ScheduleEntry[]]> {
  const { studentId: personId, chosen, now } = made;
  const hasLast = chosen.some(({ classNumber }) => classNumber === LAST_CLASS_NUMBER);
  const entries = await insertRegistrations(services, transaction, {
    ...made,
    actorId: personId,
    choiceMailDueAt: hasLast ? undefined : choiceMailTime(now),
  });
  const last = entries.find(({ classNumber }) => classNumber === LAST_CLASS_NUMBER);
  if (last) await sendSchedule(services.queue, transaction, { personId, registrationId: last.id });
  return entries;
}

interface Move {
  registrationId: number;
  newClassId: number;
  kind: MoveKind;
  /** Null if the student moved the class by text. */
  ip: string | null;
}

/** If `database` is a transaction, the move runs in a savepoint, so the outer transaction survives a rejected move. */
export type MoveDeps = Omit<Services, 'database'> & { database: Pick<Database, 'transaction'> };

/** Idempotent: returns the registration unchanged if it is already in the new class. */
export async function moveRegistration(
  { database, clock, queue }: MoveDeps,
  studentId: number,
  { registrationId, newClassId, kind, ip }: Move,
): Promise<ScheduleEntry> {
  const move = database.transaction(async (transaction) => {
    const progress = await lockStudent(transaction, studentId);
    refuseFormerStudent(progress);
    const moved = progress.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new DomainError('not-found');
    const { isSuspended } = moved;
    if (moved.classId === newClassId && !isSuspended) return readEntry(transaction, moved.id);

    const slot = await lockClass(transaction, newClassId, studentId);
    if (!slot) throw new DomainError('gone');
    const now = clock.now();
    rejectIf(findKindProblem(kind, moved, now) ?? findMoveProblem(slot, progress, moved, now));
    await limitPerson(transaction, now, 'class times', studentId);
    const sequence = await changeRegistration(queue, transaction, {
      ...{ studentId, moved, slot, kind, now },
      actor: { id: studentId, ip },
      action: `registration: ${kind}`,
    });
    await sendMove(queue, transaction, {
      ...{ personId: studentId, registrationId, sequence },
      from: moved.startsAt,
      wasCanceled: isSuspended,
    });
    return readEntry(transaction, registrationId);
  });
  return move.catch(conflictError);
}

export function refuseFormerStudent({ student }: Awaited<ReturnType<typeof lockStudent>>): void {
  if (student?.role !== 'student' || student.deactivatedAt) throw new DomainError('not-found');
}
