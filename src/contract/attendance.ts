import * as z from 'zod/mini';
import { CORRECTIONS } from '../course/attendance-states.ts';
import { correctAttendanceBody } from './attendance-form.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId } from './fields.ts';

const attendanceProblem = z.object({
  /** What went wrong and what to do about it, in words. */
  problem: z.string(),
  classes: z.array(z.object({ id, startTime: z.string() })),
});
export type AttendanceProblem = z.infer<typeof attendanceProblem>;

/** What staff said by hand; 'Withdrawn' where it was taken back. */
export const currentCorrection = z.object({
  status: z.enum(CORRECTIONS),
  reason: z.string(),
  /** Who said it. */
  by: z.string(),
  at: instant,
  guestName: z.nullable(z.string()),
  /** Sent back in `If-Match`; 0 where nobody has said anything yet. */
  version: z.int(),
});
export type CurrentCorrection = z.infer<typeof currentCorrection>;

export const attendanceCalls = {
  getAttendance: endpoint({
    summary: 'Lists the attendance records of the student',
    method: 'GET',
    path: '/api/attendance',
    access: 'students',
    /** 'Present' is completed. Any record, also 'Joined' and 'Excused', means that nothing is to be made up. */
    response: z.array(z.object({ classId: id, status: z.string() })),
  }),
  getAttendanceProblems: endpoint({
    summary: 'Lists the classes of which no attendance report could be read, and why',
    method: 'GET',
    path: '/api/admin/attendance-problems',
    access: 'staff',
    response: z.array(attendanceProblem),
  }),
  correctAttendance: endpoint({
    summary: 'Corrects or excuses the attendance of a person by hand',
    method: 'PATCH',
    path: '/api/admin/classes/:id/attendance/:personId',
    access: 'editors',
    params: z.object({ id: pathId, personId: pathId }),
    body: correctAttendanceBody,
    response: message,
    current: currentCorrection,
  }),
  markHeld: endpoint({
    summary: 'Says that a class was held although Zoom has no record of it',
    method: 'POST',
    path: '/api/admin/classes/:id/held',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
  }),
  retryReports: endpoint({
    summary: 'Asks again for the attendance reports that could not be read',
    method: 'POST',
    path: '/api/admin/attendance-problems/retry',
    access: 'editors',
    response: message,
    refusals: [429],
  }),
};
