import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  SettingsService,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, gt, inArray } from 'drizzle-orm';
import type { passkeyCalls } from '../../contract/accounts.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { isStaff } from '../../course/roles.ts';
import type { Database } from '../database/connect.ts';
import { findRow, updateRows } from '../database/rows.ts';
import { loginCodes, passkeys, people, sessions as sessionRows } from '../database/schema.ts';
import type { Handlers } from '../http/serve.ts';
import type { SessionPerson, Sessions } from '../http/session.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { keyedHash, sha256 } from '../platform/tokens.ts';
import { endSessionsAndLinks, lockPerson } from './commands.ts';
import { describeDevice } from './device.ts';
import { countToken, noteRefused } from './limits.ts';
import { alertPerson } from './notices.ts';
import type { Origin, SignedIn } from './spend-token.ts';

type Deps = Services & { sessions: Sessions };

/** Ed25519, ES256 and RS256, which together cover all common devices. */
const supportedAlgorithmIDs = [-8, -7, -257];

// We don't check who made a device, so we remove the root certificates. Without them, the library doesn't fetch
// revocation lists.
for (const identifier of ['android-key', 'android-safetynet', 'apple'] as const) {
  SettingsService.setRootCertificates({ identifier, certificates: [] });
}

/** Challenges are stored in `login_codes` under a hash of their purpose. Each works once, within five minutes. */
function openCeremonies({ database, clock, settings }: Services) {
  if (settings.site.staffPasskeys === 'off') throw new DomainError('not-found');
  const { publicUrl, linkKey } = settings;
  const rpID = new URL(publicUrl).hostname;
  const hashOf = (purpose: string) => keyedHash(linkKey, `passkey ${purpose}`);
  return {
    rpID,
    async start<Options extends { challenge: string }>(purpose: string, options: Options) {
      const expiresAt = new Date(clock.now().getTime() + 5 * MINUTE_MS);
      const row = { browserHash: sha256(options.challenge), identifierHash: hashOf(purpose) };
      await database.insert(loginCodes).values({ ...row, expiresAt });
      return { options: { ...options } as Record<string, unknown> };
    },
    checks: (...purposes: string[]) => ({
      expectedOrigin: publicUrl,
      expectedRPID: rpID,
      requireUserVerification: true,
      /** Deletes the challenge even if the response turns out to be wrong. */
      async expectedChallenge(challenge: string) {
        const isMeant = inArray(loginCodes.identifierHash, purposes.map(hashOf));
        const isAlive = gt(loginCodes.expiresAt, clock.now());
        const { rowCount } = await database
          .delete(loginCodes)
          .where(and(eq(loginCodes.browserHash, sha256(challenge)), isMeant, isAlive));
        return rowCount === 1;
      },
    }),
  };
}

/** Starts a new session even if the person is already signed in. All wrong responses get the same error. */
export async function spendPasskey(
  services: Deps,
  response: AuthenticationResponseJSON,
  { ip, userAgent }: Origin,
): Promise<SignedIn> {
  const { database, clock, sessions } = services;
  const now = clock.now();
  await countToken(services, ip);
  const answer = await checkAnswer(services, response);
  const outcome = await database.transaction(async (transaction) => {
    const person = answer && (await lockPerson(transaction, answer.personId));
    if (!person || person.deactivatedAt || !isStaff(person.role)) return null;
    const { id, name, counter, newCounter } = answer;
    const used = { counter: newCounter, lastUsedAt: now };
    const { rowCount } = await updateRows(transaction, passkeys, { id, counter }, used);
    if (!rowCount) return null;
    const signedIn = await sessions.start(transaction, person, { userAgent, byPasskey: true });
    await updateRows(transaction, people, { id: person.id }, { lastSignInAt: now });
    const facts = { person: person.id, after: { passkey: name } };
    await audit(transaction, { id: person.id, ip }, now, 'sign-in: passkey', facts);
    return signedIn;
  });
  if (outcome) return outcome;
  await noteRefused(services, { ip, about: { subject: 'passkey' } });
  throw new DomainError('passkey-refused');
}

