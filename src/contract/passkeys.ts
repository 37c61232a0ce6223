import * as z from 'zod/mini';
import { signedIn } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { instant, requiredText } from './fields.ts';

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

const name = requiredText('Please enter a name', 60);
export const passkeyName = z.strictObject({ name });

const own = { access: 'staff', needsOwnSignIn: true, refusals: [404, 409, 429] } as const;
/** Not allowed at the step `use`, because access to a staff mailbox would then be enough to add a passkey. */
const adding = { ...own, confirm: true, passkeySteps: ['add'] } as const;

export const passkeyCalls = {
  startPasskeySignIn: endpoint('POST /api/auth/passkey/options', {
    summary: 'Returns a challenge for signing in with a passkey',
    access: 'anyone',
    response: options,
    refusals: [404, 429],
  }),
  verifyPasskey: endpoint('POST /api/auth/passkey', {
    summary: 'Signs a staff member in with a passkey',
    access: 'anyone',
    body: answer,
    response: signedIn,
    refusals: [404, 429],
  }),
  startPasskey: endpoint('POST /api/account/passkeys/options', {
    ...adding,
    summary: 'Returns a challenge for adding a passkey',
    response: options,
  }),
  addPasskey: endpoint('POST /api/account/passkeys', {
    ...adding,
    summary: 'Adds a passkey to the caller’s account',
    body: z.extend(answer, { name: z.optional(name) }),
    response: signedIn,
  }),
  renamePasskey: endpoint('PATCH /api/account/passkeys/:id', {
    ...own,
    summary: 'Renames one of the caller’s passkeys',
    body: passkeyName,
  }),
  removePasskey: endpoint('DELETE /api/account/passkeys/:id', {
    ...own,
    confirm: true,
    summary: 'Removes one of the caller’s passkeys',
  }),
  resetPasskeys: endpoint('POST /api/admin/people/:id/reset-passkeys', {
    summary: 'Removes all of a staff member’s passkeys and signs them out',
    access: 'admins',
    confirm: true,
  }),
};
