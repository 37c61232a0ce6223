import { randomBytes } from 'node:crypto';
import cookiePlugin from '@fastify/cookie';
import { and, desc, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../contract/endpoint.ts';
import { isStaff, type Role } from '../../course/roles.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { type Person, passkeys, people, sessions } from '../database/schema.ts';
import { type Clock, DAY_MS, HOUR_MS, isWithinLife, MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { sha256 } from '../platform/tokens.ts';

const cookie = 'session';
const maxUserAgentLength = 300;
const lifetimeOf = (role: Role) => (isStaff(role) ? 12 * HOUR_MS : 30 * DAY_MS);

/** How long after signing in people can do what needs confirmation. */
const confirmedMs = 10 * MINUTE_MS;

type Session = typeof sessions.$inferSelect;

type SessionSettings = Pick<Services['settings'], 'staffIdleMinutes' | 'site'>;
export type SessionPerson = Person & Caller & { hasPasskeys: boolean };

interface StartOptions {
  maxLifetimeMs?: number | undefined;
  userAgent?: string | undefined;
  usesStaffLink?: boolean;
  byPasskey?: boolean;
}

const isOfPerson = eq(passkeys.personId, people.id);

/** Sessions are in the database, so that all nodes share them and signing out works everywhere at once. */
export function openSessions(
  database: Database,
  clock: Clock,
  cookies: Cookies,
  { staffIdleMinutes, site: { staffPasskeys } }: SessionSettings,
) {
  const idleMs = staffIdleMinutes * MINUTE_MS;

  const unusedMs = ({ lastSeenAt, startedAt }: Pick<Session, 'lastSeenAt' | 'startedAt'>) =>
    clock.now().getTime() - (lastSeenAt ?? startedAt).getTime();

  /** Staff sessions also end when they are unused, because staff see everyone's data. */
  const isAlive = (session: Pick<Session, 'startedAt' | 'expiresAt' | 'lastSeenAt'>, role: Role) =>
    isWithinLife(session.startedAt, session.expiresAt, clock.now()) &&
    !(isStaff(role) && unusedMs(session) > idleMs);

  function describe(
    person: Person,
    session: Pick<Session, 'usesStaffLink' | 'byPasskey' | 'startedAt'>,
    hasPasskeys: boolean,
  ): SessionPerson {
    const { usesStaffLink, byPasskey, startedAt } = session;
    const mustUsePasskey = staffPasskeys === 'required' && isStaff(person.role) && !byPasskey;
    const ageMs = Math.abs(clock.now().getTime() - startedAt.getTime());
    return {
      ...person,
      usesStaffLink,
      hasPasskeys,
      passkeyStep: mustUsePasskey ? (hasPasskeys ? 'use' : 'add') : null,
      isConfirmed: ageMs <= confirmedMs,
    };
  }

  const findByHash = database
    .select({
      person: people,
      startedAt: sessions.startedAt,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
      usesStaffLink: sessions.usesStaffLink,
      byPasskey: sessions.byPasskey,
      hasPasskeys: exists(
        database.select({ id: passkeys.id }).from(passkeys).where(isOfPerson),
      ).mapWith(Boolean),
    })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(
      and(
        eq(sessions.idHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
        isNull(people.deactivatedAt),
      ),
    )
    .prepare('find_session');

  return {
    cookieName: cookies.fullName(cookie),

    /** Lets callers skip a query if the request has no session cookie. The cookie may still be invalid. */
    hasSessionCookie(request: FastifyRequest): boolean {
      return Boolean(cookies.read(request, cookie));
    },

    idHashOf(request: FastifyRequest): Buffer {
      return sha256(cookies.read(request, cookie) ?? '');
    },

    async findPerson(request: FastifyRequest): Promise<SessionPerson | null> {
      const id = cookies.read(request, cookie);
      if (!id) return null;
      const now = clock.now();
      const [found] = await findByHash.execute({ hash: sha256(id), now });
      if (!found || !isAlive(found, found.person.role)) return null;
      // We update `lastSeenAt` only now and then, and not if a page only refreshes itself.
      const updateMs = isStaff(found.person.role) ? idleMs / 12 : HOUR_MS;
      if (unusedMs(found) > updateMs && !request.headers['x-background']) {
        await database
          .update(sessions)
          .set({ lastSeenAt: now })
          .where(eq(sessions.idHash, sha256(id)));
      }
      return describe(found.person, found, found.hasPasskeys);
    },

    async list(request: FastifyRequest, { id, role }: Person) {
      const now = clock.now();
      const current = this.idHashOf(request);
      const found = await database
        .select()
        .from(sessions)
        .where(and(eq(sessions.personId, id), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.startedAt));
      return found
        .filter((session) => isAlive(session, role))
        .map(({ idHash, startedAt, lastSeenAt, userAgent }) => ({
          id: idHash.toString('base64url'),
          startedAt,
          lastSeenAt: lastSeenAt ?? startedAt,
          userAgent,
          isCurrent: idHash.equals(current),
        }));
    },

    /** Always uses a new ID, to prevent session fixation. */
    async start(transaction: Transaction, person: Person, options: StartOptions = {}) {
      const { maxLifetimeMs = Infinity, userAgent } = options;
      const { usesStaffLink = false, byPasskey = false } = options;
      const id = randomBytes(32).toString('base64url');
      const startedAt = clock.now();
      const life = Math.min(lifetimeOf(person.role), maxLifetimeMs);
      const expiresAt = new Date(startedAt.getTime() + life);
      await transaction.insert(sessions).values({
        idHash: sha256(id),
        personId: person.id,
        startedAt,
        lastSeenAt: startedAt,
        userAgent: userAgent?.replace(/\p{Cc}/gu, '').slice(0, maxUserAgentLength),
        usesStaffLink,
        byPasskey,
        expiresAt,
      });
      const count = await transaction.$count(passkeys, eq(passkeys.personId, person.id));
      const session = { usesStaffLink, byPasskey, startedAt };
      return { id, expiresAt, person: describe(person, session, count > 0) };
    },

    async end(request: FastifyRequest): Promise<void> {
      const id = cookies.read(request, cookie);
      if (id) await database.delete(sessions).where(eq(sessions.idHash, sha256(id)));
    },

    setCookie(reply: FastifyReply, { id, expiresAt }: { id: string; expiresAt: Date }) {
      const seconds = Math.floor((expiresAt.getTime() - clock.now().getTime()) / 1000);
      cookies.write(reply, cookie, id, seconds);
    },

    clearCookie(reply: FastifyReply) {
      cookies.write(reply, cookie, '', 0);
    },
  };
}

export type Sessions = ReturnType<typeof openSessions>;

export function parseCookies(app: FastifyInstance): void {
  app.register(cookiePlugin);
}

/** Cookies are HttpOnly. Over https, the `__Host-` prefix keeps other hosts from setting them. */
export function openCookies({ isHttps }: { isHttps: boolean }) {
  const fullName = (name: string) => (isHttps ? `__Host-${name}` : name);
  return {
    fullName,
    read(request: FastifyRequest, name: string): string | undefined {
      return request.cookies[fullName(name)];
    },
    write(reply: FastifyReply, name: string, value: string, seconds: number): void {
      const attributes = { path: '/', maxAge: seconds, httpOnly: true, sameSite: 'lax' } as const;
      reply.setCookie(fullName(name), value, { ...attributes, secure: isHttps });
    },
  };
}

export type Cookies = ReturnType<typeof openCookies>;
