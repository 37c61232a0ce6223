import { and, inArray, isNull, lte, min, sql } from 'drizzle-orm';
import { alumniWeekDue } from '../../course/reminders.ts';
import { updateRows } from '../database/rows.ts';
import { reminders } from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import { notifyMissedClassJob } from './jobs.ts';
import { listenForDue } from './outcomes.ts';
import { reminderMessages } from './reminder-messages.ts';

const batchSize = 200;
/** Polls at least this often to find reminders that other nodes planned. */
const maxIdleMs = 15_000;

export function openReminderWatch({ database, clock, queue }: Services) {
  let plannedWeek = 0;
  /** The earliest due time that the last check found in the database. */
  let nextDue = Number.NEGATIVE_INFINITY;
  /**
   * The earliest due time that was announced and hasn't passed yet. We keep it after a check, because the reminder's
   * row may not be committed yet.
   */
  let announced = Number.POSITIVE_INFINITY;
  let checkedAt = Number.NEGATIVE_INFINITY;
  const stopListening = listenForDue((due) => {
    announced = Math.min(announced, due.getTime());
  });

  return {
    check,

    /** Call this every second. It queries the database only if a reminder may be due or the last check is old. */
    async checkWhenDue(): Promise<void> {
      const now = clock.now();
      const first = Math.min(nextDue, announced);
      const isDue = now.getTime() >= first || weekToPlan(now) !== undefined;
      if (isDue || performance.now() - checkedAt >= maxIdleMs) await check();
    },

    close: stopListening,
  };

  async function check(): Promise<void> {
    const now = clock.now();
    const startedAt = performance.now();
    await planWeeklyTexts(now);
    while ((await enqueueBatch(now)) === batchSize);
    const [first] = await database
      .select({ dueAt: min(reminders.dueAt) })
      .from(reminders)
      .where(isNull(reminders.claimedAt));
    nextDue = first?.dueAt?.getTime() ?? Number.POSITIVE_INFINITY;
    if (announced <= now.getTime()) announced = Number.POSITIVE_INFINITY;
    checkedAt = startedAt;
  }

  async function enqueueBatch(now: Date): Promise<number> {
    return database.transaction(async (transaction) => {
      const due = transaction
        .select({ id: reminders.id })
        .from(reminders)
        .where(and(isNull(reminders.claimedAt), lte(reminders.dueAt, now)))
        .orderBy(reminders.dueAt)
        .limit(batchSize)
        .for('update', { skipLocked: true });
      const isDue = inArray(reminders.id, due);
      const claimed = await updateRows(transaction, reminders, isDue, {
        claimedAt: now,
      }).returning();
      for (const [kind, rows] of Map.groupBy(claimed, (one) => one.kind)) {
        const all = rows.map(({ id: reminderId, personId }) => ({ reminderId, personId }));
        if (kind === 'missed-class') await queue.addAll(transaction, notifyMissedClassJob, all);
        else await reminderMessages[kind].send(queue, transaction, all);
      }
      return claimed.length;
    });
  }

  function weekToPlan(now: Date): Date | undefined {
    const from = alumniWeekDue(now)?.from;
    return from && from.getTime() !== plannedWeek ? from : undefined;
  }

  /** Runs once a week on each node. Unique keys prevent duplicates. */
  async function planWeeklyTexts(now: Date): Promise<void> {
    const from = weekToPlan(now);
    if (!from) return;
    const monday = from.toISOString();
    // Insert in order of ID, because each new row locks the person that it references, and people are always locked in
    // that order.
    await database.execute(sql`
      insert into reminders (key, kind, person_id, starts_at, due_at)
      select 'alumni-week ' || id || ' ' || ${monday}::text, 'alumni-week', id,
        ${monday}::timestamptz, ${monday}::timestamptz
      from people
      where role = 'alumni' and text_consent and phone is not null and deactivated_at is null
      order by id
      on conflict do nothing`);
    plannedWeek = from.getTime();
  }
}
