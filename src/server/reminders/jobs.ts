import { defineJob, defineRecurringJob, handle } from '../jobs/define-job.ts';
import type { Services } from '../platform/services.ts';
import { planMissingReminders } from './commands.ts';

export const notifyMissedClassJob = defineJob<{ reminderId: number; personId: number }>(
  'notify-missed-class',
);

export const planRemindersJob = defineRecurringJob('plan-reminders', '40 2 * * *');

export const reminderJobHandlers = ({ database, clock }: Services) => [
  handle(planRemindersJob, () => planMissingReminders(database, clock.now())),
];
