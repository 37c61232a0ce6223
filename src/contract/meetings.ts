import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { instant, message, pathId } from './fields.ts';

export const meetingCalls = {
  /** What a student types into Zoom who cannot join by the link: from a day before the class until an hour after its start. */
  getOwnMeeting: endpoint({
    method: 'GET',
    path: '/api/schedule/:registrationId/meeting',
    access: 'students',
    params: z.object({ registrationId: pathId }),
    response: z.object({
      meetingId: z.nullable(z.string()),
      /** Empty where the meeting asks for none, null where it is not known. */
      passcode: z.nullable(z.string()),
    }),
  }),
  retryMeeting: endpoint({
    method: 'POST',
    path: '/api/admin/classes/:id/retry-meeting',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
  }),
  /** What the meeting provider refuses to everybody: jobs wait until it is mended. */
  getMeetingPauses: endpoint({
    method: 'GET',
    path: '/api/admin/meetings/pauses',
    access: 'staff',
    response: z.array(z.object({ reason: z.string(), since: instant })),
  }),
  retryPausedMeetings: endpoint({
    method: 'POST',
    path: '/api/admin/meetings/retry',
    access: 'editors',
    response: message,
  }),
  getFreshZoomUrl: endpoint({
    method: 'GET',
    path: '/api/classes/:id/fresh-zoom-url',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: z.object({ startUrl: z.string() }),
  }),
};
