import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

export const sendReminderJob = defineJob<{ reminderId: number; personId: number }>('text-reminder');

/** Plans the reminders of registrations that came without any. */
export const planRemindersJob = defineRecurringJob('plan-reminders', '40 2 * * *');
