import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ResponseOf } from '../../contract/endpoint.ts';
import { type Passkey, passkeyCalls } from '../../contract/passkeys.ts';
import { isStaff } from '../../course/roles.ts';
import type { Database } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import {
  passkeyChallenges,
  passkeys,
  people,
  sessions as sessionRows,
} from '../database/schema.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import type { Sessions } from '../http/session.ts';
import { audit } from '../platform/audit.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { endLoginLinks, endSessions, lockPerson } from './commands.ts';
import { describeDevice } from './device.ts';
import { countToken, noteRefused, senderOf } from './limits.ts';
import { passkeyChanged } from './notices.ts';
import type { SignedIn } from './spend-token.ts';

type Enter = (
  signedIn: SignedIn,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<ResponseOf<typeof passkeyCalls.verifyPasskey>>;

const challengeMs = 5 * MINUTE_MS;

/**
 * Signing in and confirming are the same call: both start a new session. Options for signing in don't depend on an
 * email address, because the device itself knows its passkeys, so they can't reveal who has an account.
 */
export function servePasskeys(
  services: Services & { sessions: Sessions },
  context: RouteContext,
  enter: Enter,
): void {
  const { database, clock, queue, sessions, settings } = services;
  const { staffPasskeys, organization } = settings.site;
  const rpID = new URL(settings.publicUrl).hostname;
  const wanted = { expectedOrigin: settings.publicUrl, expectedRPID: rpID };

  function refuseIfOff() {
    if (staffPasskeys === 'off') throw new DomainError('not-found');
  }

  async function keepChallenge(purpose: 'sign-in' | 'add', challenge: string, personId?: number) {
    const createdAt = clock.now();
    const expiresAt = new Date(createdAt.getTime() + challengeMs);
    const values = { challenge, purpose, personId, createdAt, expiresAt };
    await database.insert(passkeyChallenges).values(values);
  }

  /** Deletes the challenge even if the answer turns out to be wrong, so that each works once. */
  const takeChallenge = (purpose: 'sign-in' | 'add', owner: number) => async (given: string) => {
    const { challenge, expiresAt } = passkeyChallenges;
    const [taken] = await database
      .delete(passkeyChallenges)
      .where(and(eq(challenge, String(given)), gt(expiresAt, clock.now())))
      .returning();
    return taken?.purpose === purpose && (taken.personId ?? owner) === owner;
  };

  /** Returns undefined for any wrong answer, so that the response doesn't reveal what was wrong. */
  async function checkSignIn(response: AuthenticationResponseJSON) {
    const [found] = await database
      .select({ passkey: passkeys, role: people.role })
      .from(passkeys)
      .innerJoin(people, eq(people.id, passkeys.personId))
      .where(and(eq(passkeys.credentialId, response.id), isNull(people.deactivatedAt)));
    if (!found || !isStaff(found.role)) return undefined;
    const { personId, credentialId: id, publicKey, counter } = found.passkey;
    const checked = await verifyAuthenticationResponse({
      ...wanted,
      response,
      expectedChallenge: takeChallenge('sign-in', personId),
      credential: { id, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: true,
    }).catch(() => undefined);
    if (!checked?.verified) return undefined;
    return { passkey: found.passkey, newCounter: checked.authenticationInfo.newCounter };
  }

  serve(context, passkeyCalls, {
    async startPasskeySignIn({ person, request }) {
      refuseIfOff();
      await countToken(database, clock.now(), senderOf(request.ip));
      const own = person ? await listPasskeys(database, person.id) : [];
      const options = await generateAuthenticationOptions({
        rpID,
        userVerification: 'required',
        allowCredentials: own.map(({ credentialId: id }) => ({ id })),
      });
      await keepChallenge('sign-in', options.challenge, person?.id);
      return { options: { ...options } };
    },

    async verifyPasskey({ body, person: current, request, reply }) {
      refuseIfOff();
      const { ip, headers } = request;
      const now = clock.now();
      await countToken(database, now, senderOf(ip));
      const checked = await checkSignIn(body.response as never);
      const outcome =
        checked &&
        (await database.transaction(async (transaction) => {
          const { id, personId, counter, name } = checked.passkey;
          const person = await lockPerson(transaction, personId);
          const [used] = await transaction
            .update(passkeys)
            .set({ counter: checked.newCounter, lastUsedAt: now })
            .where(and(eq(passkeys.id, id), eq(passkeys.counter, counter)))
            .returning();
          if (!used || person.deactivatedAt || !isStaff(person.role)) return undefined;
          const userAgent = headers['user-agent'];
          const options = { userAgent, byPasskey: true };
          const session = await sessions.start(transaction, person, options);
          await transaction
            .update(people)
            .set({ lastSignInAt: now })
            .where(eq(people.id, personId));
          const facts = { person: personId, after: { passkey: name } };
          await audit(transaction, { id: personId, ip }, now, 'sign-in: passkey', facts);
          return { person: session.person, redirectTo: null, session };
        }));
      if (!outcome) {
        const about = { subject: 'passkey' };
        const refused = { sender: senderOf(ip), ip, actorId: current?.id, about };
        await noteRefused(database, now, refused);
        throw new DomainError('passkey-refused');
      }
      return enter(outcome, request, reply);
    },

    async startPasskey({ person }) {
      refuseIfOff();
      await limitPerson(database, clock.now(), 'passkeys', person.id);
      const own = await listPasskeys(database, person.id);
      const options = await generateRegistrationOptions({
        rpName: organization,
        rpID,
        userID: new TextEncoder().encode(String(person.id)),
        userName: person.email,
        userDisplayName: `${person.firstName} ${person.lastName}`,
        excludeCredentials: own.map(({ credentialId: id }) => ({ id })),
        // Ed25519, ES256 and RS256, which every device supports.
        supportedAlgorithmIDs: [-8, -7, -257],
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      await keepChallenge('add', options.challenge, person.id);
      return { options: { ...options } };
    },

    async addPasskey({ body, person, actor, request }) {
      refuseIfOff();
      const { id: personId } = person;
      const response = body.response as unknown as RegistrationResponseJSON;
      const checked = await verifyRegistrationResponse({
        ...wanted,
        response: withoutCertificates(response),
        expectedChallenge: takeChallenge('add', personId),
        requireUserVerification: true,
      }).catch(() => undefined);
      if (!checked?.verified) throw new DomainError('passkey-refused');
      const { id: credentialId, publicKey, counter } = checked.registrationInfo.credential;
      const at = clock.now();
      return database.transaction(async (transaction) => {
        await lockPerson(transaction, personId);
        // Someone else in the same mailbox may have added the first passkey in the meantime.
        const isFirst = (await transaction.$count(passkeys, eq(passkeys.personId, personId))) === 0;
        if (person.passkeyStep && !isFirst) throw new DomainError('passkey-needed');
        const name = describeDevice(request.headers['user-agent'] ?? null);
        const made = await insertOne(transaction, passkeys, {
          ...{ personId, credentialId, counter, name },
          publicKey: Buffer.from(publicKey),
          createdAt: at,
        });
        await transaction
          .update(sessionRows)
          .set({ byPasskey: true })
          .where(eq(sessionRows.idHash, sessions.idHashOf(request)));
        await audit(transaction, actor, at, 'passkey: added', {
          person: personId,
          after: { name },
        });
        const notice = { personId, change: 'added', changedAt: at.toISOString() } as const;
        await passkeyChanged.send(queue, transaction, [notice]);
        return describePasskey(made);
      });
    },

    async renamePasskey({ params, body, person }) {
      const { rowCount } = await database
        .update(passkeys)
        .set(body)
        .where(and(eq(passkeys.id, params.id), eq(passkeys.personId, person.id)));
      if (!rowCount) throw new DomainError('not-found');
      return { message: 'The passkey was renamed.' };
    },

    async removePasskey({ params, person: { id: personId }, actor }) {
      await removePasskeys(personId, actor, 'removed', params.id);
      return { message: 'The passkey was removed.' };
    },

    async resetPasskeys({ params, actor }) {
      if (params.id === actor.id) throw new DomainError('not-found');
      await removePasskeys(params.id, actor, 'reset');
      return { message: 'This person’s passkeys were removed.' };
    },
  });

  async function removePasskeys(
    personId: number,
    actor: { id: number; ip: string },
    change: 'removed' | 'reset',
    id?: number,
  ): Promise<void> {
    const at = clock.now();
    await database.transaction(async (transaction) => {
      await lockPerson(transaction, personId);
      const own = await listPasskeys(transaction, personId);
      const gone = own.filter((passkey) => id === undefined || passkey.id === id);
      if (gone.length === 0) throw new DomainError('not-found');
      if (id !== undefined && staffPasskeys === 'required' && own.length === 1) {
        throw new DomainError('passkey-last');
      }
      await transaction
        .delete(passkeys)
        .where(
          and(eq(passkeys.personId, personId), id === undefined ? undefined : eq(passkeys.id, id)),
        );
      if (change === 'reset') {
        await endLoginLinks(transaction, personId, at);
        await endSessions(transaction, personId);
      }
      const before = { names: gone.map(({ name }) => name) };
      await audit(transaction, actor, at, `passkey: ${change}`, { person: personId, before });
      const notice = { personId, change, changedAt: at.toISOString() };
      await passkeyChanged.send(queue, transaction, [notice]);
    });
  }
}

export function listPasskeys(database: Pick<Database, 'select'>, personId: number) {
  return database
    .select()
    .from(passkeys)
    .where(eq(passkeys.personId, personId))
    .orderBy(passkeys.id);
}

export function describePasskey(passkey: typeof passkeys.$inferSelect): Passkey {
  const { createdAt, lastUsedAt } = passkey;
  return {
    ...passkey,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

/**
 * We don't ask for certificates of the device's maker. If someone sends one anyway, the library would fetch its list of
 * revoked certificates from whatever address it names.
 */
function withoutCertificates(response: RegistrationResponseJSON): RegistrationResponseJSON {
  const attestation = Buffer.from(String(response.response?.attestationObject), 'base64url');
  if (attestation.includes('x5c')) throw new DomainError('passkey-refused');
  return response;
}
