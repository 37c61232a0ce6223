import { defineJob, defineRecurringJob } from '../jobs/define-job.ts';

/** Reads the report of a class. Without an instance, of all that are known, or of the last holding. */
export const settleAttendanceJob = defineJob<{ classId: number; instanceId: string | null }>(
  'settle-attendance',
  { keyOf: ({ classId, instanceId }) => `${classId} ${instanceId ?? ''}` },
);

/** For somebody in the room: looks again when the minutes are there, or the class is over. */
export const decideAttendanceJob = defineJob<{ classId: number; personId: number }>(
  'decide-attendance',
);

/** Asks for what webhooks missed and for reports that were refused, and again for those of the last day. */
export const readReportsJob = defineRecurringJob('read-reports', '50 2 * * *');
