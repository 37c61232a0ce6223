import * as z from 'zod/mini';
import { forEditors, forSignedIn } from './endpoint.ts';

export const messageCalls = {
  sendMessageAgain: forEditors('POST /api/admin/messages/:id/send-again', {
    summary: 'Sends a message again with up-to-date details',
    refusals: [409, 429],
  }),
  updateTextConsent: forSignedIn('POST /api/update-text-consent', {
    summary: 'Records whether the caller wants text reminders',
    needsOwnSignIn: true,
    body: z.strictObject({ consent: z.boolean(), clicked: z.literal(true) }),
    takesRequestKey: true,
    response: z.object({ textConsent: z.boolean(), textContinueClicked: z.boolean() }),
    refusals: [409, 429],
  }),
};
