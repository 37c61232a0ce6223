import * as z from 'zod/mini';
import { ROLES } from '../course/roles.ts';
import { TEXT_NUMBER_MISSING } from '../course/text-consent.ts';
import { forAdmins, forAnyone, forSignedIn, forStaff, PASSKEY_STEPS } from './endpoint.ts';
import { id, instant, nameAndEmail, requiredText } from './fields.ts';
import { passkeyName } from './forms.ts';
import { identifierMissing } from './sign-in-words.ts';

/** How a link was created: on request, for a welcome or reminder, by staff, or on the command line. */
export const LINK_KINDS = ['asked', 'welcome', 'reminder', 'staff', 'printed'] as const;

const user = z.object({
  id,
  ...nameAndEmail,
  phone: z.nullable(z.string()),
  phoneShown: z.nullable(z.string()),
  /** True if the person confirmed `phone` or staff entered it. Only then can the person sign in with it. */
  isPhoneConfirmed: z.boolean(),
  role: z.enum(ROLES),
  canEdit: z.boolean(),
  transferStudent: z.boolean(),
  retreatContinueClicked: z.boolean(),
  textContinueClicked: z.boolean(),
  textConsent: z.boolean(),
  timeZone: z.nullable(z.string()),
  isTimeZoneChosen: z.boolean(),
  /** True if the person signed in with a link that staff copied. Calls with `needsOwnSignIn` then return 403. */
  usesStaffLink: z.boolean(),
  /** Set for staff who still have to add or use a passkey. Until then, nearly all calls return 403. */
  passkeyStep: z.nullable(z.enum(PASSKEY_STEPS)),
  /** Only staff can use passkeys, so this is false for everyone else. */
  hasPasskeys: z.boolean(),
});
export type User = z.infer<typeof user>;

/** The response is the same whether or not the account exists, so no one can find out who has an account. */
const sentLink = z.object({
  message: z.string(),
  minutes: z.int(),
});

const signedIn = z.object({ user, redirectTo: z.optional(z.string()) });

const sixDigits = 'Please enter the six-digit code';

/** Accepts spaces and hyphens: '123 456' or '123-456'. */
const typedCode = z.pipe(
  requiredText(sixDigits, 40),
  z.pipe(
    z.transform((typed: string) => typed.replace(/[\s-]/g, '')),
    z.string().check(z.regex(/^\d{6}$/, sixDigits)),
  ),
);

/** The server sends this as `current` when a link doesn’t work. A deactivated person’s link has the state `unknown`. */
export interface RefusedLink {
  state: 'used' | 'expired' | 'replaced' | 'taken-back' | 'unknown';
  sendTo?: string;
}

const ownNumber = z.pick(user, { phone: true, phoneShown: true, isPhoneConfirmed: true });

