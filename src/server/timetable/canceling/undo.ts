import { and, eq, isNull, not, sql } from 'drizzle-orm';
import { canUndoCancellation } from '../../../course/canceling.ts';
import { toConflictError } from '../../database/broken-constraint.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockPeople, lockRegistrations } from '../../database/lock-order.ts';
import { lockRow, match, updateRows } from '../../database/rows.ts';
import {
  auditLog,
  classCancellations,
  classes,
  closedDates,
  people,
  registrations,
} from '../../database/schema.ts';
import {
  enqueueMeetingSync,
  enqueueRegistrantSync,
  retryIfHostIsTaken,
} from '../../meetings/index.ts';
import { type Actor, auditAll } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { restore } from '../../schedule/index.ts';
import { lockClasses } from '../edit-checks.ts';
import { hasOtherIn } from '../queries.ts';
import { cancellationUndone, type UndoNotice } from './cancellation-messages.ts';
import { lockClosedDates } from './closed-dates.ts';
import { listOthers } from './queries.ts';
import { describeLeft, restoreClasses } from './restore-classes.ts';

/** A concurrent request may have just given this time to another class with the same instructor or host. */
const conflictError = toConflictError({
  classes_one_per_start_and_instructor: () => new DomainError('place-just-taken'),
  classes_one_per_start_and_host: () => new DomainError('place-just-taken'),
});

/**
 * Restores classes whose time is still free, along with their students. Students who picked a new time or have another
 * class that week keep it. Changes nothing if no class can be restored. Idempotent for the same editor.
 */
export function undoCancellation(
  { database, clock, queue, settings }: Services,
  actor: Actor,
  id: number,
) {
  const now = clock.now();
  const undo = async (transaction: Transaction) => {
    await lockClosedDates(transaction, 'exclusive');
    const cancellation = await lockCancellation(transaction, id, actor, now);
    if (cancellation.undoneAt) return describeUndone(transaction, settings, cancellation, now);
    const students = await listSuspendedStudents(transaction, id);
    const instructors = await listInstructors(transaction, id);
    // Keep students from picking times, and instructors' Zoom users from changing, until the commit.
    await lockPeople(transaction, [...students, ...instructors, actor.id], 'no key update');
    const canceled = await lockClasses(transaction, eq(classes.cancellationId, id));
    const { back, left } = await restoreClasses(transaction, settings, canceled, now);
    if (back.length === 0 && left.length > 0) {
      return { classes: 0, classesLeft: left, studentsLeft: students.length };
    }
    await transaction.delete(closedDates).where(eq(closedDates.cancellationId, id));
    const classIds = back.map((courseClass) => courseClass.id);
    const others = await listOthers(transaction, classIds);
    const returning = await lockReturning(transaction, id, classIds);
    const since = cancellation.canceledAt;
    const restored = await restore(queue, transaction, returning, {
      ...{ now, since },
      isOverbooked: true,
    });
    const undone = { undoneAt: now, undoneBy: actor.id };
    await updateRows(transaction, classCancellations, { id }, undone);
    for (const one of canceled) await enqueueMeetingSync(queue, transaction, one.id);
    // Register these people in Zoom again, because some may not have had a link yet when the class was canceled.
    await enqueueRegistrantSync(queue, transaction, others);
    if (cancellation.announcedAt) {
      await cancellationUndone.send(queue, transaction, noticesOf(id, restored, others));
    }
    const entries = back.map(({ id: classId, startsAt }) => ({
      class: classId,
      after: {
        startsAt: startsAt.toISOString(),
        registered: restored.filter((one) => one.classId === classId).length,
      },
    }));
    await auditAll(transaction, actor, now, 'class: cancellation undone', entries);
    return {
      classes: back.length,
      classesLeft: left,
      studentsLeft: (await listSuspendedStudents(transaction, id)).length,
    };
  };
  return retryIfHostIsTaken(() => database.transaction(undo)).catch(conflictError);
}

async function lockCancellation(transaction: Transaction, id: number, actor: Actor, now: Date) {
  const found = await lockRow(transaction, classCancellations, { id }, 'update');
  // If the cancellation has a registration, staff canceled one student's place, not a class.
  if (!found || found.registrationId) throw new DomainError('not-found');
  if (found.undoneBy === actor.id) return found;
  if (found.undoneAt) throw new DomainError('cancellation-undone');
  if (!canUndoCancellation(found.canceledAt, now)) throw new DomainError('undo-too-late');
  return found;
}

/** If a client retries, reads the result of the earlier undo from the audit log. */
async function describeUndone(
  transaction: Transaction,
  settings: Services['settings'],
  { id, undoneAt, undoneBy }: typeof classCancellations.$inferSelect,
  now: Date,
) {
  const whereStillCanceled = eq(classes.cancellationId, id);
  const stillCanceled = await transaction.select().from(classes).where(whereStillCanceled);
  const whereBack = match(auditLog, {
    action: 'class: cancellation undone',
    at: undoneAt ?? now,
    actorId: undoneBy ?? 0,
  });
  return {
    classes: await transaction.$count(auditLog, whereBack),
    classesLeft: await describeLeft(transaction, settings, stillCanceled, now),
    studentsLeft: (await listSuspendedStudents(transaction, id)).length,
  };
}

async function listSuspendedStudents(transaction: Transaction, id: number): Promise<number[]> {
  const { studentId, suspendedBy, endedAt } = registrations;
  const rows = await transaction
    .selectDistinct({ studentId })
    .from(registrations)
    .where(and(eq(suspendedBy, id), isNull(endedAt)));
  return rows.map((row) => row.studentId);
}

async function listInstructors(transaction: Transaction, id: number): Promise<number[]> {
  const taught = await transaction
    .selectDistinct({ instructorId: classes.instructorId })
    .from(classes)
    .where(eq(classes.cancellationId, id));
  return taught.flatMap(({ instructorId }) => instructorId ?? []);
}

/** Leaves out former students, and students who have another class that week. Their registrations stay suspended. */
function lockReturning(transaction: Transaction, id: number, classIds: number[]) {
  const { studentId, pacificWeek } = registrations;
  const isSuspended = match(registrations, { classId: classIds, suspendedBy: id, endedAt: null });
  const isActiveStudent = sql`exists (select from ${people} where ${people.id} = ${studentId}
    and ${people.role} = 'student' and ${people.deactivatedAt} is null)`;
  const isReturning = and(isActiveStudent, isSuspended, not(hasOtherIn(pacificWeek)));
  return lockRegistrations(transaction, isReturning);
}

type Restored = Awaited<ReturnType<typeof restore>>;
type Others = Awaited<ReturnType<typeof listOthers>>;

/** Each person gets one notice, no matter how many classes it covers. */
function noticesOf(cancellationId: number, restored: Restored, others: Others): UndoNotice[] {
  const registrationsOf = Map.groupBy(restored, ({ personId }) => personId);
  const classesOf = Map.groupBy(others, ({ personId }) => personId);
  return [
    ...[...registrationsOf].map(([personId, theirs]) => ({
      ...{ personId, cancellationId, classIds: [] },
      registrationIds: theirs.map(({ id }) => id),
    })),
    ...[...classesOf].map(([personId, theirs]) => ({
      ...{ personId, cancellationId, registrationIds: [] },
      classIds: [...new Set(theirs.map(({ classId }) => classId))],
    })),
  ];
}
