import { and, eq, inArray, isNull, ne } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { hasStarted } from '../../course/class-state.ts';
import type { Transaction } from '../database/connect.ts';
import { isSeat } from '../database/joins.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { match, updateRows } from '../database/rows.ts';
import { attendance, classes, makeups, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import type { Queue } from '../jobs/queue.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import { makeupNotNeeded, sendMove } from './calendar/move-messages.ts';
import { conflictError, type MoveDeps } from './commands.ts';
import { type Move, move } from './registration-state.ts';
import { lockClass } from './write-registration.ts';

interface Return extends Omit<Move, 'to' | 'isRescheduled'> {
  former: { classId: number; week: string; wasRescheduled: boolean };
}

export async function moveBack(
  queue: Queue,
  transaction: Transaction,
  { former: { classId, week, wasRescheduled }, ...made }: Return,
): Promise<number> {
  const to = { id: classId, pacificWeek: week };
  const change = { ...made, to, isRescheduled: wasRescheduled };
  const { id: registrationId, sequence } = await move(queue, transaction, change);
  const makeup = { registrationId, missedClassId: classId };
  await updateRows(transaction, makeups, makeup, { undoneAt: made.now });
  return sequence;
}

function findOpenMakeups(transaction: Transaction, classId: number, studentIds: number[]) {
  const missed = alias(classes, 'missed');
  return transaction
    .select({
      registrationId: registrations.id,
      studentId: registrations.studentId,
      fromClassId: registrations.classId,
      startsAt: classes.startsAt,
      former: {
        classId: missed.id,
        week: missed.pacificWeek,
        wasRescheduled: makeups.wasRescheduled,
      },
    })
    .from(makeups)
    .innerJoin(registrations, eq(registrations.id, makeups.registrationId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(missed, eq(missed.id, makeups.missedClassId))
    .where(
      and(
        match(makeups, { missedClassId: classId, undoneAt: null }),
        inArray(registrations.studentId, studentIds),
        isNull(registrations.endedAt),
        ne(registrations.classId, classId),
      ),
    )
    .orderBy(registrations.id);
}

type OpenMakeup = Awaited<ReturnType<typeof findOpenMakeups>>[number];

/**
 * Moves registrations back from a makeup, because these people attended `classId` after all. A makeup stays if the
 * student attended it as well, or if they now have another class that week. The caller must lock the people first.
 */
export async function undoAttendedMakeups(
  queue: Queue,
  transaction: Transaction,
  { classId, personIds, now }: { classId: number; personIds: number[]; now: Date },
): Promise<void> {
  if (personIds.length === 0) return;
  const open = await findOpenMakeups(transaction, classId, personIds);
  const ids = open.map(({ registrationId }) => registrationId);
  await lockRegistrations(transaction, inArray(registrations.id, ids));
  for (const { startsAt, ...makeup } of open) {
    if (await mustStay(transaction, makeup)) continue;
    const sequence = await moveBack(queue, transaction, {
      ...makeup,
      action: 'registration: makeup not needed',
      actor: { id: null, ip: null },
      now,
    });
    const { registrationId, studentId: personId } = makeup;
    await makeupNotNeeded.send(queue, transaction, [
      { personId, registrationId, makeup: startsAt.toISOString(), sequence },
    ]);
  }
}

async function mustStay(
  transaction: Transaction,
  { registrationId, studentId, fromClassId, former }: Omit<OpenMakeup, 'startsAt'>,
): Promise<boolean> {
  const isTheirs = isSeat(attendance, studentId, fromClassId);
  const attended = await transaction.$count(attendance, isTheirs);
  const sameWeek = await transaction.$count(
    registrations,
    and(
      match(registrations, { studentId, pacificWeek: former.week }),
      ne(registrations.id, registrationId),
      hasPlace,
    ),
  );
  return attended + sameWeek > 0;
}

/** Lets a student undo a makeup by text until the makeup class starts. The caller must lock the student first. */
export async function undoMakeupByText(
  { database, clock, queue }: MoveDeps,
  undone: { studentId: number; registrationId: number; missedClassId: number },
): Promise<void> {
  const { studentId, registrationId, missedClassId } = undone;
  const now = clock.now();
  const undo = database.transaction(async (transaction) => {
    await lockClass(transaction, missedClassId);
    await lockRegistrations(transaction, eq(registrations.id, registrationId));
    const open = await findOpenMakeups(transaction, missedClassId, [studentId]);
    const made = open.find((makeup) => makeup.registrationId === registrationId);
    if (!made) throw new DomainError('not-found');
    const { startsAt: from, ...makeup } = made;
    if (hasStarted(from, now)) throw new DomainError('over');
    await limitPerson(transaction, now, 'class times', studentId);
    const sequence = await moveBack(queue, transaction, {
      ...makeup,
      action: 'registration: makeup undone',
      actor: { id: studentId, ip: null },
      now,
    });
    const move = { personId: studentId, registrationId, from, wasCanceled: false, sequence };
    await sendMove(queue, transaction, move);
  });
  await undo.catch(conflictError);
}
