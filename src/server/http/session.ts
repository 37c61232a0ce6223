import { randomBytes } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isStaff, type Role } from '../../course/roles.ts';
import type { Clock } from '../clock.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { people, sessions } from '../database/schema.ts';
import { type Cookies, hashOf } from './cookies.ts';

export type Person = typeof people.$inferSelect;

const cookie = 'session';
const hour = 60 * 60 * 1000;
const lifetimeOf = (role: Role) => (isStaff(role) ? 12 * hour : 30 * 24 * hour);

/** Sessions live in the database, so that any node knows them and ending one ends it everywhere. */
export function openSessions(database: Database, clock: Clock, cookies: Cookies) {
  const findByHash = database
    .select({ person: people, startedAt: sessions.startedAt })
    .from(sessions)
    .innerJoin(people, eq(people.id, sessions.personId))
    .where(
      and(
        eq(sessions.idHash, sql.placeholder('hash')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare('find_session');

  return {
    /** Not whether it is still good. Without one nobody is signed in, and nobody need be looked for. */
    isCarriedBy(request: FastifyRequest): boolean {
      return Boolean(cookies.read(request, cookie));
    },

    async findPerson(request: FastifyRequest): Promise<Person | null> {
      const id = cookies.read(request, cookie);
      if (!id) return null;
      const now = clock.now();
      const [found] = await findByHash.execute({ hash: hashOf(id), now });
      // Whoever has become staff since is held to the shorter life of a staff session.
      const age = now.getTime() - (found?.startedAt.getTime() ?? 0);
      return found && age < lifetimeOf(found.person.role) ? found.person : null;
    },

    /** Always a new id: one that was known before signing in is worth nothing after. */
    async start(transaction: Transaction, person: { id: number; role: Role }, longest = Infinity) {
      const id = randomBytes(32).toString('base64url');
      const startedAt = clock.now();
      const life = Math.min(lifetimeOf(person.role), longest);
      const expiresAt = new Date(startedAt.getTime() + life);
      await transaction
        .insert(sessions)
        .values({ idHash: hashOf(id), personId: person.id, startedAt, expiresAt });
      return { id, expiresAt };
    },

    async end(request: FastifyRequest): Promise<void> {
      const id = cookies.read(request, cookie);
      if (id) await database.delete(sessions).where(eq(sessions.idHash, hashOf(id)));
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
