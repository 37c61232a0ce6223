import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

/** Reads a class's report: for one meeting instance, for all known ones, or for the last one. */
export const settleAttendanceJob = defineJob<{ classId: number; instanceId: string | null }>(
  'settle-attendance',
  { keyOf: ({ classId, instanceId }) => `${classId} ${instanceId ?? ''}` },
);

/** Decides again once the person has stayed long enough, or the class is over. */
export const decideAttendanceJob = defineJob<{ classId: number; personId: number }>(
  'decide-attendance',
);

/** Requests missing and rejected reports, and yesterday's reports again in case Zoom corrected them. */
export const readReportsJob = defineRecurringJob('read-reports', '50 2 * * *');
