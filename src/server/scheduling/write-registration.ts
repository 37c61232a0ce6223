import { and, eq, inArray } from 'drizzle-orm';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { EARLIEST_START_DATE } from '../../course/course.ts';
import { choices, nextSequence } from '../calendar/index.ts';
import type { Transaction } from '../database/connect.ts';
import { classes, makeups, ownMoves, people, registrations } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { enqueueRegistrantSync, enqueueSeatRelease } from '../meetings/index.ts';
import { secondsUntil } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { planFirstReminders, planReminders } from '../reminders/index.ts';
import type { MoveKind } from './move-kind.ts';
import { type HeldClass, readEntries, selectHeldClasses } from './selections.ts';
import { settleWish } from './wishes.ts';

type Deps = Pick<Services, 'queue'>;
type Slot = NonNullable<Awaited<ReturnType<typeof holdClass>>>;

export interface NewRegistrations {
  studentId: number;
  /** In the order of their numbers. */
  chosen: readonly { slot: Slot; classNumber: number }[];
  /** Who chose: the student, or staff for them. */
  actorId: number;
  now: Date;
  /** Where each choice is mailed by itself. */
  choiceMailDueAt?: Date | undefined;
}

/** Places in classes, with the registrants, reminders and mails that belong to them. The rules have been asked. */
export async function insertRegistrations(
  { queue, clock }: Pick<Services, 'queue' | 'clock'>,
  transaction: Transaction,
  { studentId, chosen, actorId, now, choiceMailDueAt }: NewRegistrations,
): Promise<[ScheduleEntry, ...ScheduleEntry[]]> {
  const made = await transaction
    .insert(registrations)
    .values(
      chosen.map(({ slot: { id: classId, pacificWeek }, classNumber }) => {
        return { studentId, classId, pacificWeek, classNumber, createdAt: now, choiceMailDueAt };
      }),
    )
    .returning({ id: registrations.id, classId: registrations.classId });
  const held = chosen.map(({ slot, classNumber }) => {
    const id = made.find(({ classId }) => classId === slot.id)?.id ?? 0;
    return { id, personId: studentId, classNumber, startsAt: slot.startsAt };
  });
  const seats = made.map(({ classId }) => ({ personId: studentId, classId }));
  const [entries] = await Promise.all([
    readEntries(
      transaction,
      held.map(({ id }) => id),
    ),
    enqueueRegistrantSync(queue, transaction, ...seats),
    planFirstReminders(transaction, held, now),
    choiceMailDueAt &&
      choices.send(queue, transaction, [{ personId: studentId, registrationIds: [] }], {
        afterSeconds: secondsUntil(clock, choiceMailDueAt),
      }),
    settleWish(transaction, {
      studentId,
      classNumbers: chosen.map(({ classNumber }) => classNumber),
      actorId,
      now,
    }),
  ]);
  const [first, ...others] = entries;
  if (!first) throw new Error(`no class was chosen for student ${studentId}`);
  return [first, ...others];
}

interface ChangedRegistration {
  studentId: number;
  moved: HeldClass;
  slot: Slot;
  kind: MoveKind;
  /** Who moved it: the student, or staff for them. */
  actorId: number;
  now: Date;
  /** How long the old place is kept at the meeting provider. */
  heldSeconds?: number;
}

/** Puts a registration on another class, and what belongs to it with it. Answers its new calendar sequence. */
export async function changeRegistration(
  { queue }: Deps,
  transaction: Transaction,
  { studentId, moved, slot, kind, actorId, now, heldSeconds = 0 }: ChangedRegistration,
): Promise<number> {
  const [changed] = await transaction
    .update(registrations)
    .set({
      classId: slot.id,
      pacificWeek: slot.pacificWeek,
      isRescheduled: true,
      suspendedBy: null,
      calendarSequence: nextSequence,
    })
    .where(eq(registrations.id, moved.id))
    .returning({ sequence: registrations.calendarSequence });
  if (kind === 'makeup' || wasSeen(moved)) await noteMakeup(transaction, moved, now);
  const seat = { personId: studentId, classId: slot.id };
  await enqueueRegistrantSync(queue, transaction, seat);
  const oldSeat = { ...seat, classId: moved.classId };
  await enqueueSeatRelease(queue, transaction, oldSeat, heldSeconds);
  await planReminders(transaction, [moved.id], now);
  await settleWish(transaction, { studentId, classNumbers: [moved.classNumber], actorId, now });
  return changed?.sequence ?? 0;
}

/** Whoever moves a class that they have been to, while it runs, has it all the same once they turn out to have stayed. */
function wasSeen({ attendance, isWaiting }: HeldClass): boolean {
  return !isWaiting && (attendance?.status === 'Joined' || attendance?.status === 'Present');
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

interface OwnMove {
  moved: HeldClass;
  newClassId: number;
  kind: MoveKind;
  sequence: number;
  now: Date;
}

/** What it takes to undo a move. A place that was cancelled leaves nothing to go back to. */
export async function noteOwnMove(
  transaction: Transaction,
  { moved, newClassId: toClassId, kind, sequence: version, now }: OwnMove,
): Promise<void> {
  const { id: registrationId, classId: fromClassId, startsAt: startedAt, isRescheduled } = moved;
  if (moved.isWaiting) {
    await transaction.delete(ownMoves).where(eq(ownMoves.registrationId, registrationId));
    return;
  }
  const move = {
    ...{ kind, fromClassId, startedAt, toClassId, version },
    wasRescheduled: isRescheduled,
    movedAt: now,
    undoneAt: null,
  };
  await transaction
    .insert(ownMoves)
    .values({ registrationId, ...move })
    .onConflictDoUpdate({ target: ownMoves.registrationId, set: move });
}

/**
 * One change at a time per student: people are locked first, then classes, then registrations. The weaker
 * lock leaves sign-ins and other records of theirs alone.
 */
export async function lockLearner(transaction: Transaction, studentId: number) {
  const locked = transaction
    .select({
      startDate: people.startDate,
      role: people.role,
      deactivatedAt: people.deactivatedAt,
    })
    .from(people)
    .where(eq(people.id, studentId))
    .for('no key update');
  // Sent together, they are still done one after the other: what is read is as the lock found it.
  const [[student], held] = await Promise.all([locked, selectHeldClasses(transaction, studentId)]);
  return { student, startDate: student?.startDate ?? EARLIEST_START_DATE, registrations: held };
}

/** The class stays as it is until the change is done: nobody deletes or moves it in between. */
export async function holdClass(transaction: Transaction, classId: number) {
  const [slot] = await holdClasses(transaction, [classId]);
  return slot;
}

/** The same for several; those that are gone are not among them. */
export function holdClasses(transaction: Transaction, classIds: number[]) {
  return transaction
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      pacificWeek: classes.pacificWeek,
      classType: classes.classType,
    })
    .from(classes)
    .where(and(inArray(classes.id, classIds), isStanding))
    .orderBy(classes.id)
    .for('share');
}
