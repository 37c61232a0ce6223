import { eq } from 'drizzle-orm';
import type { ScheduleEntry } from '../../contract/schedule.ts';
import { findUndoMoveProblem } from '../../course/undo-move.ts';
import type { Transaction } from '../database/connect.ts';
import { findRow, updateRows } from '../database/rows.ts';
import { ownMoves } from '../database/schema.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { sendMove } from './calendar/move-messages.ts';
import { conflictError, refuseFormerStudent } from './commands.ts';
import { actFor } from './for-students.ts';
import { readEntry } from './queries.ts';
import { moveBack } from './undo-makeup.ts';
import { lockClass, lockStudent } from './write-registration.ts';

interface Undo {
  studentId: number;
  registrationId: number;
  /** The class that the move led to. If the student has moved again since then, we reject the undo. */
  newClassId: number;
}

/** Idempotent: does nothing if the move has already been undone. */
export function undoMove(services: Services, student: Actor, undo: Undo): Promise<ScheduleEntry> {
  const change = services.database.transaction(async (transaction) => {
    const progress = await lockStudent(transaction, undo.studentId);
    refuseFormerStudent(progress);
    await undoWithin(services, transaction, { ...undo, progress, actor: student });
    return readEntry(transaction, undo.registrationId);
  });
  return change.catch(conflictError);
}

/** Idempotent: does nothing if the move has already been undone. */
export function undoMoveForStudent(services: Services, actor: Actor, undo: Undo) {
  return actFor(services, actor, undo.studentId, async (transaction, progress) => {
    await undoWithin(services, transaction, { ...undo, progress, actor, isByStaff: true });
    return undo.registrationId;
  });
}

interface LockedUndo extends Undo {
  progress: Awaited<ReturnType<typeof lockStudent>>;
  actor: Actor;
  isByStaff?: boolean;
}

async function undoWithin(
  { clock, queue }: Services,
  transaction: Transaction,
  { studentId, registrationId, newClassId, progress, actor, isByStaff = false }: LockedUndo,
): Promise<void> {
  const moved = progress.registrations.find(({ id }) => id === registrationId);
  if (!moved) throw new DomainError('not-found');
  const whereMoved = eq(ownMoves.registrationId, registrationId);
  const move = await findRow(transaction, ownMoves, whereMoved);
  if (move?.toClassId !== newClassId) throw new DomainError('move-stays', { problem: 'changed' });
  if (move.undoneAt && move.version === moved.version) return;

  const { kind, fromClassId, wasRescheduled, movedAt } = move;
  const locked = await lockClass(transaction, fromClassId);
  // Until we offer the place to someone on the waiting list, the student who gave it up can still have it back.
  const former = locked ? { ...locked, placesLeft: locked.unheldPlaces } : null;
  const now = clock.now();
  const problem = findUndoMoveProblem({ move, moved, former, progress }, now);
  if (problem || !former) throw new DomainError('move-stays', { problem: problem ?? 'gone' });
  const version = await moveBack(queue, transaction, {
    ...{ registrationId, studentId, actor, now, since: movedAt },
    fromClassId: newClassId,
    former: { classId: fromClassId, week: former.pacificWeek, wasRescheduled },
    action: `registration: ${kind} undone`,
  });
  await updateRows(transaction, ownMoves, whereMoved, { version, undoneAt: now });
  // If the email about the move is still in the queue, the move and its undo cancel out, and we send nothing.
  await sendMove(queue, transaction, {
    ...{ personId: studentId, registrationId, sequence: version, isByStaff },
    from: moved.startsAt,
    wasCanceled: false,
  });
}
