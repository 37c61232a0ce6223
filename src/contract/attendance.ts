import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, message } from './fields.ts';

const attendanceProblem = z.object({
  /** What went wrong and what to do about it, in words. */
  problem: z.string(),
  classes: z.array(z.object({ id, startTime: z.string() })),
});
export type AttendanceProblem = z.infer<typeof attendanceProblem>;

export const attendanceCalls = {
  getAttendance: endpoint({
    method: 'GET',
    path: '/api/attendance',
    access: 'students',
    /** 'Present' is completed. Any record, also 'Joined' and 'Excused', means that nothing is to be made up. */
    response: z.array(z.object({ classId: id, status: z.string() })),
  }),
  getAttendanceProblems: endpoint({
    method: 'GET',
    path: '/api/admin/attendance-problems',
    access: 'staff',
    response: z.array(attendanceProblem),
  }),
  retryReports: endpoint({
    method: 'POST',
    path: '/api/admin/attendance-problems/retry',
    access: 'editors',
    response: message,
  }),
};
