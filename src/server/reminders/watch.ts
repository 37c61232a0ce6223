import { and, inArray, isNull, lte, sql } from 'drizzle-orm';
import { alumniWeekToTell } from '../../course/reminders.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { reminders } from '../database/schema.ts';
import type { Queue } from '../jobs/queue.ts';
import { textReminder } from './jobs.ts';

const mostAtOnce = 200;

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
}

/**
 * Looks, by the portal's clock, for what is due, and hands it to the queue: each once, however many
 * nodes look at the same time.
 */
export function openReminderWatch({ database, clock, queue }: Parts) {
  let plannedWeek = 0;
  return async function look(): Promise<void> {
    const now = clock.now();
    await planWeeklyTexts(now);
    while ((await queueSome(now)) === mostAtOnce);
  };

  async function queueSome(now: Date): Promise<number> {
    return database.transaction(async (transaction) => {
      const due = transaction
        .select({ id: reminders.id })
        .from(reminders)
        .where(and(isNull(reminders.claimedAt), lte(reminders.dueAt, now)))
        .orderBy(reminders.dueAt)
        .limit(mostAtOnce)
        .for('update', { skipLocked: true });
      const claimed = await transaction
        .update(reminders)
        .set({ claimedAt: now })
        .where(inArray(reminders.id, due))
        .returning({ reminderId: reminders.id, personId: reminders.personId });
      for (const ids of claimed) await queue.add(transaction, textReminder, ids);
      return claimed.length;
    });
  }

  /** Once a week and node; the keys see to it that nobody is told twice. */
  async function planWeeklyTexts(now: Date): Promise<void> {
    const from = alumniWeekToTell(now)?.from;
    if (!from || from.getTime() === plannedWeek) return;
    const monday = from.toISOString();
    await database.execute(sql`
      insert into reminders (key, kind, person_id, starts_at, due_at)
      select 'alumni-week ' || id || ' ' || ${monday}::text, 'alumni-week', id,
        ${monday}::timestamptz, ${monday}::timestamptz
      from people where role = 'alumni' and text_consent and phone is not null
      on conflict do nothing`);
    plannedWeek = from.getTime();
  }
}
