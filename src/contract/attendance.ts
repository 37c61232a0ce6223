import * as z from 'zod/mini';
import { CORRECTIONS } from '../course/attendance-states.ts';
import { forEditors, forStudents } from './endpoint.ts';
import { id, instant, listOf, pathId } from './fields.ts';
import { reasonBody } from './forms.ts';

export const correctAttendanceBody = z.strictObject({
  ...reasonBody.shape,
  status: z.enum(CORRECTIONS, 'Please choose a status'),
  /** The Zoom name of someone who joined with the shared link. It isn’t trimmed, because it must match exactly. */
  guestName: z.optional(
    z.string().check(
      z.maxLength(1000),
      z.refine((name) => !name.includes('\0')),
    ),
  ),
});

const mark = z.strictObject({
  personId: id,
  status: z.enum(['Present', 'Missed']),
  /** The version of the correction that the editor saw, or 0 if there wasn’t one. */
  version: z.int(),
  isWalkIn: z.optional(z.boolean()),
});
export const markAttendanceBody = z.strictObject({
  ...reasonBody.shape,
  people: z.array(mark).check(z.maxLength(2000, 'Please mark at most 2,000 people at a time')),
});

export const currentCorrection = z.object({
  status: z.enum(CORRECTIONS),
  reason: z.string(),
  by: z.string(),
  at: instant,
  guestName: z.nullable(z.string()),
  /** The client sends this back in `If-Match`. If there is no correction yet, it sends 0. */
  version: z.int(),
});
export type CurrentCorrection = z.infer<typeof currentCorrection>;

export const attendanceCalls = {
  getAttendance: forStudents('GET /api/attendance', {
    summary: 'Lists the student’s attendance records',
    /** 'Present' means completed. A class with any record can’t be made up. */
    response: listOf({ classId: id, status: z.string() }),
  }),
  correctAttendance: forEditors('PATCH /api/admin/classes/:id/attendance/:personId', {
    summary: 'Corrects a person’s attendance by hand, or excuses them',
    params: z.object({ id: pathId, personId: pathId }),
    body: correctAttendanceBody,
    current: currentCorrection,
  }),
  markAttendance: forEditors('PUT /api/admin/classes/:id/attendance', {
    summary: 'Corrects the attendance of several people; if one can’t be corrected, none are',
    body: markAttendanceBody,
    maxBodyBytes: 256 * 1024,
    refusals: [409],
  }),
  markHeld: forEditors('POST /api/admin/classes/:id/held', {
    summary: 'Marks a class as held even though Zoom has no record of it',
  }),
  retryReports: forEditors('POST /api/admin/attendance-problems/retry', {
    summary: 'Asks Zoom again for attendance reports that failed',
    refusals: [429],
  }),
};
