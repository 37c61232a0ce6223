import { and, asc, eq, exists, inArray, isNull, ne, not, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Undone } from '../../../contract/cancellations.ts';
import { canUndoCancellation } from '../../../course/cancelling.ts';
import { toConflictError } from '../../database/broken-constraint.ts';
import type { Transaction } from '../../database/connect.ts';
import { lockPeople, lockRegistrations } from '../../database/lock-order.ts';
import {
  auditLog,
  classCancellations,
  classes,
  closedDates,
  people,
  registrations,
} from '../../database/schema.ts';
import {
  retryIfHostIsTaken,
  enqueueMeetingSync,
  enqueueRegistrantSync,
} from '../../meetings/index.ts';
import { type Actor, auditAll } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { restore } from '../../schedule/index.ts';
import { cancellationUndone } from './cancellation-messages.ts';
import { lockClosedDates } from './closed-dates.ts';
import { listOthers } from './queries.ts';
import { describeLeft, restoreClasses } from './restore-classes.ts';
import type { UndoNotice } from './told.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** Somebody puts other classes in the place of those that come back, again and again. */
const conflictError = toConflictError({
  classes_one_per_start_and_instructor: () => new DomainError('place-just-taken'),
  classes_one_per_start_and_host: () => new DomainError('place-just-taken'),
});

/**
 * Gives back what is still free: a class in whose place there is no other, and a student's place in it unless they
 * have another class in that week by now. Whoever has chosen again keeps that. If no class can come back nothing is
 * changed, and it can be tried again. Whoever undid it and asks again gets the same answer.
 */
export function undoCancellation(
  { database, clock, queue, settings }: Deps,
  actor: Actor,
  id: number,
): Promise<Undone> {
  const now = clock.now();
  const undo = async (transaction: Transaction): Promise<Undone> => {
    // Closed dates that came with the cancellation go with it.
    await lockClosedDates(transaction, 'exclusive');
    const cancellation = await lockCancellation(transaction, id, actor, now);
    if (cancellation.undoneAt) return describeUndone(transaction, settings, cancellation, now);
    const students = await listWaitingStudents(transaction, id);
    const instructors = await listInstructors(transaction, id);
    // From here on the students choose nothing else, and no instructor gets another Zoom user.
    await lockPeople(transaction, [...students, ...instructors, actor.id], 'no key update');
    const cancelled = await transaction
      .select()
      .from(classes)
      .where(eq(classes.cancellationId, id))
      .orderBy(asc(classes.id))
      .for('update');
    const { back, left } = await restoreClasses(transaction, settings, cancelled, now);
    if (back.length === 0 && left.length > 0) {
      return { classes: 0, classesLeft: left, studentsLeft: students.length };
    }
    await transaction.delete(closedDates).where(eq(closedDates.cancellationId, id));
    const classIds = back.map((courseClass) => courseClass.id);
    const others = await listOthers(transaction, classIds);
    const returning = await lockReturning(transaction, id, classIds);
    const since = cancellation.cancelledAt;
    const restored = await restore({ queue }, transaction, returning, { now, since });
    await transaction
      .update(classCancellations)
      .set({ undoneAt: now, undoneBy: actor.id })
      .where(eq(classCancellations.id, id));
    for (const one of cancelled) await enqueueMeetingSync(queue, transaction, one.id);
    // Not everybody had a link when the class was cancelled.
    await enqueueRegistrantSync(queue, transaction, ...others);
    if (cancellation.announcedAt) {
      const notices = noticesOf(id, restored, others);
      await cancellationUndone.send(queue, transaction, notices);
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
      studentsLeft: (await listWaitingStudents(transaction, id)).length,
    };
  };
  return retryIfHostIsTaken(() => database.transaction(undo)).catch(conflictError);
}

async function lockCancellation(transaction: Transaction, id: number, actor: Actor, now: Date) {
  const [found] = await transaction
    .select()
    .from(classCancellations)
    .where(eq(classCancellations.id, id))
    .for('update');
  // A place that was given up is no cancelled class: the student chooses again.
  if (!found || found.registrationId) throw new DomainError('not-found');
  if (found.undoneBy === actor.id) return found;
  if (found.undoneAt) throw new DomainError('cancellation-undone');
  if (!canUndoCancellation(found.cancelledAt, now)) throw new DomainError('undo-too-late');
  return found;
}

/** For an undo whose answer was lost: what it came to, as its entries in the audit log tell. */
async function describeUndone(
  transaction: Transaction,
  settings: Deps['settings'],
  { id, undoneAt, undoneBy }: typeof classCancellations.$inferSelect,
  now: Date,
): Promise<Undone> {
  const stillCancelled = await transaction
    .select()
    .from(classes)
    .where(eq(classes.cancellationId, id));
  const whereBack = and(
    eq(auditLog.action, 'class: cancellation undone'),
    eq(auditLog.at, undoneAt ?? now),
    eq(auditLog.actorId, undoneBy ?? 0),
  );
  return {
    classes: await transaction.$count(auditLog, whereBack),
    classesLeft: await describeLeft(transaction, settings, stillCancelled, now),
    studentsLeft: (await listWaitingStudents(transaction, id)).length,
  };
}

async function listWaitingStudents(transaction: Transaction, id: number): Promise<number[]> {
  const waiting = await transaction
    .selectDistinct({ studentId: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.suspendedBy, id), isNull(registrations.endedAt)));
  return waiting.map(({ studentId }) => studentId);
}

async function listInstructors(transaction: Transaction, id: number): Promise<number[]> {
  const taught = await transaction
    .selectDistinct({ instructorId: classes.instructorId })
    .from(classes)
    .where(eq(classes.cancellationId, id));
  return taught.flatMap(({ instructorId }) => instructorId ?? []);
}

/** The registrations that get their place again. Those of former students go on waiting. */
function lockReturning(transaction: Transaction, id: number, classIds: number[]) {
  const there = alias(registrations, 'there');
  const hasOtherThatWeek = exists(
    transaction
      .select({ one: sql`1` })
      .from(there)
      .where(
        and(
          eq(there.studentId, registrations.studentId),
          eq(there.pacificWeek, registrations.pacificWeek),
          ne(there.id, registrations.id),
          isNull(there.endedAt),
          isNull(there.suspendedBy),
        ),
      ),
  );
  const isStudents = exists(
    transaction
      .select({ one: sql`1` })
      .from(people)
      .where(
        and(
          eq(people.id, registrations.studentId),
          eq(people.role, 'student'),
          isNull(people.deactivatedAt),
        ),
      ),
  );
  return lockRegistrations(
    transaction,
    and(
      isStudents,
      inArray(registrations.classId, classIds),
      eq(registrations.suspendedBy, id),
      isNull(registrations.endedAt),
      not(hasOtherThatWeek),
    ),
  );
}

type Restored = Awaited<ReturnType<typeof restore>>;
type Others = Awaited<ReturnType<typeof listOthers>>;

/** One for each person, however many classes they have among these. */
function noticesOf(cancellationId: number, restored: Restored, others: Others): UndoNotice[] {
  const byStudent = Map.groupBy(restored, ({ personId }) => personId);
  const byOther = Map.groupBy(others, ({ personId }) => personId);
  return [
    ...[...byStudent].map(([personId, theirs]) => ({
      personId,
      cancellationId,
      registrationIds: theirs.map(({ id }) => id),
      classIds: [],
    })),
    ...[...byOther].map(([personId, theirs]) => ({
      personId,
      cancellationId,
      registrationIds: [],
      classIds: [...new Set(theirs.map(({ classId }) => classId))],
    })),
  ];
}
