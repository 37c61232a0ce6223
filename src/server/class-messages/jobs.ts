import { defineJob } from '../jobs/define-job.ts';

export interface ClassMessageTo {
  personId: number;
  messageId: number;
  /** Set where staff had the message sent again. */
  again?: string;
}

/** One job a message, so that a refused text does not send the mail again. */
export const mailClassMessageJob = defineJob<ClassMessageTo>('mail-class-message');
export const textClassMessageJob = defineJob<ClassMessageTo>('text-class-message');
