import { handle } from '../jobs/define-job.ts';
import { sendReminderText } from '../messaging/reminder-text.ts';
import type { Services } from '../platform/services.ts';
import { planMissingReminders } from './commands.ts';
import { decideReminder } from './decide.ts';
import { planRemindersJob, sendReminderJob } from './jobs.ts';
import { postponeReminder, settleReminder } from './outcomes.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'texts' | 'settings'>;

export function reminderJobHandlers(services: Deps) {
  const { database, clock } = services;
  const settle = (id: number, outcome: string) =>
    settleReminder(database, id, outcome, clock.now());
  return [
    handle(planRemindersJob, () => planMissingReminders(database, clock.now())),
    handle(sendReminderJob, async ({ reminderId, personId }) => {
      const decision = await decideReminder(services, reminderId);
      if ('waitUntil' in decision) {
        await postponeReminder(database, reminderId, decision.waitUntil);
      } else if ('drop' in decision) {
        await settle(reminderId, decision.drop);
      } else if ('send' in decision) {
        const { note, ...words } = decision.send;
        const text = { key: `reminder ${reminderId}`, personId, ...note, ...words };
        const isOut = await sendReminderText(services, text);
        await settle(reminderId, isOut ? 'sent' : 'opted out');
      }
    }),
  ];
}
