import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { message, pathId } from './fields.ts';
import { classMessageBody, groupMessageBody } from './forms.ts';
import { journeyAudience } from './journey.ts';

/** What was sent to people. */
export const messageCalls = {
  sendMessageAgain: endpoint('POST /api/admin/messages/:id/send-again', {
    summary: 'Sends a message of the same kind again, as things are now',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
    refusals: [409, 429],
  }),
};

export const textConsentCalls = {
  updateTextConsent: endpoint('POST /api/update-text-consent', {
    summary: 'Notes whether the caller wants text reminders',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ consent: z.boolean(), clicked: z.literal(true) }),
    takesRequestKey: true,
    response: z.object({ textConsent: z.boolean(), textContinueClicked: z.boolean() }),
    refusals: [409, 429],
  }),
};

export type ClassAudience = z.infer<typeof classMessageBody>['audience'];

/** Made by the page for each sending: sent again with the same key, it goes out once. */
const key = z.uuid();

const preview = z.object({
  /** How many get the mail, and how many of them the text as well. */
  mails: z.int(),
  texts: z.int(),
  /** The first of them, by name. */
  names: z.array(z.string()),
  /** How long it takes until the last has left. */
  minutes: z.int(),
  /** As one of them will read it. */
  mail: z.object({ subject: z.string(), text: z.string() }),
  /** Null where no text is sent. A text is paid for by its segments. */
  text: z.nullable(z.object({ body: z.string(), segments: z.int() })),
});
export type BroadcastPreview = z.infer<typeof preview>;

const ofClass = '/api/admin/classes/:id/messages';
const ofGroup = '/api/admin/journey';

/** What staff send to everyone in a class, or in a group of the journey board. */
export const broadcastCalls = {
  previewClassMessage: endpoint(`POST ${ofClass}/preview`, {
    summary: 'Shows a message to a class as it will be read, and who gets it',
    access: 'editors',
    params: z.object({ id: pathId }),
    body: z.strictObject(classMessageBody.shape),
    response: preview,
    refusals: [409],
  }),
  sendClassMessage: endpoint(`POST ${ofClass}`, {
    summary: 'Sends a message to everybody of a class',
    access: 'editors',
    params: z.object({ id: pathId }),
    body: z.strictObject({ ...classMessageBody.shape, key }),
    response: message,
    refusals: [409, 429],
  }),
  previewGroupMessage: endpoint(`POST ${ofGroup}/messages/preview`, {
    summary: 'Shows a message to a group as it will be read, and how many get it',
    access: 'admins',
    body: z.strictObject({ ...groupMessageBody.shape, audience: journeyAudience }),
    response: preview,
    refusals: [404, 409],
  }),
  sendGroupMessage: endpoint(`POST ${ofGroup}/messages`, {
    summary: 'Sends a message to people of a group',
    access: 'admins',
    body: z.strictObject({ ...groupMessageBody.shape, audience: journeyAudience, key }),
    response: message,
    refusals: [404, 409, 429],
  }),
  sendGroupLinks: endpoint(`POST ${ofGroup}/login-links`, {
    summary: 'Sends a login link to people of a group',
    access: 'admins',
    body: z.strictObject({ audience: journeyAudience, key }),
    response: message,
    refusals: [404, 409, 429],
  }),
};
