import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

/** Reads a class's report: for one meeting instance or, without an id, for all known instances or the last one. */
export const settleAttendanceJob = defineJob<{ classId: number; instanceId: string | null }>(
  'settle-attendance',
  { keyOf: ({ classId, instanceId }) => `${classId} ${instanceId ?? ''}` },
);

/** Decides a person's attendance again once they have stayed long enough or the class is over. */
export const decideAttendanceJob = defineJob<{ classId: number; personId: number }>(
  'decide-attendance',
);

/** Requests missing and rejected reports. Also requests yesterday's reports again, in case Zoom corrected them. */
export const readReportsJob = defineRecurringJob('read-reports', '50 2 * * *');