export const accountCalls = {
  sendLoginLink: forAnyone('POST /api/auth/login', {
    summary: 'Sends a login link and a code to an email address or phone number',
    body: z.strictObject({
      email: requiredText(identifierMissing, 254),
      /** The page to open after signing in. Ignored unless it’s a page in this portal that requires signing in. */
      redirectTo: z.optional(z.string().check(z.maxLength(500))),
    }),
    response: sentLink,
    refusals: [429],
  }),
  verifyLink: forAnyone('POST /api/auth/verify', {
    summary: 'Signs the person in with a login link, or asks them to confirm the account first',
    body: z.strictObject({
      token: requiredText('Invalid or expired token'),
      /** The client sets this once the person presses Continue to confirm the account. */
      confirmed: z.optional(z.literal(true)),
    }),
    response: z.object({
      user: z.optional(user),
      redirectTo: z.optional(z.string()),
      /** The account’s masked email. The person isn’t signed in until they confirm that this is their account. */
      confirmAs: z.optional(z.string()),
      /** Absent if this browser requested the link. */
      kind: z.optional(z.enum(LINK_KINDS)),
      /** The email of someone else who is signed in on this browser and would be signed out. */
      signedInAs: z.optional(z.string()),
    }),
    refusals: [429],
  }),
  logout: forAnyone('POST /api/auth/logout', {
    summary: 'Ends this browser’s session',
  }),
  getUser: forSignedIn('GET /api/user', {
    summary: 'Returns the person who is signed in',
    passkeySteps: PASSKEY_STEPS,
    response: user,
  }),
  verifyCode: forAnyone('POST /api/auth/code', {
    summary: 'Signs the person in with the six-digit code that came with a login link',
    body: z.strictObject({
      email: z.optional(requiredText(identifierMissing, 254)),
      /** An alternative to `email`: the token of the old link, if the new link came from `askForNewLink`. */
      token: z.optional(requiredText('Invalid or expired token')),
      code: typedCode,
    }),
    response: signedIn,
    refusals: [429],
  }),
  askForNewLink: forAnyone('POST /api/auth/new-link', {
    summary: 'Sends a new login link to replace one that didn’t work',
    body: z.strictObject({
      token: requiredText('Invalid or expired token'),
    }),
    response: sentLink,
    refusals: [429],
  }),
  /** Texts go to a new number right away, but people can only sign in with the number after they confirm it. */
  changeOwnNumber: forSignedIn('POST /api/account/phone', {
    summary: 'Changes the caller’s phone number',
    needsOwnSignIn: true,
    confirm: true,
    body: z.strictObject({ phone: requiredText(TEXT_NUMBER_MISSING, 40) }),
    response: ownNumber,
    refusals: [404, 429],
  }),
  sendNumberCode: forSignedIn('POST /api/account/phone/code', {
    summary: 'Sends the code that confirms the caller’s number',
    needsOwnSignIn: true,
    confirm: true,
    response: z.extend(ownNumber, {
      minutes: z.int(),
    }),
    refusals: [404, 409, 429],
  }),
  confirmNumber: forSignedIn('POST /api/account/phone/confirm', {
    summary: 'Confirms the caller’s number with the code sent to it',
    needsOwnSignIn: true,
    body: z.strictObject({ code: typedCode }),
    response: ownNumber,
    refusals: [404, 409, 429],
  }),
};

/** Options and responses in the JSON format of WebAuthn Level 3. The libraries on both sides validate the details. */
const options = z.object({ options: z.looseObject({}) });
const answer = z.strictObject({
  response: z.looseObject({ id: requiredText('The passkey’s ID is missing', 1400) }),
});

export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
});
export type Passkey = z.infer<typeof passkey>;

const own = { needsOwnSignIn: true, refusals: [404, 409, 429] } as const;
/** Not allowed at the step `use`, because access to a staff mailbox would then be enough to add a passkey. */
const adding = { ...own, confirm: true, passkeySteps: ['add'] } as const;

export const passkeyCalls = {
  startPasskeySignIn: forAnyone('POST /api/auth/passkey/options', {
    summary: 'Returns a challenge for signing in with a passkey',
    response: options,
    refusals: [404, 429],
  }),
  verifyPasskey: forAnyone('POST /api/auth/passkey', {
    summary: 'Signs a staff member in with a passkey',
    body: answer,
    response: signedIn,
    refusals: [404, 429],
  }),
  startPasskey: forStaff('POST /api/account/passkeys/options', {
    ...adding,
    summary: 'Returns a challenge for adding a passkey',
    response: options,
  }),
  addPasskey: forStaff('POST /api/account/passkeys', {
    ...adding,
    summary: 'Adds a passkey to the caller’s account',
    body: z.extend(answer, { name: z.optional(passkeyName.shape.name) }),
    response: signedIn,
  }),
  renamePasskey: forStaff('PATCH /api/account/passkeys/:id', {
    ...own,
    summary: 'Renames one of the caller’s passkeys',
    body: passkeyName,
  }),
  removePasskey: forStaff('DELETE /api/account/passkeys/:id', {
    ...own,
    confirm: true,
    summary: 'Removes one of the caller’s passkeys',
  }),
  resetPasskeys: forAdmins('POST /api/admin/people/:id/reset-passkeys', {
    summary: 'Removes all of a staff member’s passkeys and signs them out',
    confirm: true,
  }),
};
