import * as z from 'zod/mini';
import { forAlumniAndStaff, forEditors, forStaff, forStudents } from './endpoint.ts';
import { id, instant, listOf, pathId } from './fields.ts';

export const meetingCalls = {
  /** For students whose join link doesn’t work. Available from a day before the class until an hour after it starts. */
  getOwnMeeting: forStudents('GET /api/schedule/:registrationId/meeting', {
    summary: 'Returns the meeting ID and passcode for the student’s class',
    params: z.object({ registrationId: pathId }),
    response: z.object({
      meetingId: z.nullable(z.string()),
      /** Empty if the meeting has no passcode; null if we don’t know it. */
      passcode: z.nullable(z.string()),
    }),
    refusals: [409],
  }),
  retryMeeting: forEditors('POST /api/admin/classes/:id/retry-meeting', {
    summary: 'Retries setting up the meeting for a class',
  }),
  getFreshZoomUrl: forStaff('GET /api/classes/:id/fresh-zoom-url', {
    summary: 'Returns a link that starts the meeting for a class',
    response: z.object({ startUrl: z.string() }),
    refusals: [409],
  }),
  getAlumniClasses: forAlumniAndStaff('GET /api/alumni/classes', {
    summary: 'Lists the classes that alumni can join',
    response: listOf({
      id,
      startTime: instant,
      instructorFirstName: z.nullable(z.string()),
      zoomMeetingId: z.nullable(z.string()),
    }),
  }),
  joinAlumniClass: forAlumniAndStaff('POST /api/alumni/classes/:id/join', {
    summary: 'Joins a class as an alum and returns its meeting link',
    response: z.object({ classId: id, zoomJoinUrl: z.nullable(z.string()) }),
    refusals: [409, 429],
  }),
};
