import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

/** Reads a class's report: of one meeting instance, of all known ones, or of the last one. */
export const settleAttendanceJob = defineJob<{ classId: number; instanceId: string | null }>(
  'settle-attendance',
  { keyOf: ({ classId, instanceId }) => `${classId} ${instanceId ?? ''}` },
);

/** Decides again once someone in the room has stayed long enough, or the class is over. */
export const decideAttendanceJob = defineJob<{ classId: number; personId: number }>(
  'decide-attendance',
);

/** Requests missing and refused reports, and those of the last day again. */
export const readReportsJob = defineRecurringJob('read-reports', '50 2 * * *');
