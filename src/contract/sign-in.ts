import * as z from 'zod/mini';
import { ROLES } from '../course/roles.ts';
import { endpoint } from './endpoint.ts';
import { id, message } from './fields.ts';
import { identifierMissing } from './sentences.ts';
import { requiredText } from './typed-fields.ts';

/** How a link came to be: requested, sent as a welcome or by staff, in a reminder, copied by staff, or printed by the command line. */
export const LINK_KINDS = ['asked', 'welcome', 'reminder', 'staff', 'printed'] as const;

export const user = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Where texts go. */
  phone: z.nullable(z.string()),
  /** As people write it: '(202) 555-0102', '+49 30 1234567'. */
  phoneShown: z.nullable(z.string()),
  /** Signs in, too. A number that the person typed in does once they have confirmed it. */
  isPhoneConfirmed: z.boolean(),
  role: z.enum(ROLES),
  canEdit: z.boolean(),
  transferStudent: z.boolean(),
  retreatContinueClicked: z.boolean(),
  textContinueClicked: z.boolean(),
  textConsent: z.boolean(),
  /** The session began with a link that staff copied: the calls that need an own sign-in are refused. */
  usesStaffLink: z.boolean(),
});
export type User = z.infer<typeof user>;

/** What a link that was asked for is answered with, whether or not anybody has that email or phone. */
export const sentLink = z.object({
  message: z.string(),
  /** How long link and code work. */
  minutes: z.int(),
});

export const signedIn = z.object({ user, redirectTo: z.optional(z.string()) });

export const signInCalls = {
  sendLoginLink: endpoint({
    summary: 'Sends a login link and a code to an email address or phone number',
    method: 'POST',
    path: '/api/auth/login',
    access: 'anyone',
    body: z.strictObject({
      email: requiredText(identifierMissing, 254),
      /** The page that the link is to lead to; any other address is left out. */
      redirectTo: z.optional(z.string().check(z.maxLength(500))),
    }),
    response: sentLink,
    refusals: [429],
  }),
  verifyLink: endpoint({
    summary: 'Signs in by a login link, or asks to confirm who that would be',
    method: 'POST',
    path: '/api/auth/verify',
    access: 'anyone',
    body: z.strictObject({
      token: requiredText('Invalid or expired token'),
      /** Sent by a browser that did not ask for the link, once its owner has pressed Continue. */
      confirmed: z.optional(z.literal(true)),
    }),
    response: z.object({
      user: z.optional(user),
      redirectTo: z.optional(z.string()),
      /** Whose account it is, masked. Nobody is signed in yet: the browser has to ask first. */
      confirmAs: z.optional(z.string()),
      /** Absent in the browser that asked for the link. */
      kind: z.optional(z.enum(LINK_KINDS)),
      /** Whose session on this browser would end: of somebody else than the link's owner. */
      signedInAs: z.optional(z.string()),
    }),
    refusals: [429],
  }),
  logout: endpoint({
    summary: 'Ends the session of this browser',
    method: 'POST',
    path: '/api/auth/logout',
    access: 'anyone',
    response: message,
  }),
  getUser: endpoint({
    summary: 'Returns the person who is signed in',
    method: 'GET',
    path: '/api/user',
    access: 'signed-in',
    response: user,
  }),
};
