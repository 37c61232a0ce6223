import { eq } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { reminders } from '../database/schema.ts';
import type { Texter } from '../integrations/texts/port.ts';
import { defineJob, handle, type Queue } from '../jobs/queue.ts';
import { recurring } from '../jobs/timetable.ts';
import type { Settings } from '../settings.ts';
import { sendReminderText } from '../text-consent/commands.ts';
import { planMissingReminders } from './commands.ts';
import { weighReminder } from './weigh.ts';

export const textReminder = defineJob<{ reminderId: number; personId: number }>('text-reminder');

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
  texter: Texter;
  settings: Settings;
}

export function reminderJobs(parts: Parts) {
  const { database, clock } = parts;
  return [
    handle(recurring.planReminders.job, () => planMissingReminders(database, clock.now())),
    handle(textReminder, async ({ reminderId, personId }) => {
      const verdict = await weighReminder(parts, reminderId);
      if ('waitUntil' in verdict) {
        await change(reminderId, { dueAt: verdict.waitUntil, claimedAt: null });
      } else if ('drop' in verdict) {
        await settle(reminderId, verdict.drop);
      } else if ('send' in verdict) {
        const text = { key: `reminder ${reminderId}`, personId, ...verdict.send };
        const isOut = await sendReminderText(parts, text);
        await settle(reminderId, isOut ? 'sent' : 'opted out');
      }
    }),
  ];

  function settle(id: number, outcome: string) {
    return change(id, { outcome, settledAt: clock.now() });
  }

  function change(id: number, values: Partial<typeof reminders.$inferInsert>) {
    return database.update(reminders).set(values).where(eq(reminders.id, id));
  }
}
