import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId } from './fields.ts';

export const meetingCalls = {
  /** What a student types into Zoom who cannot join by the link: from a day before the class until an hour after its start. */
  getOwnMeeting: endpoint({
    summary: 'Returns the meeting id and passcode of the student’s class',
    method: 'GET',
    path: '/api/schedule/:registrationId/meeting',
    access: 'students',
    params: z.object({ registrationId: pathId }),
    response: z.object({
      meetingId: z.nullable(z.string()),
      /** Empty where the meeting asks for none, null where it is not known. */
      passcode: z.nullable(z.string()),
    }),
    refusals: [409],
  }),
  retryMeeting: endpoint({
    summary: 'Tries again to make the meeting of a class as it should be',
    method: 'POST',
    path: '/api/admin/classes/:id/retry-meeting',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
  }),
  getFreshZoomUrl: endpoint({
    summary: 'Returns a link by which staff start the meeting of a class',
    method: 'GET',
    path: '/api/classes/:id/fresh-zoom-url',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: z.object({ startUrl: z.string() }),
    refusals: [409],
  }),
};

export const alumniCalls = {
  getAlumniClasses: endpoint({
    summary: 'Lists the classes that alumni can join',
    method: 'GET',
    path: '/api/alumni/classes',
    access: 'alumni-and-staff',
    response: z.array(
      z.object({
        id,
        startTime: instant,
        instructorFirstName: z.nullable(z.string()),
        zoomMeetingId: z.nullable(z.string()),
      }),
    ),
  }),
  joinAlumniClass: endpoint({
    summary: 'Joins a class as one of the alumni and returns its meeting link',
    method: 'POST',
    path: '/api/alumni/classes/:id/join',
    access: 'alumni-and-staff',
    params: z.object({ id: pathId }),
    response: z.object({ classId: id, zoomJoinUrl: z.nullable(z.string()) }),
    refusals: [409, 429],
  }),
};
