import { randomBytes } from 'node:crypto';
import { and, desc, eq, isNull, type SQL } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from '../../contract/endpoint.ts';
import { isStaff, type Role } from '../../course/roles.ts';
import type { Database, Reader, Transaction } from '../database/connect.ts';
import { prepareByValue } from '../database/prepared.ts';
import { insertOne, updateRows } from '../database/rows.ts';
import { passkeys, people, sessions } from '../database/schema.ts';
import { type Viewer, viewerColumns } from '../database/viewer.ts';
import { type Clock, DAY_MS, HOUR_MS, isWithinLife, MINUTE_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { sha256 } from '../platform/tokens.ts';

const cookie = 'session';
const maxUserAgentLength = 300;
const lifetimeOf = (role: Role) => (isStaff(role) ? 12 * HOUR_MS : 30 * DAY_MS);

/** How long after signing in people can take sensitive actions without confirming who they are. */
const confirmedMs = 10 * MINUTE_MS;

type Session = typeof sessions.$inferSelect;
type SessionSettings = Pick<Services['settings'], 'staffIdleMinutes' | 'site'>;
export type SessionPerson = Viewer & Caller;

interface StartOptions extends Partial<Pick<Session, 'usesStaffLink' | 'byPasskey'>> {
  maxLifetimeMs?: number | undefined;
  userAgent?: string | undefined;
}

const stateColumns = {
  startedAt: sessions.startedAt,
  lastSeenAt: sessions.lastSeenAt,
  usesStaffLink: sessions.usesStaffLink,
  byPasskey: sessions.byPasskey,
  expiresAt: sessions.expiresAt,
};
type State = Pick<Session, keyof typeof stateColumns>;

const unusedMs = ({ lastSeenAt, startedAt }: State, now: Date) =>
  now.getTime() - (lastSeenAt ?? startedAt).getTime();

/** Staff sessions also time out when they're idle, because staff see everyone's data. */
function isAlive(session: State, role: Role, { staffIdleMinutes }: SessionSettings, now: Date) {
  const isIdle = isStaff(role) && unusedMs(session, now) > staffIdleMinutes * MINUTE_MS;
  return !isIdle && isWithinLife(session.startedAt, session.expiresAt, now);
}

export async function listSessions({ database, clock, settings }: Services, person: Viewer) {
  const found = await database
    .select()
    .from(sessions)
    .where(eq(sessions.personId, person.id))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.startedAt));
  return found.filter((session) => isAlive(session, person.role, settings, clock.now()));
}

/** Someone who left the staff can still have passkeys, which no longer work. */
export async function hasPasskeys(reader: Reader, { id, role }: Viewer): Promise<boolean> {
  return isStaff(role) && (await reader.$count(passkeys, eq(passkeys.personId, id))) > 0;
}

/** Sessions are in the database, so that all nodes share them and signing out works everywhere at once. */
export function openSessions(
  database: Database,
  clock: Clock,
  cookies: Cookies,
  settings: SessionSettings,
) {
  const isRequired = settings.site.staffPasskeys === 'required';

  async function describe(
    reader: Reader,
    person: Viewer,
    { usesStaffLink, byPasskey, startedAt }: State,
  ): Promise<SessionPerson> {
    const mustUsePasskey = isRequired && isStaff(person.role) && !byPasskey;
    const ageMs = Math.abs(clock.now().getTime() - startedAt.getTime());
    return {
      ...person,
      usesStaffLink,
      passkeyStep: mustUsePasskey ? ((await hasPasskeys(reader, person)) ? 'use' : 'add') : null,
      isConfirmed: ageMs <= confirmedMs,
    };
  }

  const findByHash = prepareByValue(database, sessions.idHash, (hash: SQL<Buffer>) =>
    database
      .select({ person: viewerColumns, session: stateColumns })
      .from(sessions)
      .innerJoin(people, eq(people.id, sessions.personId))
      .where(and(eq(sessions.idHash, hash), isNull(people.deactivatedAt))),
  );

  return {
    cookieName: cookies.fullName(cookie),

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
      const idHash = sha256(id);
      const [found] = await findByHash(idHash);
      if (!found) return null;
      const { person, session } = found;
      if (!isAlive(session, person.role, settings, now)) return null;
      // To save writes, we update `lastSeenAt` only occasionally, and never when a page refreshes itself in the
      // background.
      const updateMs = isStaff(person.role) ? settings.staffIdleMinutes * 5_000 : HOUR_MS;
      if (unusedMs(session, now) > updateMs && !request.headers['x-background']) {
        await updateRows(database, sessions, { idHash }, { lastSeenAt: now });
      }
      return describe(database, person, session);
    },

    /** Always uses a new ID, to prevent session fixation. */
    async start(
      transaction: Transaction,
      person: Viewer,
      { maxLifetimeMs = Infinity, userAgent, ...kind }: StartOptions = {},
    ) {
      const id = randomBytes(32).toString('base64url');
      const startedAt = clock.now();
      const life = Math.min(lifetimeOf(person.role), maxLifetimeMs);
      const session = await insertOne(transaction, sessions, {
        ...kind,
        idHash: sha256(id),
        personId: person.id,
        startedAt,
        lastSeenAt: startedAt,
        userAgent: userAgent?.replace(/\p{Cc}/gu, '').slice(0, maxUserAgentLength),
        expiresAt: new Date(startedAt.getTime() + life),
      });
      const described = await describe(transaction, person, session);
      return { person: described, session: { id, expiresAt: session.expiresAt } };
    },

    async end(idHash: Buffer, personId?: number): Promise<void> {
      const isTheirs = personId === undefined ? undefined : eq(sessions.personId, personId);
      await database.delete(sessions).where(and(eq(sessions.idHash, idHash), isTheirs));
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

/** Cookies are HttpOnly. Over HTTPS, the `__Host-` prefix keeps other hosts from setting them. */
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
