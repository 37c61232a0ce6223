import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { AuditAction } from '../../../contract/audit-actions.ts';
import type { PlaceInLine } from '../../../contract/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { people, waitingList } from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { type AuditedActor, audit } from '../../platform/audit.ts';
import { endings, placeOffered, turnEnded } from './messages.ts';

export type Turn = typeof waitingList.$inferSelect;

export const isOpen = inArray(waitingList.status, ['waiting', 'offered']);

export const advanceLineJob = defineJob<{ classId: number }>('advance-waiting-list', {
  keyOf: ({ classId }) => `class ${classId}`,
});

/** Call this when one of these classes may have a free place. Classes without a line need no job. */
export async function advanceLines(
  queue: Queue,
  transaction: Transaction,
  classIds: number[],
  options?: { afterSeconds: number },
): Promise<void> {
  if (classIds.length === 0) return;
  const lines = await transaction
    .selectDistinct({ classId: waitingList.classId })
    .from(waitingList)
    .where(and(inArray(waitingList.classId, classIds), isOpen));
  await queue.addAll(transaction, advanceLineJob, lines, options);
}

interface Change {
  set: Partial<Turn>;
  now: Date;
  /** Defaults to the portal itself. */
  actor?: AuditedActor;
  reason?: string | undefined;
}

/** Changes a turn that is still open, notifies the person, and lets the line move up. */
export async function changeTurn(
  queue: Queue,
  transaction: Transaction,
  { id }: Turn,
  { set, now, actor = { id: null, ip: null }, reason }: Change,
): Promise<void> {
  const isIt = and(eq(waitingList.id, id), isOpen);
  const [turn] = await transaction.update(waitingList).set(set).where(isIt).returning();
  if (!turn) return;
  const { personId, classId, classNumber, status } = turn;
  const action: AuditAction =
    set.status === undefined
      ? 'waiting list: moved to front'
      : `waiting list: ${status === 'offered' || status === 'taken' ? status : 'left'}`;
  await audit(transaction, actor, now, action, {
    ...{ person: personId, class: classId },
    after: { classNumber, classId, reason: reason || endings[status] },
  });
  const message = set.status === 'offered' ? placeOffered : endings[status] && turnEnded;
  if (message) await message.send(queue, transaction, [{ personId, turnId: id }]);
  if (status !== 'offered') await advanceLines(queue, transaction, [classId]);
}

async function endTurns(
  queue: Queue,
  transaction: Transaction,
  { whose, statusOf, now }: { whose: SQL; statusOf: (turn: Turn) => Turn['status'] | null; now: Date },
): Promise<void> {
  const turns = await transaction
    .select()
    .from(waitingList)
    .where(and(whose, isOpen))
    .orderBy(waitingList.id)
    .for('update');
  for (const turn of turns) {
    const status = statusOf(turn);
    if (status) await changeTurn(queue, transaction, turn, { set: { status }, now });
  }
}

/** Takes people off the waiting lists for a class number once they have a place in a class. */
export function settleTurns(
  queue: Queue,
  transaction: Transaction,
  placed: { personId: number; classId: number; classNumber: number }[],
  now: Date,
): Promise<void> {
  const ids = placed.map(({ personId }) => personId);
  const statusOf = ({ personId, classNumber, classId }: Turn) => {
    const isTheirs = (one: (typeof placed)[number]) =>
      one.personId === personId && one.classNumber === classNumber;
    const place = placed.find(isTheirs);
    return place ? (place.classId === classId ? 'taken' : 'chose-other') : null;
  };
  const whose = sql`${waitingList.personId} = any(${sql.param(ids)}::int[])`;
  return endTurns(queue, transaction, { whose, statusOf, now });
}

/** For people who are no longer students. */
export function leaveAllLines(
  queue: Queue,
  transaction: Transaction,
  personId: number,
  now: Date,
): Promise<void> {
  const whose = eq(waitingList.personId, personId);
  return endTurns(queue, transaction, { whose, statusOf: () => 'left', now });
}

/** Lists open turns, in the order of the classes and their lines. */
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
