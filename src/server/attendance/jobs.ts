import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

/** Without an instance ID, reads the reports for all known instances, or for the latest one if none is known. */
export const settleAttendanceJob = defineJob<{ classId: number; instanceId: string | null }>(
  'settle-attendance',
  { keyOf: ({ classId, instanceId }) => `${classId} ${instanceId ?? ''}` },
);

export const decideAttendanceJob = defineJob<{ classId: number; personId: number }>(
  'decide-attendance',
);

export const readReportsJob = defineRecurringJob('read-reports', '50 2 * * *');
