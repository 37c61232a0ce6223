import { and, eq, inArray } from 'drizzle-orm';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { EARLIEST_START_DATE, UNDO_MOVE_HELD_MS } from '../../course/course.ts';
import type { Transaction } from '../database/connect.ts';
import { classes, makeups, ownMoves, people } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { secondsUntil } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { choices } from './calendar/schedule-messages.ts';
import type { MoveKind } from './move-kind.ts';
import { move, register } from './registration-state.ts';
import { type HeldClass, readEntries, selectHeldClasses } from './selections.ts';
import { settleWish } from './wishes.ts';

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

/** Registers chosen classes and mails the choice. The rules have been asked. */
export async function insertRegistrations(
  { queue, clock }: Pick<Services, 'queue' | 'clock'>,
  transaction: Transaction,
  { studentId, chosen, actorId, now, choiceMailDueAt }: NewRegistrations,
): Promise<[ScheduleEntry, ...ScheduleEntry[]]> {
  const places = chosen.map(({ slot: { id: classId, ...slot }, classNumber }) => {
    return { ...slot, personId: studentId, classId, classNumber };
  });
  const ids = await register({ queue }, transaction, places, { now, choiceMailDueAt });
  const classNumbers = chosen.map(({ classNumber }) => classNumber);
  const [[first, ...others]] = await Promise.all([
    readEntries(transaction, ids),
    choiceMailDueAt &&
      choices.send(queue, transaction, [{ personId: studentId, registrationIds: [] }], {
        afterSeconds: secondsUntil(clock, choiceMailDueAt),
      }),
    settleWish(transaction, { studentId, classNumbers, actorId, now }),
  ]);
  if (!first) throw new Error(`no class was chosen for student ${studentId}`);
  return [first, ...others];
}

interface ChosenMove {
  studentId: number;
  moved: HeldClass;
  slot: Slot;
  kind: MoveKind;
  /** Who moved it: the student, or staff for them. */
  actorId: number;
  now: Date;
}

/** Moves a registration to a chosen class, so that it can be undone for a moment. Returns its new calendar sequence. */
export async function changeRegistration(
  services: Pick<Services, 'queue'>,
  transaction: Transaction,
  { studentId, moved, slot, kind, actorId, now }: ChosenMove,
): Promise<number> {
  const { sequence } = await move(services, transaction, {
    ...{ registrationId: moved.id, studentId, fromClassId: moved.classId, to: slot, now },
    isRescheduled: true,
    heldSeconds: moved.isWaiting ? 0 : UNDO_MOVE_HELD_MS / 1000,
  });
  if (kind === 'makeup' || wasSeen(moved)) await noteMakeup(transaction, moved, now);
  await settleWish(transaction, { studentId, classNumbers: [moved.classNumber], actorId, now });
  await noteOwnMove(transaction, { moved, newClassId: slot.id, kind, sequence, now });
  return sequence;
}

/** A student seen in the class they move away from keeps credit for it if attendance later says Present. */
function wasSeen({ attendance, isWaiting }: HeldClass): boolean {
  return !isWaiting && (attendance?.status === 'Joined' || attendance?.status === 'Present');
}

/** So that the registration returns if a report says later that the class was not missed. */
async function noteMakeup(transaction: Transaction, moved: HeldClass, now: Date) {
  const { id: registrationId, classId: missedClassId, isRescheduled: wasRescheduled } = moved;
  const chosen = { wasRescheduled, chosenAt: now, undoneAt: null };
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
async function noteOwnMove(
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
