import { defineJob } from '../jobs/define-job.ts';

export const sendNumberCodeJob = defineJob<{ personId: number; codeId: number }>(
  'send-number-code',
  { tries: 8 },
);

interface Confirmed {
  personId: number;
  confirmedAt: string;
  /** Set where staff had the mail sent again. */
  again?: string;
}

export const mailNumberConfirmedJob = defineJob<Confirmed>('mail-number-confirmed');
