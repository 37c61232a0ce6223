import { eq } from 'drizzle-orm';
import type { ScheduleEntry } from '../../contract/scheduling.ts';
import { findUndoMoveProblem } from '../../course/undo-move.ts';
import { enqueueOwnMoveMail } from '../calendar/index.ts';
import { ownMoves } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { conflictError, refuseFormerStudent } from './commands.ts';
import { readEntry } from './selections.ts';
import { putBack, undoMakeup } from './undo-makeup.ts';
import { holdClass, lockLearner } from './write-registration.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;

interface Undo {
  registrationId: number;
  /** Where the move had put it: what was moved again since is not undone. */
  newClassId: number;
  ip: string;
}

/** Takes back a student's last move of a class. Asked twice, it answers twice the same. */
export async function undoMove(
  { database, clock, queue }: Deps,
  studentId: number,
  { registrationId, newClassId, ip }: Undo,
): Promise<ScheduleEntry> {
  const undo = database.transaction(async (transaction) => {
    const progress = await lockLearner(transaction, studentId);
    refuseFormerStudent(progress);
    const moved = progress.registrations.find(({ id }) => id === registrationId);
    if (!moved) throw new DomainError('not-found');
    const whereMoved = eq(ownMoves.registrationId, registrationId);
    const [move] = await transaction.select().from(ownMoves).where(whereMoved);
    if (move?.toClassId !== newClassId) throw new DomainError('move-stays', { problem: 'changed' });
    if (move.undoneAt && move.version === moved.version) return readEntry(transaction, moved.id);

    const { kind, fromClassId, wasRescheduled, movedAt } = move;
    const former = (await holdClass(transaction, fromClassId)) ?? null;
    const now = clock.now();
    const problem = findUndoMoveProblem({ move, moved, former, progress }, now);
    if (problem || !former) throw new DomainError('move-stays', { problem: problem ?? 'gone' });
    const isMakeup = kind === 'makeup';
    const version = await (isMakeup ? undoMakeup : putBack)({ queue }, transaction, {
      registrationId,
      studentId,
      fromClassId: newClassId,
      former: { classId: fromClassId, week: former.pacificWeek, wasRescheduled },
      action: isMakeup ? 'registration: makeup undone' : 'registration: reschedule undone',
      actorId: studentId,
      ip,
      now,
      since: movedAt,
    });
    await transaction.update(ownMoves).set({ version, undoneAt: now }).where(whereMoved);
    // As a rule that of the move still waits, and finds nothing to tell.
    await enqueueOwnMoveMail(queue, transaction, {
      personId: studentId,
      registrationId,
      from: moved.startsAt,
      wasCancelled: false,
      sequence: version,
    });
    return readEntry(transaction, moved.id);
  });
  return undo.catch(conflictError);
}
