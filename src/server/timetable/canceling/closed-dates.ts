import { and, asc, eq, gte, lte, sql } from 'drizzle-orm';
import type { CalendarDate } from '../../../course/calendar-date.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import { closedDates } from '../../database/schema.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';

const calls = {
  shared: sql`pg_advisory_xact_lock_shared`,
  exclusive: sql`pg_advisory_xact_lock`,
};

/**
 * Call this before locking any rows. Transactions that schedule a class share the lock. Transactions that close or
 * reopen days, or undo a cancellation, hold it exclusively.
 */
export async function lockClosedDates(transaction: Transaction, how: keyof typeof calls) {
  await transaction.execute(sql`select ${calls[how]}(hashtextextended('closed dates', 0))`);
}

/** The caller must call `lockClosedDates` first. */
export async function refuseClosedDate(transaction: Transaction, date: CalendarDate) {
  const closed = await findClosedOn(transaction, date);
  if (closed) throw new DomainError('date-closed', { date, name: closed.name });
}

/** Ignores days that were closed as part of the cancellation `cancellationId`. */
export async function findClosedOn(
  transaction: Transaction,
  date: CalendarDate,
  cancellationId: number | null = null,
) {
  const whereOn = and(
    lte(closedDates.firstDate, date),
    gte(closedDates.lastDate, date),
    cancellationId
      ? sql`${closedDates.cancellationId} is distinct from ${cancellationId}`
      : undefined,
  );
  const [closed] = await transaction.select().from(closedDates).where(whereOn).limit(1);
  return closed;
}

export function listClosedDates(database: Reader, now: Date) {
  return database
    .select()
    .from(closedDates)
    .where(gte(closedDates.lastDate, pacificDate(now)))
    .orderBy(asc(closedDates.firstDate), asc(closedDates.id));
}

/** Canceled classes stay canceled, because restoring them is a separate action. */
export function openDates({ database, clock }: Services, actor: Actor, id: number) {
  return database.transaction(async (transaction) => {
    await lockClosedDates(transaction, 'exclusive');
    const [opened] = await transaction
      .delete(closedDates)
      .where(eq(closedDates.id, id))
      .returning();
    if (!opened) throw new DomainError('not-found');
    const { firstDate, lastDate, name } = opened;
    await audit(transaction, actor, clock.now(), 'dates: opened', {
      subject: `closed-dates:${id}`,
      before: { firstDate, lastDate, name },
    });
    return opened;
  });
}
