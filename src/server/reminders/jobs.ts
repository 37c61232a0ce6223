import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

export const sendReminderJob = defineJob<{ reminderId: number; personId: number }>('text-reminder');

/** For somebody who may have missed a class. */
export const tellMissedClassJob = defineJob<{ reminderId: number; personId: number }>(
  'tell-missed-class',
);

/** Plans the reminders of registrations that came without any. */
export const planRemindersJob = defineRecurringJob('plan-reminders', '40 2 * * *');
