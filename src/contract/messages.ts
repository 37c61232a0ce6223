import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { message, pathId } from './fields.ts';

/** What was sent to people. */
export const messageCalls = {
  /** Sends a message of the same kind as things are now. */
  sendMessageAgain: endpoint({
    method: 'POST',
    path: '/api/admin/messages/:id/send-again',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
  }),
};
