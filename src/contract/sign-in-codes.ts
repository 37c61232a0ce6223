import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { identifierMissing } from './sentences.ts';
import { sentLink, signedIn } from './sign-in.ts';
import { requiredText } from './typed-fields.ts';

const sixDigits = 'Please enter the six digits of the code';

/** As people type and paste it: '123 456' or '123-456'. */
export const typedCode = z.pipe(
  requiredText(sixDigits, 40),
  z.pipe(
    z.transform((typed: string) => typed.replace(/[\s-]/g, '')),
    z.string().check(z.regex(/^\d{6}$/, sixDigits)),
  ),
);

/**
 * Beside a refused link, as `current`: what became of it. Only whoever holds the link learns this; a link that nobody
 * was ever sent is unknown, and so is one of somebody who may no longer sign in.
 */
export interface RefusedLink {
  state: 'used' | 'expired' | 'replaced' | 'taken-back' | 'unknown';
  /** Where a new one would be sent, masked. Absent of a link that is unknown. */
  sendTo?: string;
}

/** For whom the link does not do: its mail is on another device, or it works no more. */
export const signInCodeCalls = {
  verifyCode: endpoint({
    summary: 'Signs in by the six digits that were sent beside a link',
    method: 'POST',
    path: '/api/auth/code',
    access: 'anyone',
    body: z.strictObject({
      /** Email or phone, as it was typed to ask for the link. */
      email: z.optional(requiredText(identifierMissing, 254)),
      /** In its place, of the refused link that a new one was sent for: its holder need not know the address. */
      token: z.optional(requiredText('Invalid or expired token')),
      code: typedCode,
    }),
    response: signedIn,
    refusals: [429],
  }),
  askForNewLink: endpoint({
    summary: 'Sends a new login link in place of one that was refused',
    method: 'POST',
    path: '/api/auth/new-link',
    access: 'anyone',
    body: z.strictObject({
      /** Of a link that was refused: a new one goes to whom that one was for. */
      token: requiredText('Invalid or expired token'),
    }),
    response: sentLink,
    refusals: [429],
  }),
};
