import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { message, pathId } from './fields.ts';

export const meetingCalls = {
  retryMeeting: endpoint({
    method: 'POST',
    path: '/api/admin/classes/:id/retry-meeting',
    access: 'editors',
    params: z.object({ id: pathId }),
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
