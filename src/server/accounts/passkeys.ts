import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, gt, inArray, isNull } from 'drizzle-orm';
import type { Passkey, passkeyCalls } from '../../contract/passkeys.ts';
import { isStaff } from '../../course/roles.ts';
import type { Database } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import {
  passkeyChallenges,
  passkeys,
  people,
  sessions as sessionRows,
} from '../database/schema.ts';
import type { Handlers } from '../http/serve.ts';
import type { Sessions } from '../http/session.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { endLoginLinks, endSessions, lockPerson } from './commands.ts';
import { describeDevice } from './device.ts';
import { countToken, noteRefused, senderOf } from './limits.ts';
import { accountChanged } from './notices.ts';
import type { Origin, SignedIn } from './spend-token.ts';

type Deps = Services & { sessions: Sessions };
type Purpose = (typeof passkeyChallenges.$inferSelect)['purpose'];

const challengeMs = 5 * MINUTE_MS;
/** Ed25519, ES256 and RS256, which together cover all common devices. */
const supportedAlgorithmIDs = [-8, -7, -257];
const rpIDOf = ({ settings }: Services) => new URL(settings.publicUrl).hostname;

const commonChecks = (services: Services, purpose: Purpose, owner: number) => ({
  expectedOrigin: services.settings.publicUrl,
  expectedRPID: rpIDOf(services),
  expectedChallenge: (challenge: string) => takeChallenge(services, purpose, owner, challenge),
  requireUserVerification: true,
});

async function keepChallenge(
  { database, clock }: Services,
  purpose: Purpose,
  { challenge }: { challenge: string },
  personId: number | undefined,
): Promise<void> {
  const expiresAt = new Date(clock.now().getTime() + challengeMs);
  await database.insert(passkeyChallenges).values({ challenge, purpose, personId, expiresAt });
}

/** Deletes the challenge even if the answer turns out to be wrong, so that each works once. */
async function takeChallenge(
  { database, clock }: Services,
  purpose: Purpose,
  owner: number,
  given: string,
): Promise<boolean> {
  const { challenge, expiresAt } = passkeyChallenges;
  const [taken] = await database
    .delete(passkeyChallenges)
    .where(and(eq(challenge, String(given)), gt(expiresAt, clock.now())))
    .returning();
  return taken?.purpose === purpose && (taken.personId ?? owner) === owner;
}

/** Starts a session, both for signing in and for confirming. All wrong answers get the same error. */
export async function spendPasskey(
  services: Deps,
  response: AuthenticationResponseJSON,
  { ip, userAgent }: Origin,
): Promise<SignedIn> {
  refuseIfOff(services);
  const { database, clock, sessions } = services;
  const now = clock.now();
  const sender = senderOf(ip);
  await countToken(database, now, sender);
  const checked = await checkAnswer(services, response);
  const outcome =
    checked &&
    (await database.transaction(async (transaction) => {
      const { id, personId, counter, newCounter, name } = checked;
      const person = await lockPerson(transaction, personId);
      const { rowCount } = await transaction
        .update(passkeys)
        .set({ counter: newCounter, lastUsedAt: now })
        .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)));
      if (!rowCount || person.deactivatedAt || !isStaff(person.role)) return undefined;
      const session = await sessions.start(transaction, person, { userAgent, byPasskey: true });
      await transaction.update(people).set({ lastSignInAt: now }).where(eq(people.id, personId));
      const facts = { person: personId, after: { passkey: name } };
      await audit(transaction, { id: personId, ip }, now, 'sign-in: passkey', facts);
      return { person: session.person, redirectTo: null, session };
    }));
  if (outcome) return outcome;
  await noteRefused(database, now, { sender, ip, about: { subject: 'passkey' } });
  throw new DomainError('passkey-refused');
}

async function checkAnswer(services: Services, response: AuthenticationResponseJSON) {
  const [found] = await services.database
    .select({ passkey: passkeys, role: people.role })
    .from(passkeys)
    .innerJoin(people, eq(people.id, passkeys.personId))
    .where(and(eq(passkeys.credentialId, response.id), isNull(people.deactivatedAt)));
  if (!found || !isStaff(found.role)) return undefined;
  const { credentialId: id, publicKey, counter, personId } = found.passkey;
  const checked = await verifyAuthenticationResponse({
    ...commonChecks(services, 'sign-in', personId),
    response,
    credential: { id, publicKey: new Uint8Array(publicKey), counter },
  }).catch(() => undefined);
  if (!checked?.verified) return undefined;
  return { ...found.passkey, newCounter: checked.authenticationInfo.newCounter };
}

/**
 * Options for signing in don't depend on an email address, because devices know their passkeys. So they can't reveal
 * who has an account.
 */
