import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const textConsentCalls = {
  updateTextConsent: endpoint({
    summary: 'Notes whether the caller wants text reminders',
    method: 'POST',
    path: '/api/update-text-consent',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ consent: z.boolean(), clicked: z.literal(true) }),
    takesRequestKey: true,
    response: z.object({ textConsent: z.boolean(), textContinueClicked: z.boolean() }),
    refusals: [409, 429],
  }),
};
