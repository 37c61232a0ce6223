import { defineJob } from '../jobs/define-job.ts';

/** A mail to the admin who asked for it. Few tries: they look into their mailbox now. */
export const sendTestMailJob = defineJob<{ personId: number; askedAt: string }>('send-test-mail', {
  tries: 3,
});
