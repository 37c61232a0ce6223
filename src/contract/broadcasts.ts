import * as z from 'zod/mini';
import { forAdmins, forEditors } from './endpoint.ts';
import { classMessageBody, groupMessageBody } from './forms.ts';
import { journeyAudience } from './journey.ts';

export type ClassAudience = z.infer<typeof classMessageBody>['audience'];

/** If a client sends the same key twice, we send the message only once. */
const key = z.uuid();

const preview = z.object({
  /** `mails` counts the people who get the email, and `texts` counts those who also get a text. */
  mails: z.int(),
  texts: z.int(),
  names: z.array(z.string()),
  /** How many minutes it takes to send all the messages. */
  minutes: z.int(),
  mail: z.object({ subject: z.string(), text: z.string() }),
  /** Null if we don’t send a text. Twilio bills texts by the segment. */
  text: z.nullable(z.object({ body: z.string(), segments: z.int() })),
});
export type BroadcastPreview = z.infer<typeof preview>;

const ofClass = '/api/admin/classes/:id/messages';
const ofGroup = '/api/admin/journey';

export const classMessageCalls = {
  previewClassMessage: forEditors(`POST ${ofClass}/preview`, {
    summary: 'Previews a message to a class and its recipients',
    body: z.strictObject(classMessageBody.shape),
    response: preview,
    refusals: [409],
  }),
  sendClassMessage: forEditors(`POST ${ofClass}`, {
    summary: 'Sends a message to everyone in a class',
    body: z.strictObject({ ...classMessageBody.shape, key }),
    refusals: [409, 429],
  }),
};

export const groupMessageCalls = {
  previewGroupMessage: forAdmins(`POST ${ofGroup}/messages/preview`, {
    summary: 'Previews a message to a group and its recipients',
    body: z.strictObject({ ...groupMessageBody.shape, audience: journeyAudience }),
    response: preview,
    refusals: [404, 409],
  }),
  sendGroupMessage: forAdmins(`POST ${ofGroup}/messages`, {
    summary: 'Sends a message to people in a group',
    body: z.strictObject({ ...groupMessageBody.shape, audience: journeyAudience, key }),
    refusals: [404, 409, 429],
  }),
  sendGroupLinks: forAdmins(`POST ${ofGroup}/login-links`, {
    summary: 'Sends a login link to people in a group',
    body: z.strictObject({ audience: journeyAudience, key }),
    refusals: [404, 409, 429],
  }),
};