async function checkAnswer(services: Services, response: AuthenticationResponseJSON) {
  const passkey = await findRow(services.database, passkeys, { credentialId: response.id });
  if (!passkey) return null;
  const { credentialId: id, publicKey, counter, personId } = passkey;
  const checked = await verifyAuthenticationResponse({
    ...openCeremonies(services).checks('sign-in', `sign-in ${personId}`),
    response,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => null);
  return checked?.verified ? { ...passkey, ...checked.authenticationInfo } : null;
}

/** Replaces the session, so that a stolen copy of the old cookie doesn't gain any rights. */
export async function addPasskey(
  services: Deps,
  { id: personId, passkeyStep }: SessionPerson,
  { response, name: typed }: BodyOf<typeof passkeyCalls.addPasskey>,
  { ip, userAgent, current }: Origin & { current: Buffer },
): Promise<SignedIn> {
  const { database, clock, sessions } = services;
  const checked = await verifyRegistrationResponse({
    ...openCeremonies(services).checks(`add ${personId}`),
    response: response as never,
    supportedAlgorithmIDs,
  }).catch(() => null);
  if (!checked?.verified) throw new DomainError('passkey-refused');
  const { id: credentialId, publicKey, counter } = checked.registrationInfo.credential;
  const key = { credentialId, publicKey: Buffer.from(publicKey), counter };
  const name = typed ?? describeDevice(userAgent);
  const createdAt = clock.now();
  return database.transaction(async (transaction) => {
    const person = await lockPerson(transaction, personId);
    // Someone else with access to the mailbox may have added the first passkey in the meantime.
    const others = await listPasskeys(transaction, personId);
    if (passkeyStep && others.length > 0) throw new DomainError('passkey-needed');
    // If an admin signed the person out in the meantime, this session no longer exists.
    const ended = await transaction.delete(sessionRows).where(eq(sessionRows.idHash, current));
    if (!ended.rowCount) throw new DomainError('passkey-refused');
    const values = { ...key, personId, name, createdAt };
    const made = await transaction.insert(passkeys).values(values).onConflictDoNothing();
    if (!made.rowCount) throw new DomainError('passkey-refused');
    const facts = { person: personId, after: { name } };
    await audit(transaction, { id: personId, ip }, createdAt, 'passkey: added', facts);
    await alertPerson(services, transaction, personId, 'added');
    return sessions.start(transaction, person, { userAgent, byPasskey: true });
  });
}

export function passkeyHandlers(
  services: Deps,
): Handlers<Omit<typeof passkeyCalls, 'verifyPasskey' | 'addPasskey'>> {
  const { database, clock, settings } = services;
  return {
    /** The options don't depend on an email address, so they can't reveal who has an account. */
    async startPasskeySignIn({ person, request }) {
      const { rpID, start } = openCeremonies(services);
      await countToken(services, request.ip);
      const allowCredentials = person ? await listCredentials(database, person.id) : [];
      const wanted = { rpID, allowCredentials, userVerification: 'required' } as const;
      const options = await generateAuthenticationOptions(wanted);
      return start(person ? `sign-in ${person.id}` : 'sign-in', options);
    },

    async startPasskey({ person }) {
      const { rpID, start } = openCeremonies(services);
      const options = await generateRegistrationOptions({
        rpID,
        rpName: settings.site.organization,
        userID: new TextEncoder().encode(String(person.id)),
        userName: person.email,
        excludeCredentials: await listCredentials(database, person.id),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs,
      });
      return start(`add ${person.id}`, options);
    },

    async renamePasskey({ params, body: { name }, person, actor }) {
      const isMeant = and(eq(passkeys.id, params.id), eq(passkeys.personId, person.id));
      await database.transaction(async (transaction) => {
        const { rowCount } = await updateRows(transaction, passkeys, isMeant, { name });
        if (!rowCount) throw new DomainError('not-found');
        const facts = { person: person.id, after: { name } };
        await audit(transaction, actor, clock.now(), 'passkey: renamed', facts);
      });
      return { message: 'Passkey renamed' };
    },

    async removePasskey({ params, person, actor, request }) {
      const keptSession = services.sessions.idHashOf(request);
      await removePasskeys(services, actor, person.id, { id: params.id, keptSession });
      return { message: 'Passkey removed' };
    },

    async resetPasskeys({ params, actor }) {
      if (params.id === actor.id) throw new DomainError('not-found');
      await removePasskeys(services, actor, params.id);
      return { message: 'We removed this person’s passkeys and signed them out.' };
    },
  };
}

/**
 * Removes one passkey, or all of them without `only`. Also ends the person's login links and sessions except
 * `keptSession`, because a lost device may still be signed in.
 */
async function removePasskeys(
  services: Services,
  actor: Actor,
  personId: number,
  only?: { id: number; keptSession: Buffer },
): Promise<void> {
  const { database, clock, settings } = services;
  const at = clock.now();
  const what = only ? 'removed' : 'reset';
  await database.transaction(async (transaction) => {
    await lockPerson(transaction, personId);
    const own = await listPasskeys(transaction, personId);
    const removed = own.filter(({ id }) => !only || id === only.id);
    if (only && removed.length === 0) throw new DomainError('not-found');
    const isRequired = settings.site.staffPasskeys === 'required';
    if (only && isRequired && own.length === 1) throw new DomainError('passkey-last');
    const ids = removed.map(({ id }) => id);
    await transaction.delete(passkeys).where(inArray(passkeys.id, ids));
    await endSessionsAndLinks(transaction, personId, at, only?.keptSession);
    const before = { names: removed.map(({ name }) => name) };
    await audit(transaction, actor, at, `passkey: ${what}`, { person: personId, before });
    await alertPerson(services, transaction, personId, what);
  });
}

export function listPasskeys(database: Pick<Database, 'select'>, personId: number) {
  const isOwn = eq(passkeys.personId, personId);
  return database.select().from(passkeys).where(isOwn).orderBy(passkeys.id);
}

async function listCredentials(database: Database, personId: number) {
  return (await listPasskeys(database, personId)).map(({ credentialId: id }) => ({ id }));
}
