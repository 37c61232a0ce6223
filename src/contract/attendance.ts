import * as z from 'zod/mini';
import { CORRECTIONS } from '../course/attendance-states.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId, requiredText } from './fields.ts';

/** What an editor says by hand of somebody's class, and why. */
export const correctAttendanceBody = z.strictObject({
  status: z.enum(CORRECTIONS, 'Please choose what is true'),
  reason: requiredText('Please say why', 300),
  /** The name in the room that is taken for theirs, where they came by the shared link. As Zoom gave it: not trimmed. */
  guestName: z.optional(
    z.string().check(
      z.maxLength(1000),
      z.refine((name) => !name.includes('\0')),
    ),
  ),
});

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
  getAttendance: endpoint('GET /api/attendance', {
    summary: 'Lists the attendance records of the student',
    access: 'students',
    /** 'Present' is completed. Any record, also 'Joined' and 'Excused', means that nothing is to be made up. */
    response: z.array(z.object({ classId: id, status: z.string() })),
  }),
  correctAttendance: endpoint('PATCH /api/admin/classes/:id/attendance/:personId', {
    summary: 'Corrects or excuses the attendance of a person by hand',
    access: 'editors',
    params: z.object({ id: pathId, personId: pathId }),
    body: correctAttendanceBody,
    response: message,
    current: currentCorrection,
  }),
  markHeld: endpoint('POST /api/admin/classes/:id/held', {
    summary: 'Says that a class was held although Zoom has no record of it',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
  }),
  retryReports: endpoint('POST /api/admin/attendance-problems/retry', {
    summary: 'Asks again for the attendance reports that could not be read',
    access: 'editors',
    response: message,
    refusals: [429],
  }),
};
