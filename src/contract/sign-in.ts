import * as z from 'zod/mini';
import { ROLES } from '../course/roles.ts';
import { endpoint } from './endpoint.ts';
import { id, message, requiredText } from './fields.ts';
import { identifierMissing } from './sentences.ts';

const user = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  role: z.enum(ROLES),
  canEdit: z.boolean(),
  transferStudent: z.boolean(),
  retreatContinueClicked: z.boolean(),
  textContinueClicked: z.boolean(),
  textConsent: z.boolean(),
});
export type User = z.infer<typeof user>;

export const signInCalls = {
  sendLoginLink: endpoint({
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    body: z.strictObject({ email: requiredText(identifierMissing, 254) }),
    answer: message,
  }),
  verifyLink: endpoint({
    method: 'POST',
    path: '/api/auth/verify',
    access: 'anyone',
    body: z.strictObject({
      token: requiredText('Invalid or expired token'),
      /** Sent by a browser that did not ask for the link, once its owner has pressed Continue. */
      confirmed: z.optional(z.literal(true)),
    }),
    answer: z.object({
      user: z.optional(user),
      redirectTo: z.optional(z.string()),
      /** Whose account it is, masked. Nobody is signed in yet: the browser has to ask first. */
      confirmAs: z.optional(z.string()),
    }),
  }),
  logout: endpoint({ method: 'POST', path: '/api/auth/logout', access: 'anyone', answer: message }),
  getUser: endpoint({ method: 'GET', path: '/api/user', access: 'signed-in', answer: user }),
};
