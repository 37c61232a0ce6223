import { and, eq, inArray, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { PlaceInLine } from '../../../contract/waiting-list.ts';
import {
  EARLIEST_START_DATE,
  UNDO_MOVE_MS,
  WAITING_LIST_CLOSES_MS,
} from '../../../course/course.ts';
import { findStaffProblems, openStaffChoice } from '../../../course/staff-choice.ts';
import { findEnding, holdUntil, LINE_ENDINGS } from '../../../course/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { classes, people, waitingList } from '../../database/schema.ts';
import { unheldPlaces } from '../../database/standing.ts';
import { type AuditedActor, audit } from '../../platform/audit.ts';
import type { Services } from '../../platform/services.ts';
import { selectHeldClasses } from '../queries.ts';
import { lockClass } from '../write-registration.ts';
import { lineMessage } from './messages.ts';

export type Turn = typeof waitingList.$inferSelect;

export const isOpen = inArray(waitingList.status, ['waiting', 'offered']);

/**
 * Finds the lines where someone can get a place or has to leave, and moves them up. Idempotent: what is due depends only
 * on the rows, so nothing is lost if a node dies, and several nodes can do this at the same time.
 */
export async function checkLines(services: Services): Promise<void> {
  const { database, clock } = services;
  const now = clock.now().getTime();
  const [closing, undoable] = [now + WAITING_LIST_CLOSES_MS, now - UNDO_MOVE_MS];
  const { classId, startsAt, offerExpiresAt } = waitingList;
  // A student who just moved to another class can still undo the move.
  const canUndo = sql`exists (select from own_moves where from_class_id = ${classes.id}
    and undone_at is null and moved_at > ${new Date(undoable)})`;
  // Until we announce a cancellation, staff can undo it.
  const isAnnounced = sql`exists (select from class_cancellations
    where id = ${classes.cancellationId} and announced_at is not null)`;
  const due = await database
    .selectDistinct({ classId })
    .from(waitingList)
    .innerJoin(classes, eq(classes.id, classId))
    .where(
      and(
        isOpen,
        or(
          ...[lte(offerExpiresAt, new Date(now)), lte(startsAt, new Date(closing))],
          ...[ne(startsAt, classes.startsAt), isNotNull(classes.deletedAt), isAnnounced],
          sql`${waitingList.status} = 'waiting' and coalesce(${unheldPlaces}, 1) > 0
            and ${classes.cancellationId} is null and not ${canUndo}`,
        ),
      ),
    );
  const failures: unknown[] = [];
  for (const line of due) {
    await database
      .transaction((transaction) => advance(services, transaction, line.classId))
      .catch((error) => failures.push(error));
  }
  // One line must not hold up the others.
  if (failures.length > 0) throw failures[0];
}

/** Removes people whose turn is over, and offers free places to the first people who are still waiting. */
async function advance(services: Services, transaction: Transaction, classId: number) {
  const { clock, settings } = services;
  const now = clock.now();
  await lockClass(transaction, classId);
  // Read the class again, because others may have taken places while we waited for the lock.
  const slot = await lockClass(transaction, classId);
  const line = await transaction
    .select({ turn: waitingList, startDate: people.startDate })
    .from(waitingList)
    .innerJoin(people, eq(people.id, waitingList.personId))
    .where(and(eq(waitingList.classId, classId), isOpen))
    .orderBy(waitingList.position, waitingList.id)
    .for('update', { of: waitingList });
  let free = slot?.unheldPlaces ?? Number.POSITIVE_INFINITY;
  for (const { turn, startDate } of line) {
    const ending = findEnding(turn, slot, now);
    if (ending) await changeTurn(services, transaction, turn, removal(ending));
    if (ending || !slot || turn.status === 'offered' || free <= 0) continue;
    const registrations = await selectHeldClasses(transaction, turn.personId);
    const progress = { startDate: startDate ?? EARLIEST_START_DATE, registrations };
    const rules = { firstClass: settings.site.firstClass, now };
    const choice = openStaffChoice(progress, turn.classNumber, rules);
    const isFitting = findStaffProblems({ ...slot, placesLeft: null }, choice).length === 0;
    const change = isFitting ? offerOf(services, turn) : removal('misfit');
    await changeTurn(services, transaction, turn, change);
    if (isFitting) free -= 1;
  }
}

export const removal = (why: keyof typeof LINE_ENDINGS) =>
  ({ status: 'removed', why: LINE_ENDINGS[why] }) as const;

export function offerOf({ clock, settings }: Services, { startsAt }: Turn) {
  const now = clock.now();
  const offerExpiresAt = holdUntil(startsAt, settings.waitingListMinutes, now);
  return { status: 'offered', offeredAt: now, offerExpiresAt } as const;
}

type Change = Partial<Omit<Turn, 'status'>> & { status?: Exclude<Turn['status'], 'waiting'> };

/** Changes a person's place in line, and notifies them if they got an offer or were taken off the list. */
export async function changeTurn(
  { queue, clock }: Pick<Services, 'queue' | 'clock'>,
  transaction: Transaction,
  { id: turnId, personId, classId, classNumber }: Turn,
  set: Change,
  { actor = { id: null, ip: null }, reason }: { actor?: AuditedActor; reason?: string } = {},
): Promise<void> {
  const isIt = and(eq(waitingList.id, turnId), isOpen);
  await transaction.update(waitingList).set(set).where(isIt);
  const action = `waiting list: ${set.status ?? 'moved to front'}` as const;
  await audit(transaction, actor, clock.now(), action, {
    ...{ person: personId, class: classId },
    after: { classNumber, classId, reason: reason || set.why },
  });
  if (set.status === 'offered') await lineMessage.send(queue, transaction, [{ personId, turnId }]);
  if (!set.why) return;
  const about = { personId, turnId, isOver: true };
  await lineMessage.send(queue, transaction, [about], { channels: ['email'] });
}

/** Lists the people in line, by class time and then by position. */
export async function listTurns(
  reader: Pick<Transaction, 'select'>,
  which: SQL,
): Promise<PlaceInLine[]> {
  const rows = await reader
    .select({
      row: waitingList,
      name: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
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
    startTime: row.startsAt.toISOString(),
    joinedAt: row.joinedAt.toISOString(),
    offerExpiresAt: row.offerExpiresAt?.toISOString() ?? null,
  }));
}
