import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { message, pathId } from './fields.ts';

/** What was sent to people. */
export const messageCalls = {
  sendMessageAgain: endpoint({
    summary: 'Sends a message of the same kind again, as things are now',
    method: 'POST',
    path: '/api/admin/messages/:id/send-again',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
    refusals: [409, 429],
  }),
};
