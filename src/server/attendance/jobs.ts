import { defineJob } from '../jobs/define-job.ts';

/** Queued when a meeting has ended. Without an instance, the last holding of the meeting counts. */
export const settleAttendanceJob = defineJob<{ classId: number; instanceId: string | null }>(
  'settle-attendance',
);
