import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { LINE_ENDINGS } from '../../../course/waiting-list.ts';
import type { Transaction } from '../../database/connect.ts';
import { columnsOf, prepareSql } from '../../database/prepared.ts';
import { classTimeWishes, waitingList } from '../../database/schema.ts';
import type { Queue } from '../../jobs/queue.ts';
import { type AuditedActor, audit } from '../../platform/audit.ts';
import { lineMessage } from './messages.ts';

/** Without parameters, because a reused plan uses the partial index only for constants. */
export const isOpen = sql`${waitingList.status} in ('waiting', 'offered')`;

interface By {
  queue: Queue;
  now: Date;
  /** Defaults to the portal itself. */
  actor?: AuditedActor | undefined;
  reason?: string;
}

/**
 * Changes open entries on waiting lists, and notifies students who were offered a place or removed. Returns how many
 * entries were changed.
 */
export async function changeTurns(
  by: By,
  transaction: Transaction,
  which: SQL | undefined,
  set: PgUpdateSetSource<typeof waitingList>,
): Promise<number> {
  const isIt = and(which, isOpen);
  const changed = await transaction.update(waitingList).set(set).where(isIt).returning();
  await followTurns(by, transaction, changed, set.status !== undefined);
  return changed.length;
}

type Changed = Pick<
  typeof waitingList.$inferSelect,
  'id' | 'personId' | 'classId' | 'classNumber' | 'status' | 'why'
>;

async function followTurns(
  { queue, now, actor = { id: null, ip: null }, reason }: By,
  transaction: Transaction,
  changed: Changed[],
  isNewStatus: boolean,
): Promise<void> {
  for (const { id: turnId, personId, classId, classNumber, status, why } of changed) {
    const event = isNewStatus && status !== 'waiting' ? status : 'moved to front';
    const note = event === 'taken' ? {} : { reason: reason ?? why ?? undefined };
    const facts = { person: personId, class: classId, after: { classNumber, classId, ...note } };
    await audit(transaction, actor, now, `waiting list: ${event}`, facts);
    if (event !== 'offered' && event !== 'removed') continue;
    const about = { personId, turnId, isOver: event === 'removed' };
    await lineMessage.send(queue, transaction, [about]);
  }
}

interface Got {
  personId: number;
  classId: number;
  classNumber: number;
}

const settle = prepareSql<Changed>(sql`
  with got as (
    select * from unnest(${sql.placeholder('personId')}::int[], ${sql.placeholder('classId')}::int[],
      ${sql.placeholder('classNumber')}::int[]) as got (person, class, number)),
  settled as (
    update ${classTimeWishes}
    set answered_at = ${sql.placeholder('now')}::timestamptz, answered_by = ${sql.placeholder('answeredBy')}::int
    from got
    where person_id = person and class_number = number and answered_at is null
      and ${sql.placeholder('answeredBy')}::int is not null)
  update ${waitingList} set status = case when class_id = class then 'taken' else 'left' end
  from got where person_id = person and class_number = number and ${isOpen}
  returning id, person_id as "personId", class_id as "classId", class_number as "classNumber", status, why`);

/**
 * Closes the waiting-list entries of students who now have a time for that class number, in the class they were waiting
 * for or in another one. `answeredBy` is who picked that time. If it's set, also closes the students' requests for other
 * times.
 */
export async function settleRequests(
  by: By,
  transaction: Transaction,
  got: Got[],
  answeredBy: number | null = null,
): Promise<void> {
  const keys = columnsOf(got, ['personId', 'classId', 'classNumber']);
  const changed = await settle(transaction, { ...keys, now: by.now, answeredBy });
  const reason = LINE_ENDINGS['other-time'];
  await followTurns({ ...by, reason }, transaction, changed, true);
}

/** Takes people off all waiting lists when they become alumni or staff, or are deactivated or erased. */
export function leaveWaitingLists(by: By, transaction: Transaction, personId: number) {
  const isTheirs = eq(waitingList.personId, personId);
  const reason = LINE_ENDINGS['not-student'];
  return changeTurns({ ...by, reason }, transaction, isTheirs, { status: 'left' });
}
