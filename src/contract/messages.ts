import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const messageCalls = {
  sendMessageAgain: endpoint('POST /api/admin/messages/:id/send-again', {
    summary: 'Sends a message again with up-to-date details',
    access: 'editors',
    refusals: [409, 429],
  }),
  updateTextConsent: endpoint('POST /api/update-text-consent', {
    summary: 'Records whether the caller wants text reminders',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ consent: z.boolean(), clicked: z.literal(true) }),
    takesRequestKey: true,
    response: z.object({ textConsent: z.boolean(), textContinueClicked: z.boolean() }),
    refusals: [409, 429],
  }),
};
