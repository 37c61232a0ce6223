import { and, eq, sql } from 'drizzle-orm';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { EARLIEST_START_DATE, UNDO_MOVE_HELD_MS } from '../../course/course.ts';
import type { MoveKind } from '../../course/slot-choice.ts';
import { builder, sendTogether, type Transaction } from '../database/connect.ts';
import { prepare } from '../database/prepared.ts';
import { classes, makeups, ownMoves, people } from '../database/schema.ts';
import { isStanding, placesLeftFor, unheldPlaces } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import type { Services } from '../platform/services.ts';
import { type HeldClass, readEntries, selectHeldClasses } from './queries.ts';
import { type Move, move, register } from './registration-state.ts';

type Slot = Awaited<ReturnType<typeof lockClasses>>[number];

export interface NewRegistrations {
  studentId: number;
  chosen: readonly { slot: Slot; classNumber: number }[];
  actorId: number;
  now: Date;
  choiceMailDueAt?: Date | undefined;
  isOverbooked?: boolean;
}

/** The caller must check the rules first. */
export async function insertRegistrations(
  { queue }: Pick<Services, 'queue'>,
  transaction: Transaction,
  { studentId, chosen, actorId, now, choiceMailDueAt, isOverbooked }: NewRegistrations,
): Promise<[ScheduleEntry, ...ScheduleEntry[]]> {
  const places = chosen.map(({ slot: { id: classId, ...slot }, classNumber }) => {
    return { ...slot, personId: studentId, classId, classNumber };
  });
  const actor = { id: actorId, ip: null };
  const options = { now, actor, choiceMailDueAt, isOverbooked };
  const classNumbers = chosen.map(({ classNumber }) => classNumber);
  const [, [first, ...others]] = await sendTogether(
    () => register(queue, transaction, places, options),
    () => readEntries(transaction, studentId, classNumbers),
  );
  if (!first) throw new Error(`no class was chosen for student ${studentId}`);
  return [first, ...others];
}

interface ChosenMove extends Pick<Move, 'studentId' | 'action' | 'why' | 'now' | 'isOverbooked'> {
  moved: HeldClass;
  slot: Slot;
  kind: MoveKind;
  actor: Move['actor'] & { id: number };
}

/**
 * Moves the registration, and stores what is needed to undo the move unless the old class was canceled. Returns the new
 * calendar sequence.
 */
export async function changeRegistration(
  queue: Queue,
  transaction: Transaction,
  { moved, slot, kind, ...change }: ChosenMove,
): Promise<number> {
  const { now } = change;
  const { id: registrationId, classId: fromClassId, isSuspended, isRescheduled } = moved;
  const { sequence } = await move(queue, transaction, {
    ...{ ...change, registrationId, fromClassId, to: slot },
    isRescheduled: true,
    heldSeconds: isSuspended ? undefined : UNDO_MOVE_HELD_MS / 1000,
    answeredBy: change.actor.id,
  });
  if (kind === 'makeup' || wasSeen(moved)) {
    // Remember the old class, so that we can move the registration back if it turns out that the student attended it.
    const made = { wasRescheduled: isRescheduled, chosenAt: now, undoneAt: null };
    await transaction
      .insert(makeups)
      .values({ registrationId, missedClassId: fromClassId, ...made })
      .onConflictDoUpdate({ target: [makeups.registrationId, makeups.missedClassId], set: made });
  }
  if (isSuspended) {
    // If the old class was canceled, the move can't be undone.
    await transaction.delete(ownMoves).where(eq(ownMoves.registrationId, registrationId));
    return sequence;
  }
  const undoable = {
    ...{ kind, fromClassId, startedAt: moved.startsAt, toClassId: slot.id, version: sequence },
    ...{ wasRescheduled: isRescheduled, movedAt: now, undoneAt: null },
  };
  await transaction
    .insert(ownMoves)
    .values({ registrationId, ...undoable })
    .onConflictDoUpdate({ target: ownMoves.registrationId, set: undoable });
  return sequence;
}

/** Returns true if the student joined the class. They may still get credit for it after moving to another class. */
function wasSeen({ attendance, isSuspended }: HeldClass): boolean {
  return !isSuspended && (attendance?.status === 'Joined' || attendance?.status === 'Present');
}

/**
 * The statements that follow find a few rows, whatever their values. Without this, PostgreSQL would plan half of them
 * each time, because they take lists.
 */
const genericPlans = sql`set_config('plan_cache_mode', 'force_generic_plan', true)`;

const lockedStudent = prepare(
  builder
    .select({
      startDate: people.startDate,
      role: people.role,
      deactivatedAt: people.deactivatedAt,
      plans: genericPlans,
    })
    .from(people)
    .where(eq(people.id, sql.placeholder('studentId')))
    .for('no key update'),
);

/**
 * Ensures that only one transaction at a time changes a student's classes. Lock order: people, classes, registrations.
 * This lock doesn't block new rows that reference the student.
 */
export async function lockStudent(transaction: Transaction, studentId: number) {
  // Queries on one connection run in order, so the second query runs after the student is locked.
  const [[student], held] = await Promise.all([
    lockedStudent(transaction, { studentId }),
    selectHeldClasses(transaction, studentId),
  ]);
  return { student, startDate: student?.startDate ?? EARLIEST_START_DATE, registrations: held };
}

/** Until the transaction ends, no one else can delete, cancel, move or fill the class. */
export async function lockClass(transaction: Transaction, classId: number, forStudent = 0) {
  const [slot] = await lockClasses(transaction, [classId], forStudent);
  return slot;
}

const lockedClasses = prepare(
  builder
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      pacificWeek: classes.pacificWeek,
      classType: classes.classType,
      placesLeft: placesLeftFor(sql.placeholder('forStudent')),
      unheldPlaces,
    })
    .from(classes)
    .where(and(sql`${classes.id} = any(${sql.placeholder('classIds')})`, isStanding))
    .orderBy(classes.id)
    .for('no key update'),
);

export const lockClasses = (transaction: Transaction, classIds: number[], forStudent = 0) =>
  lockedClasses(transaction, { classIds, forStudent });
