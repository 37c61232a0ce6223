import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

export interface GroupMessageTo {
  personId: number;
  messageId: number;
  /** Set where staff had the message sent again. */
  again?: string;
}

/** One job a message, so that a refused text does not send the mail again. */
export const mailGroupMessageJob = defineJob<GroupMessageTo>('mail-group-message');
export const textGroupMessageJob = defineJob<GroupMessageTo>('text-group-message');

/** So that whoever opens the board waits for the changes of an hour at most. */
export const refreshProgressJob = defineRecurringJob('refresh-student-progress', '25 * * * *');
