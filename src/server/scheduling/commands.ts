import { and, eq, isNull } from 'drizzle-orm';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { EARLIEST_START_DATE, LAST_CLASS_NUMBER } from '../../course/course.ts';
import {
  criteriaForNextClass,
  findMoveProblem,
  findNextClassProblem,
} from '../../course/slot-choice.ts';
import { enqueueOwnMoveMail, enqueueScheduleMail, nextSequence } from '../calendar/index.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { classes, makeups, people, registrations } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { enqueueRegistrantSync } from '../meetings/index.ts';
import { recordAudit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { planFirstReminders, planReminders } from '../reminders/index.ts';
import { findKindProblem, type MoveKind, rejectIf } from './move-kind.ts';
import { type HeldClass, readEntry, selectHeldClasses } from './selections.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** While a student chooses, an admin may just be moving another class of theirs into the same week. */
export const conflictError = toConflictError({
  registrations_one_per_week: () => new DomainError('week-taken'),
  registrations_one_per_class_number: () => new DomainError('class-number-taken'),
  registrations_not_in_cancelled_class: () => new DomainError('gone'),
});

/** Registers the student's next class. Asked twice for the same class, it answers twice the same. */
export async function chooseClass(
  { database, clock, queue, settings }: Deps,
  studentId: number,
  classId: number,
): Promise<ScheduleEntry> {
  const choice = database.transaction(async (transaction) => {
    const [progress, slot] = await Promise.all([
      lockLearner(transaction, studentId),
      holdClass(transaction, classId),
    ]);
    const held = progress.registrations.find(
      (registration) => registration.classId === classId && !registration.isWaiting,
    );
    if (held) return readEntry(transaction, held.id);

    if (!slot) throw new DomainError('gone');
    const now = clock.now();
    const { firstClass } = settings.site;
    rejectIf(findNextClassProblem(slot, progress, firstClass, now));
    await limitPerson(transaction, now, 'class times', studentId);
    const { classNumber } = criteriaForNextClass(progress, firstClass, now);
    const [made] = await transaction
      .insert(registrations)
      .values({ studentId, classId, pacificWeek: slot.pacificWeek, classNumber, createdAt: now })
      .returning({ id: registrations.id });
    const id = made?.id ?? 0;
    const { startsAt } = slot;
    const [entry] = await Promise.all([
      readEntry(transaction, id),
      enqueueRegistrantSync(queue, transaction, { personId: studentId, classId }),
      planFirstReminders(transaction, [{ id, personId: studentId, classNumber, startsAt }], now),
    ]);
    if (classNumber === LAST_CLASS_NUMBER) {
      await enqueueScheduleMail(queue, transaction, { personId: studentId, registrationId: id });
    }
    return entry;
  });
  return choice.catch(conflictError);
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
    const moved = progress.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new DomainError('not-found');
    const { isWaiting } = moved;
    if (moved.classId === newClassId && !isWaiting) return readEntry(transaction, moved.id);

    const slot = await holdClass(transaction, newClassId);
    if (!slot) throw new DomainError('gone');
    const now = clock.now();
    rejectIf(findKindProblem(kind, moved, now) ?? findMoveProblem(slot, progress, moved, now));
    await limitPerson(transaction, now, 'class times', studentId);
    const [changed] = await transaction
      .update(registrations)
      .set({
        classId: newClassId,
        pacificWeek: slot.pacificWeek,
        isRescheduled: true,
        cancellationId: null,
        calendarSequence: nextSequence,
      })
      .where(eq(registrations.id, moved.id))
      .returning({ sequence: registrations.calendarSequence });
    if (kind === 'makeup') await noteMakeup(transaction, moved, now);
    await recordAudit(transaction, {
      at: now,
      actorId: studentId,
      action: `registration: ${kind}`,
      subject: `registration:${moved.id}`,
      before: { classId: moved.classId },
      after: { classId: newClassId },
      ip,
      via,
    });
    const seats = [newClassId, moved.classId].map((classId) => ({ personId: studentId, classId }));
    await enqueueRegistrantSync(queue, transaction, ...seats);
    await planReminders(transaction, [moved.id], now);
    await enqueueOwnMoveMail(queue, transaction, {
      personId: studentId,
      registrationId,
      from: moved.startsAt,
      wasCancelled: isWaiting,
      sequence: changed?.sequence ?? 0,
    });
    return readEntry(transaction, moved.id);
  });
  return move.catch(conflictError);
}

/** So that it can be given back if a report says later that the class was not missed. */
async function noteMakeup(transaction: Transaction, moved: HeldClass, now: Date) {
  const { id: registrationId, classId: missedClassId, isRescheduled: wasRescheduled } = moved;
  const chosen = { wasRescheduled, chosenAt: now, givenBackAt: null };
  await transaction
    .insert(makeups)
    .values({ registrationId, missedClassId, ...chosen })
    .onConflictDoUpdate({ target: [makeups.registrationId, makeups.missedClassId], set: chosen });
}

/**
 * One change at a time per student: people are locked first, then classes, then registrations. The weaker
 * lock leaves sign-ins and other records of theirs alone.
 */
async function lockLearner(transaction: Transaction, studentId: number) {
  const locked = transaction
    .select({ startDate: people.startDate })
    .from(people)
    .where(and(eq(people.id, studentId), eq(people.role, 'student'), isNull(people.deactivatedAt)))
    .for('no key update');
  // Sent together, they are still done one after the other: what is read is as the lock found it.
  const [[student], held] = await Promise.all([locked, selectHeldClasses(transaction, studentId)]);
  // Since the request came they may have become one of the alumni.
  if (!student) throw new DomainError('not-found');
  return { startDate: student.startDate ?? EARLIEST_START_DATE, registrations: held };
}

/** The class stays as it is until the change is done: nobody deletes or moves it in between. */
async function holdClass(transaction: Transaction, classId: number) {
  const [slot] = await transaction
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      pacificWeek: classes.pacificWeek,
      classType: classes.classType,
    })
    .from(classes)
    .where(and(eq(classes.id, classId), isStanding))
    .for('share');
  return slot;
}
