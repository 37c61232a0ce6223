import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import pg from 'pg';
import { gather } from '../database/gather.ts';
import { openPool } from '../database/pool.ts';
import { TryLater } from './outcomes.ts';

/**
 * The maximum number of jobs per node that can hold a lock at once. Each vendor has its own limit, so that a slow one
 * can't block the others. The email limit is two lower than the number of SMTP connections, which leaves two for login
 * emails. The limit for texts is higher, because texts that go out together share their statements. Seats are handled in
 * batches, which limit their calls to Zoom themselves.
 */
const limits = { meetings: 4, seats: 60, texts: 20, mail: 3, login: 4 } as const;

export type LockGroup = keyof typeof limits;

const maxDelaySeconds = 30;
const maxRememberedKeys = 1000;

/** After this long, the database closes an idle connection and releases its lock. */
const silenceMs = 30_000;

/**
 * Uses PostgreSQL advisory locks, so that jobs with the same key run one at a time across all nodes. A single connection
 * outside of any transaction holds all of the node's locks, so they are released if the node crashes. Periodic queries
 * keep the connection open. If the node hangs, the queries stop and the database closes the connection.
 */
export function openLocks(
  databaseUrl: string,
  log: FastifyBaseLogger,
  { endSilentAfterMs = silenceMs } = {},
) {
  const pool = openPool(databaseUrl, {
    name: 'course-portal-locks',
    max: 1,
    connectMs: 10_000,
    pipeline: true,
    session: { idle_session_timeout: endSilentAfterMs },
    onLostConnection: (error) => log.warn({ err: error }, 'lost the connection that holds locks'),
  });

  const runLimited = Object.fromEntries(
    Object.entries(limits).map(([group, limit]) => [group, pLimit(limit)]),
  ) as Record<LockGroup, ReturnType<typeof pLimit>>;
  const failedTries = new Map<string, number>();
  /** PostgreSQL would let this node's connection take a lock that it already holds. */
  const held = new Set<string>();
  const running = new Set<Promise<unknown>>();
  let session: Promise<Session> | undefined;

  return {
    /** Throws `TryLater` if another job holds the lock. */
    withLock<Result>(group: LockGroup, key: string, work: () => Promise<Result>): Promise<Result> {
      return runLimited[group](() => {
        const locked = lock(key, work);
        running.add(locked);
        return locked.finally(() => running.delete(locked));
      });
    },

    /** Waits for running work, because without its lock, another node could repeat it. */
    async close() {
      await Promise.allSettled(running);
      (await session?.catch(() => undefined))?.end();
      await pool.end();
    },
  };

  async function lock<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    if (held.has(key)) throw taken(key);
    held.add(key);
    try {
      session ??= openSession();
      const { tryLock, unlock, end } = await session;
      if (!(await tryLock(key))) throw taken(key);
      failedTries.delete(key);
      try {
        return await work();
      } finally {
        await unlock(key).catch(end);
      }
    } finally {
      held.delete(key);
    }
  }

  /**
   * If the connection is lost or a lock can't be released, the session ends, which releases its locks. The next job opens
   * another one.
   */
  async function openSession(): Promise<Session> {
    const client = await pool.connect().catch((error) => {
      session = undefined;
      throw error;
    });
    const keepAlive = setInterval(() => query('select').catch(() => {}), endSilentAfterMs / 3);
    let isOpen = true;
    client.once('error', end);
    return {
      tryLock: gather((keys: string[]) => call('pg_try_advisory_lock', keys)),
      unlock: gather((keys: string[]) => call('pg_advisory_unlock', keys)),
      end,
    };

    async function query(text: string, values?: string[][]) {
      try {
        return await client.query(text, values);
      } catch (error) {
        if (!(error instanceof pg.DatabaseError && error.severity === 'ERROR')) end();
        throw error;
      }
    }

    async function call(lock: string, keys: string[]): Promise<boolean[]> {
      const text = `select ${lock}(hashtextextended(key, 0)) as result from unnest($1::text[]) as key`;
      const { rows } = await query(text, [keys]);
      if (!isOpen) throw new Error('lost the connection that holds locks');
      return rows.map(({ result }) => result);
    }

    function end() {
      if (!isOpen) return;
      isOpen = false;
      session = undefined;
      clearInterval(keepAlive);
      client.release(true);
    }
  }

  /** The delay grows exponentially, because the other job may be waiting for a slow vendor. */
  function taken(key: string) {
    const count = failedTries.get(key) ?? 0;
    // A count stays in the map if another node runs the next job with that key, so clear the map before it grows too
    // large.
    if (failedTries.size >= maxRememberedKeys) failedTries.clear();
    failedTries.set(key, count + 1);
    return new TryLater(Math.min(2 ** count, maxDelaySeconds), `the lock is taken: ${key}`);
  }
}

interface Session {
  tryLock(key: string): Promise<boolean>;
  unlock(key: string): Promise<boolean>;
  end(): void;
}
