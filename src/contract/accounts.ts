import * as z from 'zod/mini';
import { ROLES } from '../course/roles.ts';
import { TEXT_NUMBER_MISSING } from '../course/text-consent.ts';
import { endpoint } from './endpoint.ts';
import { id, message, nameAndEmail, requiredText } from './fields.ts';
import { identifierMissing } from './words.ts';

/** asked for, sent as a welcome, in a reminder, copied by staff, or printed by the command line */
export const LINK_KINDS = ['asked', 'welcome', 'reminder', 'staff', 'printed'] as const;

const user = z.object({
  id,
  ...nameAndEmail,
  phone: z.nullable(z.string()),
  phoneShown: z.nullable(z.string()),
  /** A number the person typed in can be used to sign in once it is confirmed. */
  isPhoneConfirmed: z.boolean(),
  role: z.enum(ROLES),
  canEdit: z.boolean(),
  transferStudent: z.boolean(),
  retreatContinueClicked: z.boolean(),
  textContinueClicked: z.boolean(),
  textConsent: z.boolean(),
  /** Calls with `needsOwnSignIn` are refused. */
  usesStaffLink: z.boolean(),
});
export type User = z.infer<typeof user>;

/** The same whether or not the account exists. */
const sentLink = z.object({
  message: z.string(),
  minutes: z.int(),
});

const signedIn = z.object({ user, redirectTo: z.optional(z.string()) });

export const signInCalls = {
  sendLoginLink: endpoint('POST /api/auth/login', {
    summary: 'Sends a login link and a code to an email address or phone number',
    access: 'anyone',
    body: z.strictObject({
      email: requiredText(identifierMissing, 254),
      /** The page to land on; other addresses are ignored. */
      redirectTo: z.optional(z.string().check(z.maxLength(500))),
    }),
    response: sentLink,
    refusals: [429],
  }),
  verifyLink: endpoint('POST /api/auth/verify', {
    summary: 'Signs in with a login link, or asks to confirm the account first',
    access: 'anyone',
    body: z.strictObject({
      token: requiredText('Invalid or expired token'),
      /** Sent after Continue in a browser that did not ask for the link. */
      confirmed: z.optional(z.literal(true)),
    }),
    response: z.object({
      user: z.optional(user),
      redirectTo: z.optional(z.string()),
      /** Masked. No one is signed in yet: the browser has to confirm first. */
      confirmAs: z.optional(z.string()),
      /** Absent in the browser that asked for the link. */
      kind: z.optional(z.enum(LINK_KINDS)),
      /** Someone else whose session in this browser would end. */
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
    summary: 'Returns the person signed in',
    access: 'signed-in',
    response: user,
  }),
};

const sixDigits = 'Please enter the six-digit code';

/** As people type and paste it: '123 456' or '123-456'. */
const typedCode = z.pipe(
  requiredText(sixDigits, 40),
  z.pipe(
    z.transform((typed: string) => typed.replace(/[\s-]/g, '')),
    z.string().check(z.regex(/^\d{6}$/, sixDigits)),
  ),
);

/** Sent as `current` with a refused link. Links of deactivated people are unknown, too. */
export interface RefusedLink {
  state: 'used' | 'expired' | 'replaced' | 'taken-back' | 'unknown';
  /** Where a new link would be sent, masked. */
  sendTo?: string;
}

export const signInCodeCalls = {
  verifyCode: endpoint('POST /api/auth/code', {
    summary: 'Signs in with the six-digit code that came with a link',
    access: 'anyone',
    body: z.strictObject({
      email: z.optional(requiredText(identifierMissing, 254)),
      /** Instead of `email`: the refused link for which a new one was sent. */
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
      token: requiredText('Invalid or expired token'),
    }),
    response: sentLink,
    refusals: [429],
  }),
};

const ownNumber = z.pick(user, { phone: true, phoneShown: true, isPhoneConfirmed: true });

/** Texts go to the number right away; it signs in once confirmed. */
export const phoneNumberCalls = {
  changeOwnNumber: endpoint('POST /api/account/phone', {
    summary: 'Changes the caller’s phone number',
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
      minutes: z.int(),
    }),
    refusals: [404, 409, 429],
  }),
  confirmNumber: endpoint('POST /api/account/phone/confirm', {
    summary: 'Confirms the caller’s number with the code sent to it',
    access: 'signed-in',
    needsOwnSignIn: true,
    body: z.strictObject({ code: typedCode }),
    response: ownNumber,
    refusals: [404, 409, 429],
  }),
};
