import { randomBytes } from 'node:crypto';
import cookiePlugin from '@fastify/cookie';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isStaff, type Role } from '../../course/roles.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { type Person, people, sessions } from '../database/schema.ts';
import { type Clock, DAY_MS, HOUR_MS, isWithinLife } from '../platform/clock.ts';
import { sha256 } from '../platform/tokens.ts';

const cookie = 'session';
const maxUserAgentLength = 300;
const lifetimeOf = (role: Role) => (isStaff(role) ? 12 * HOUR_MS : 30 * DAY_MS);

export type SessionPerson = Person & { usesStaffLink: boolean };

interface StartOptions {
  maxLifetimeMs?: number | undefined;
  userAgent?: string | undefined;
  usesStaffLink?: boolean;
}

/** We update `lastSeenAt` at most once an hour, so that most requests only read. */
function isSeenLongAgo({ lastSeenAt }: { lastSeenAt: Date | null }, now: Date): boolean {
  return !lastSeenAt || now.getTime() - lastSeenAt.getTime() > HOUR_MS;
}

/** Sessions are in the database, so that all nodes share them and signing out works everywhere at once. */
export function openSessions(database: Database, clock: Clock, cookies: Cookies) {
  const findByHash = database
    .select({
      person: people,
      startedAt: sessions.startedAt,
      expiresAt: sessions.expiresAt,
      lastSeenAt: sessions.lastSeenAt,
      usesStaffLink: sessions.usesStaffLink,
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
      if (!found || !isWithinLife(found.startedAt, found.expiresAt, now)) return null;
      if (isSeenLongAgo(found, now)) {
        await database
          .update(sessions)
          .set({ lastSeenAt: now })
          .where(eq(sessions.idHash, sha256(id)));
      }
      return { ...found.person, usesStaffLink: found.usesStaffLink };
    },

    async list(request: FastifyRequest, personId: number) {
      const now = clock.now();
      const current = this.idHashOf(request);
      const found = await database
        .select()
        .from(sessions)
        .where(and(eq(sessions.personId, personId), gt(sessions.expiresAt, now)))
        .orderBy(desc(sessions.lastSeenAt), desc(sessions.startedAt));
      return found
        .filter(({ startedAt, expiresAt }) => isWithinLife(startedAt, expiresAt, now))
        .map(({ idHash, startedAt, lastSeenAt, userAgent }) => ({
          startedAt,
          lastSeenAt: lastSeenAt ?? startedAt,
          userAgent,
          isCurrent: idHash.equals(current),
        }));
    },

    /** Always uses a new ID, to prevent session fixation. */
    async start(
      transaction: Transaction,
      person: { id: number; role: Role },
      { maxLifetimeMs = Infinity, userAgent, usesStaffLink = false }: StartOptions = {},
    ) {
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
        expiresAt,
      });
      return { id, expiresAt };
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
