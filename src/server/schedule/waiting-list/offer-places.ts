import { and, eq, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  EARLIEST_START_DATE,
  UNDO_CANCELLATION_MS,
  UNDO_MOVE_MS,
  WAITING_LIST_CLOSES_MS,
} from '../../../course/course.ts';
import { findEnding, holdUntil, isFitting, LINE_ENDINGS } from '../../../course/waiting-list.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import { nameColumn } from '../../database/joins.ts';
import { classes, people, waitingList } from '../../database/schema.ts';
import { unheldPlaces } from '../../database/standing.ts';
import type { Services } from '../../platform/services.ts';
import { selectHeldClasses } from '../queries.ts';
import { lockClass } from '../write-registration.ts';
import { changeTurns, isOpen } from './turns.ts';

const isGone = (now: Date) => sql<boolean>`(${classes.deletedAt} is not null
  or exists (select from class_cancellations where id = ${classes.cancellationId}
    and canceled_at <= ${new Date(now.getTime() - UNDO_CANCELLATION_MS)}))`;

/**
 * Offers free places to the next students on waiting lists, and removes students who can no longer get a place. What
 * has to be done depends only on the database, so nothing is lost if a node crashes, and several nodes can run this at
 * the same time.
 */
export async function checkWaitingLists(services: Services): Promise<void> {
  const { database, clock } = services;
  const now = clock.now();
  const { classId, startsAt, offerExpiresAt, status } = waitingList;
  const closing = new Date(now.getTime() + WAITING_LIST_CLOSES_MS);
  // A student who just moved to another class can still undo the move, so their old place isn't free yet.
  const hasFreePlace = sql`coalesce(${unheldPlaces}, 1) > 0 and not exists (
    select from own_moves where from_class_id = ${classes.id} and undone_at is null
      and moved_at > ${new Date(now.getTime() - UNDO_MOVE_MS)})`;
  const isDue = or(
    ...[lte(offerExpiresAt, now), lte(startsAt, closing), ne(startsAt, classes.startsAt)],
    and(eq(status, 'waiting'), hasFreePlace),
  );
  const due = await database
    .selectDistinct({ classId })
    .from(waitingList)
    .innerJoin(classes, eq(classes.id, classId))
    .where(and(isOpen, or(isGone(now), and(isNull(classes.cancellationId), isDue))));
  const failures: unknown[] = [];
  for (const line of due) {
    await database
      .transaction((transaction) => advance(services, transaction, line.classId))
      .catch((error) => failures.push(error));
  }
  // Throw only after the loop, so that a problem with one waiting list doesn't hold up the others.
  if (failures.length > 0) throw failures[0];
}

async function advance(services: Services, transaction: Transaction, classId: number) {
  const { queue, clock, settings } = services;
  const now = clock.now();
  const isIt = eq(classes.id, classId);
  const gone = transaction.select({ isGone: isGone(now) }).from(classes);
  const [found] = await gone.where(isIt).for('no key update');
  // Read the number of places only now, because others may have taken some while we waited for the lock.
  const slot = await lockClass(transaction, classId);
  if (!slot && !found?.isGone) return;
  const line = await transaction
    .select({ turn: waitingList, startDate: people.startDate })
    .from(waitingList)
    .innerJoin(people, eq(people.id, waitingList.personId))
    .where(and(eq(waitingList.classId, classId), isOpen))
    .orderBy(waitingList.position, waitingList.id)
    .for('update', { of: waitingList });
  let free = slot?.unheldPlaces ?? Number.POSITIVE_INFINITY;
  for (const { turn, startDate } of line) {
    const change = (set: Parameters<typeof changeTurns>[3]) =>
      changeTurns({ queue, now }, transaction, eq(waitingList.id, turn.id), set);
    const ending = findEnding(turn, slot, now);
    if (ending) await change(removal(ending));
    if (ending || !slot || turn.status === 'offered' || free <= 0) continue;
    const registrations = await selectHeldClasses(transaction, turn.personId);
    const progress = { startDate: startDate ?? EARLIEST_START_DATE, registrations };
    const rules = { firstClass: settings.site.firstClass, now };
    const fits = isFitting(slot, progress, turn.classNumber, rules);
    await change(fits ? offerOf(services, turn) : removal('misfit'));
    if (fits) free -= 1;
  }
}

export const removal = (why: keyof typeof LINE_ENDINGS) =>
  ({ status: 'removed', why: LINE_ENDINGS[why] }) as const;

export function offerOf({ clock, settings }: Services, { startsAt }: { startsAt: Date }) {
  const now = clock.now();
  const offerExpiresAt = holdUntil(startsAt, settings.waitingListMinutes, now);
  return { status: 'offered', offeredAt: now, offerExpiresAt } as const;
}

export async function listTurns(reader: Reader, which: SQL | undefined) {
  const rows = await reader
    .select({
      row: waitingList,
      name: nameColumn(),
      turn: sql<number>`(select count(*)::int from waiting_list ahead
        where ahead.class_id = ${waitingList.classId} and ahead.status in ('waiting', 'offered')
          and (ahead.position, ahead.id) <= (${waitingList.position}, ${waitingList.id}))`,
    })
    .from(waitingList)
    .innerJoin(people, eq(people.id, waitingList.personId))
    .where(and(which, isOpen))
    .orderBy(waitingList.startsAt, waitingList.position, waitingList.id);
  return rows.map(({ row, name, turn }) => ({
    ...{ ...row, name, turn },
    startTime: row.startsAt,
  }));
}