export function passkeyHandlers(
  services: Deps,
): Handlers<Omit<typeof passkeyCalls, 'verifyPasskey'>> {
  const { database, clock, queue, sessions, settings } = services;
  const rpID = rpIDOf(services);
  return {
    async startPasskeySignIn({ person, request }) {
      refuseIfOff(services);
      await countToken(database, clock.now(), senderOf(request.ip));
      const own = person ? await listPasskeys(database, person.id) : [];
      const allowCredentials = own.map(({ credentialId: id }) => ({ id }));
      const wanted = { rpID, allowCredentials, userVerification: 'required' } as const;
      const options = await generateAuthenticationOptions(wanted);
      await keepChallenge(services, 'sign-in', options, person?.id);
      return { options: { ...options } };
    },

    async startPasskey({ person }) {
      refuseIfOff(services);
      await limitPerson(database, clock.now(), 'passkeys', person.id);
      const own = await listPasskeys(database, person.id);
      const options = await generateRegistrationOptions({
        rpID,
        rpName: settings.site.organization,
        userID: new TextEncoder().encode(String(person.id)),
        userName: person.email,
        excludeCredentials: own.map(({ credentialId: id }) => ({ id })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        supportedAlgorithmIDs,
      });
      await keepChallenge(services, 'add', options, person.id);
      return { options: { ...options } };
    },

    async addPasskey({ body, person, actor, request }) {
      refuseIfOff(services);
      const { id: personId } = person;
      const response = body.response as unknown as RegistrationResponseJSON;
      refuseCertificates(response);
      const checks = { ...commonChecks(services, 'add', personId), supportedAlgorithmIDs };
      const checked = await verifyRegistrationResponse({ ...checks, response }).catch(() => null);
      if (!checked?.verified) throw new DomainError('passkey-refused');
      const { id: credentialId, publicKey, counter } = checked.registrationInfo.credential;
      const createdAt = clock.now();
      return database.transaction(async (transaction) => {
        await lockPerson(transaction, personId);
        // Someone else in the same mailbox may have added the first passkey in the meantime.
        const hasOthers = await transaction.$count(passkeys, eq(passkeys.personId, personId));
        if (person.passkeyStep && hasOthers) throw new DomainError('passkey-needed');
        const name = body.name ?? describeDevice(request.headers['user-agent'] ?? null);
        const key = { credentialId, publicKey: Buffer.from(publicKey), counter };
        const values = { personId, ...key, name, createdAt };
        const added = await insertOne(transaction, passkeys, values);
        await transaction
          .update(sessionRows)
          .set({ byPasskey: true })
          .where(eq(sessionRows.idHash, sessions.idHashOf(request)));
        const facts = { person: personId, after: { name } };
        await audit(transaction, actor, createdAt, 'passkey: added', facts);
        const notice = { personId, what: 'added', changedAt: createdAt.toISOString() } as const;
        await accountChanged.send(queue, transaction, [notice], { channels: ['email'] });
        return describePasskey(added);
      });
    },

    async removePasskey({ params, person, actor }) {
      await removePasskeys(services, actor, person.id, 'removed', params.id);
      return { message: 'The passkey was removed.' };
    },

    async resetPasskeys({ params, actor }) {
      if (params.id === actor.id) throw new DomainError('not-found');
      await removePasskeys(services, actor, params.id, 'reset');
      return { message: 'This person’s passkeys were removed.' };
    },
  };
}

/** Without `only`, removes all passkeys and ends all sessions and links. */
async function removePasskeys(
  { database, clock, queue, settings }: Services,
  actor: Actor,
  personId: number,
  what: 'removed' | 'reset',
  only?: number,
): Promise<void> {
  const at = clock.now();
  await database.transaction(async (transaction) => {
    await lockPerson(transaction, personId);
    const own = await listPasskeys(transaction, personId);
    const removed = own.filter(({ id }) => only === undefined || id === only);
    if (removed.length === 0) throw new DomainError('not-found');
    const isRequired = settings.site.staffPasskeys === 'required';
    if (only && isRequired && own.length === 1) throw new DomainError('passkey-last');
    const ids = removed.map(({ id }) => id);
    await transaction.delete(passkeys).where(inArray(passkeys.id, ids));
    if (!only) {
      await endLoginLinks(transaction, personId, at);
      await endSessions(transaction, personId);
    }
    const before = { names: removed.map(({ name }) => name) };
    await audit(transaction, actor, at, `passkey: ${what}`, { person: personId, before });
    const notice = { personId, what, changedAt: at.toISOString() };
    await accountChanged.send(queue, transaction, [notice], { channels: ['email'] });
  });
}

function refuseIfOff({ settings }: Services): void {
  if (settings.site.staffPasskeys === 'off') throw new DomainError('not-found');
}

export function listPasskeys(database: Pick<Database, 'select'>, personId: number) {
  const isOwn = eq(passkeys.personId, personId);
  return database.select().from(passkeys).where(isOwn).orderBy(passkeys.id);
}

export function describePasskey(passkey: typeof passkeys.$inferSelect): Passkey {
  const { id, name, createdAt, lastUsedAt } = passkey;
  const usedAt = lastUsedAt?.toISOString() ?? null;
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: usedAt };
}

/**
 * We don't ask for certificates of the device's maker. If someone sends one anyway, the library would fetch its list of
 * revoked certificates from any address it names.
 */
function refuseCertificates({ response }: RegistrationResponseJSON): void {
  const attestation = Buffer.from(String(response?.attestationObject), 'base64url');
  if (attestation.includes('x5c')) throw new DomainError('passkey-refused');
}
