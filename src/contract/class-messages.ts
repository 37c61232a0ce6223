import * as z from 'zod/mini';
import { classMessageBody } from './class-forms.ts';
import { endpoint } from './endpoint.ts';
import { message, pathId } from './fields.ts';

const preview = z.object({
  /** Names of those who get the mail. */
  mails: z.array(z.string()),
  /** Names of those who get the text as well. */
  texts: z.array(z.string()),
  /** As one of them will read it. */
  mail: z.object({ subject: z.string(), text: z.string() }),
  /** Null where no text is sent. A text is paid for by its segments. */
  text: z.nullable(z.object({ body: z.string(), segments: z.int() })),
});
export type ClassMessagePreview = z.infer<typeof preview>;

/** What staff write to everybody of one class. */
export const classMessageCalls = {
  previewClassMessage: endpoint({
    summary: 'Shows a message to a class as it will be read, and who gets it',
    method: 'POST',
    path: '/api/admin/classes/:id/messages/preview',
    access: 'editors',
    params: z.object({ id: pathId }),
    body: z.strictObject(classMessageBody.shape),
    response: preview,
    refusals: [409],
  }),
  sendClassMessage: endpoint({
    summary: 'Sends a message to everybody of a class',
    method: 'POST',
    path: '/api/admin/classes/:id/messages',
    access: 'editors',
    params: z.object({ id: pathId }),
    body: z.strictObject({
      ...classMessageBody.shape,
      /** Made by the page for each new message: sent again with the same key, it goes out once. */
      key: z.uuid(),
    }),
    response: message,
    refusals: [409, 429],
  }),
};
