import { eq } from 'drizzle-orm';
import { reminders } from '../database/schema.ts';
import { handle } from '../jobs/define-job.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import type { Services } from '../platform/services.ts';
import { planMissingReminders } from './commands.ts';
import { decideReminder } from './decide.ts';
import { announceDue } from './due-times.ts';
import { planRemindersJob, sendReminderJob } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'texts' | 'settings'>;

export function reminderJobHandlers(services: Deps) {
  const { database, clock } = services;
  return [
    handle(planRemindersJob, () => planMissingReminders(database, clock.now())),
    handle(sendReminderJob, async ({ reminderId, personId }) => {
      const decision = await decideReminder(services, reminderId);
      if ('waitUntil' in decision) {
        await change(reminderId, { dueAt: decision.waitUntil, claimedAt: null });
        announceDue([decision.waitUntil]);
      } else if ('drop' in decision) {
        await settle(reminderId, decision.drop);
      } else if ('send' in decision) {
        const text = { key: `reminder ${reminderId}`, personId, ...decision.send };
        const isOut = await sendReminderText(services, text);
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
