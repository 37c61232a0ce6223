import * as z from 'zod/mini';
import { ROLES } from '../course/roles.ts';
import { TEXT_NUMBER_MISSING } from '../course/text-consent.ts';
import { endpoint } from './endpoint.ts';
import { id, message, requiredText } from './fields.ts';
import { identifierMissing } from './words.ts';

/** How a link came to be: requested, sent as a welcome or by staff, in a reminder, copied by staff, or printed by the command line. */
export const LINK_KINDS = ['asked', 'welcome', 'reminder', 'staff', 'printed'] as const;

const user = z.object({
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
const sentLink = z.object({
  message: z.string(),
  /** How long link and code work. */
  minutes: z.int(),
});

const signedIn = z.object({ user, redirectTo: z.optional(z.string()) });

export const signInCalls = {
  sendLoginLink: endpoint('POST /api/auth/login', {
    summary: 'Sends a login link and a code to an email address or phone number',
    access: 'anyone',
    body: z.strictObject({
      email: requiredText(identifierMissing, 254),
      /** The page that the link is to lead to; any other address is left out. */
      redirectTo: z.optional(z.string().check(z.maxLength(500))),
    }),
    response: sentLink,
    refusals: [429],
  }),
  verifyLink: endpoint('POST /api/auth/verify', {
    summary: 'Signs in by a login link, or asks to confirm who that would be',
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
  logout: endpoint('POST /api/auth/logout', {
    summary: 'Ends the session of this browser',
    access: 'anyone',
    response: message,
  }),
  getUser: endpoint('GET /api/user', {
    summary: 'Returns the person who is signed in',
    access: 'signed-in',
    response: user,
  }),
};

const sixDigits = 'Please enter the six digits of the code';

/** As people type and paste it: '123 456' or '123-456'. */
const typedCode = z.pipe(
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
  verifyCode: endpoint('POST /api/auth/code', {
    summary: 'Signs in by the six digits that were sent beside a link',
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
  askForNewLink: endpoint('POST /api/auth/new-link', {
    summary: 'Sends a new login link in place of one that was refused',
    access: 'anyone',
    body: z.strictObject({
      /** Of a link that was refused: a new one goes to whom that one was for. */
      token: requiredText('Invalid or expired token'),
    }),
    response: sentLink,
    refusals: [429],
  }),
};

const ownNumber = z.pick(user, { phone: true, phoneShown: true, isPhoneConfirmed: true });

/** One's own number. Texts go to it at once; it signs in once its owner has typed the code that was sent to it. */
export const phoneNumberCalls = {
  changeOwnNumber: endpoint('POST /api/account/phone', {
    summary: 'Changes the number to which the caller’s texts go',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ phone: requiredText(TEXT_NUMBER_MISSING, 40) }),
    response: ownNumber,
    refusals: [404, 429],
  }),
  sendNumberCode: endpoint('POST /api/account/phone/code', {
    summary: 'Sends the code that confirms the caller’s number',
    access: 'signed-in',
    needsOwnSignIn: true,
    response: z.extend(ownNumber, {
      /** How long the code works. */
      minutes: z.int(),
    }),
    refusals: [404, 409, 429],
  }),
  confirmNumber: endpoint('POST /api/account/phone/confirm', {
    summary: 'Confirms the caller’s number by the code that was sent to it',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ code: typedCode }),
    response: ownNumber,
    refusals: [404, 409, 429],
  }),
};
