import type { ScheduleEntry } from '../../contract/schedule.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import {
  criteriaForNextClass,
  findMoveProblem,
  findNextClassProblem,
} from '../../course/slot-choice.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { sendMove } from './calendar/move-messages.ts';
import { choiceMailTime, sendSchedule } from './calendar/schedule-messages.ts';
import { findKindProblem, type MoveKind, refuseOtherNumber, rejectIf } from './move-kind.ts';
import { toRegistrationConflict } from './registration-state.ts';
import { readEntry } from './selections.ts';
import {
  changeRegistration,
  holdClass,
  insertRegistrations,
  lockLearner,
  type NewRegistrations,
} from './write-registration.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** While a student chooses, an admin may just be moving another class of theirs into the same week. */
export const conflictError = toRegistrationConflict((problem) => new DomainError(problem));

/**
 * Registers the student's next class. Asked twice for the same class, it answers twice the same. With `meantNumber`
 * it is refused where the next class is another one by now.
 */
export async function chooseClass(
  { database, clock, queue, settings }: Deps,
  studentId: number,
  classId: number,
  meantNumber?: number,
): Promise<ScheduleEntry> {
  const choice = database.transaction(async (transaction) => {
    const [progress, slot] = await Promise.all([
      lockLearner(transaction, studentId),
      holdClass(transaction, classId),
    ]);
    refuseFormerStudent(progress);
    const held = progress.registrations.find(
      (registration) => registration.classId === classId && !registration.isWaiting,
    );
    if (held) return readEntry(transaction, held.id);

    const now = clock.now();
    const { firstClass } = settings.site;
    const { classNumber } = criteriaForNextClass(progress, firstClass, now);
    if (meantNumber !== undefined) refuseOtherNumber(meantNumber, classNumber);
    if (!slot) throw new DomainError('gone');
    rejectIf(findNextClassProblem(slot, progress, firstClass, now));
    await limitPerson(transaction, now, 'class times', studentId);
    const made = { studentId, chosen: [{ slot, classNumber }], now };
    const [entry] = await insertChoices({ queue, clock }, transaction, made);
    return entry;
  });
  return choice.catch(conflictError);
}

/** What a student has chosen is mailed: with the last class the whole schedule, before that each choice. */
export async function insertChoices(
  { queue, clock }: Pick<Deps, 'queue' | 'clock'>,
  transaction: Transaction,
  made: Omit<NewRegistrations, 'actorId' | 'choiceMailDueAt'>,
): Promise<[ScheduleEntry, ...ScheduleEntry[]]> {
  const { studentId: personId, chosen, now } = made;
  const hasLast = chosen.some(({ classNumber }) => classNumber === LAST_CLASS_NUMBER);
  const entries = await insertRegistrations({ queue, clock }, transaction, {
    ...made,
    actorId: personId,
    choiceMailDueAt: hasLast ? undefined : choiceMailTime(now),
  });
  const last = entries.find(({ classNumber }) => classNumber === LAST_CLASS_NUMBER);
  if (last) await sendSchedule(queue, transaction, { personId, registrationId: last.id });
  return entries;
}

interface Move {
  registrationId: number;
  newClassId: number;
  kind: MoveKind;
  /** Null for a reply to a text. */
  ip: string | null;
  via?: 'text';
}

/** Puts a registration on another class. Asked twice for the same class, it answers twice the same. */
export async function moveRegistration(
  services: Deps,
  studentId: number,
  move: Move,
): Promise<ScheduleEntry> {
  return moveWithin(services, services.database, studentId, move);
}

/** The same within a transaction that goes on, whether or not the move is refused. */
export async function moveWithin(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  outer: Pick<Database, 'transaction'>,
  studentId: number,
  { registrationId, newClassId, kind, ip, via }: Move,
): Promise<ScheduleEntry> {
  const move = outer.transaction(async (transaction) => {
    const progress = await lockLearner(transaction, studentId);
    refuseFormerStudent(progress);
    const moved = progress.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new DomainError('not-found');
    const { isWaiting } = moved;
    if (moved.classId === newClassId && !isWaiting) return readEntry(transaction, moved.id);

    const slot = await holdClass(transaction, newClassId);
    if (!slot) throw new DomainError('gone');
    const now = clock.now();
    rejectIf(findKindProblem(kind, moved, now) ?? findMoveProblem(slot, progress, moved, now));
    await limitPerson(transaction, now, 'class times', studentId);
    const change = { studentId, moved, slot, kind, actorId: studentId, now };
    const sequence = await changeRegistration({ queue }, transaction, change);
    const { classNumber } = moved;
    await audit(transaction, { id: studentId, ip, via }, now, `registration: ${kind}`, {
      registration: moved.id,
      person: studentId,
      class: newClassId,
      before: { registrationId, classNumber, classId: moved.classId },
      after: { registrationId, classNumber, classId: newClassId },
    });
    await sendMove(queue, transaction, {
      personId: studentId,
      registrationId,
      from: moved.startsAt,
      wasCancelled: isWaiting,
      sequence,
    });
    return readEntry(transaction, moved.id);
  });
  return move.catch(conflictError);
}

/** Since the request came they may have become one of the alumni, or lost their access. */
export function refuseFormerStudent({ student }: Awaited<ReturnType<typeof lockLearner>>): void {
  if (student?.role !== 'student' || student.deactivatedAt) throw new DomainError('not-found');
}
