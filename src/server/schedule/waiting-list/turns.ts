import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { PlaceInLine } from '../../../contract/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { people, waitingList } from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import type { Queue } from '../../jobs/queue.ts';
import { auditAll } from '../../platform/audit.ts';

export type Turn = typeof waitingList.$inferSelect;

export const isOpen = inArray(waitingList.status, ['waiting', 'offered']);
export const inOrder = [waitingList.position, waitingList.id];

export const advanceLineJob = defineJob<{ classId: number }>('advance-waiting-list', {
  keyOf: ({ classId }) => `class ${classId}`,
});

/** Call this when one of these classes may have a free place. Classes without a line need no job. */
export async function advanceLines(
  queue: Queue,
  transaction: Transaction,
  classIds: number[],
  options?: { afterSeconds?: number; leavesWaiting?: boolean },
): Promise<void> {
  if (classIds.length === 0) return;
  const lines = await transaction
    .selectDistinct({ classId: waitingList.classId })
    .from(waitingList)
    .where(and(inArray(waitingList.classId, classIds), isOpen));
  await queue.addAll(transaction, advanceLineJob, lines, options);
}

interface Placed extends Record<string, unknown> {
  personId: number;
  classId: number;
  classNumber: number;
}

/** Takes people off the waiting lists for a class number once they have a place in a class. */
export async function settleTurns(
  queue: Queue,
  transaction: Transaction,
  placed: Placed[],
  now: Date,
): Promise<void> {
  const column = (name: keyof Placed) => sql.param(placed.map((one) => one[name]));
  const { rows } = await transaction.execute<Placed & { status: string }>(sql`
    update waiting_list
    set status = case when waiting_list.class_id = placed.class_id then 'taken' else 'chose-other' end
    from unnest(${column('personId')}::int[], ${column('classId')}::int[],
      ${column('classNumber')}::int[]) as placed (person_id, class_id, class_number)
    where waiting_list.person_id = placed.person_id and waiting_list.class_number = placed.class_number
      and status in ('waiting', 'offered')
    returning waiting_list.person_id as "personId", waiting_list.class_id as "classId",
      waiting_list.class_number as "classNumber", status`);
  const auditOf = (status: string, reason?: string) =>
    rows
      .filter((row) => row.status === status)
      .map(({ personId, classId, classNumber }) => ({
        ...{ person: personId, class: classId },
        after: { classNumber, classId, reason },
      }));
  const others = auditOf('chose-other', 'They have another time for this class');
  const actor = { id: null, ip: null };
  await auditAll(transaction, actor, now, 'waiting list: taken', auditOf('taken'));
  await auditAll(transaction, actor, now, 'waiting list: ended', others);
  await advanceLines(
    queue,
    transaction,
    rows.map(({ classId }) => classId),
  );
}

/** For people who are no longer students. */
export async function leaveAllLines(queue: Queue, transaction: Transaction, personId: number) {
  const left = await transaction
    .update(waitingList)
    .set({ status: 'left' })
    .where(and(eq(waitingList.personId, personId), isOpen))
    .returning({ classId: waitingList.classId });
  await advanceLines(
    queue,
    transaction,
    left.map(({ classId }) => classId),
  );
}

/** Lists open turns, in the order of the classes and their lines. */
export async function listTurns(
  reader: Pick<Transaction, 'select'>,
  which: SQL,
): Promise<PlaceInLine[]> {
  const rows = await reader
    .select({
      turn: waitingList,
      name: sql<string>`${people.firstName} || ' ' || ${people.lastName}`,
      place: sql<number>`(select count(*)::int from waiting_list ahead
        where ahead.class_id = ${waitingList.classId} and ahead.status in ('waiting', 'offered')
          and (ahead.position, ahead.id) <= (${waitingList.position}, ${waitingList.id}))`,
    })
    .from(waitingList)
    .innerJoin(people, eq(people.id, waitingList.personId))
    .where(and(which, isOpen))
    .orderBy(waitingList.startsAt, waitingList.classId, ...inOrder);
  return rows.map(({ name, place, turn }) => ({
    ...{ id: turn.id, personId: turn.personId, name, turn: place },
    ...{ classId: turn.classId, classNumber: turn.classNumber },
    startTime: turn.startsAt.toISOString(),
    joinedAt: turn.joinedAt.toISOString(),
    offerExpiresAt: turn.offerExpiresAt?.toISOString() ?? null,
  }));
}
