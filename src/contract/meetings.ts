import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, listOf, pathId } from './fields.ts';

export const meetingCalls = {
  /** For students whose join link doesn’t work. Available from a day before the class until an hour after it starts. */
  getOwnMeeting: endpoint('GET /api/schedule/:registrationId/meeting', {
    summary: 'Returns the meeting ID and passcode for the student’s class',
    access: 'students',
    params: z.object({ registrationId: pathId }),
    response: z.object({
      meetingId: z.nullable(z.string()),
      /** Empty if the meeting has no passcode; null if we don’t know it. */
      passcode: z.nullable(z.string()),
    }),
    refusals: [409],
  }),
  retryMeeting: endpoint('POST /api/admin/classes/:id/retry-meeting', {
    summary: 'Retries setting up the meeting for a class',
    access: 'editors',
  }),
  getFreshZoomUrl: endpoint('GET /api/classes/:id/fresh-zoom-url', {
    summary: 'Returns a link that starts the meeting for a class',
    access: 'staff',
    response: z.object({ startUrl: z.string() }),
    refusals: [409],
  }),
  getAlumniClasses: endpoint('GET /api/alumni/classes', {
    summary: 'Lists the classes that alumni can join',
    access: 'alumni-and-staff',
    response: listOf({
      id,
      startTime: instant,
      instructorFirstName: z.nullable(z.string()),
      zoomMeetingId: z.nullable(z.string()),
    }),
  }),
  joinAlumniClass: endpoint('POST /api/alumni/classes/:id/join', {
    summary: 'Joins a class as an alum and returns its meeting link',
    access: 'alumni-and-staff',
    response: z.object({ classId: id, zoomJoinUrl: z.nullable(z.string()) }),
    refusals: [409, 429],
  }),
};
