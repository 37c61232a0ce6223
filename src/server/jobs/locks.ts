import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type pg from 'pg';
import { openPool } from '../database/pool.ts';
import { TryLater } from './outcomes.ts';

/**
 * The maximum number of jobs per node that can hold a lock at once. Each vendor has its own limit, so that a slow one
 * can't block the others. The email limit is two lower than the number of SMTP connections, which leaves two for login
 * emails.
 */
const limits = { meetings: 4, texts: 4, mail: 3, login: 4 } as const;

export type LockGroup = keyof typeof limits;

const maxDelaySeconds = 30;
const maxRememberedKeys = 1000;

/** After this long, the database closes an idle connection and releases its lock. */
const silenceMs = 30_000;

/**
 * Uses PostgreSQL advisory locks, so that jobs with the same key run one at a time across all nodes. Each lock has its
 * own connection outside of any transaction, so the lock is released if the node crashes. While a job runs, periodic
 * queries keep its connection open. If the node hangs, the queries stop and the database closes the connection.
 */
export function openLocks(
  databaseUrl: string,
  log: FastifyBaseLogger,
  { endSilentAfterMs = silenceMs } = {},
) {
  const pool = openPool(databaseUrl, {
    name: 'course-portal-locks',
    max: Object.values(limits).reduce((sum, limit) => sum + limit, 0),
    connectMs: 10_000,
    idleMs: endSilentAfterMs / 3,
    session: { idle_session_timeout: endSilentAfterMs },
    onLostConnection: (error) => log.warn({ err: error }, 'lost a lock connection'),
  });

  const runLimited = Object.fromEntries(
    Object.entries(limits).map(([group, limit]) => [group, pLimit(limit)]),
  ) as Record<LockGroup, ReturnType<typeof pLimit>>;
  const failedTries = new Map<string, number>();

  return {
    /** Throws `TryLater` if another job holds the lock. */
    withLock<Result>(group: LockGroup, key: string, work: () => Promise<Result>): Promise<Result> {
      return runLimited[group](() => lock(key, work));
    },
    pool,
    close: () => pool.end(),
  };

  async function lock<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const client = await pool.connect();
    let isClean = false;
    try {
      if (!(await callLock(client, 'pg_try_advisory_lock', key))) {
        isClean = true;
        throw new TryLater(delayFor(key), `the lock is taken: ${key}`);
      }
      failedTries.delete(key);
      const stopKeepAlive = keepAlive(endSilentAfterMs / 3, client);
      try {
        return await work();
      } finally {
        await stopKeepAlive();
        isClean = await callLock(client, 'pg_advisory_unlock', key).catch(() => false);
      }
    } finally {
      // If unlocking failed, close the connection, which releases the lock.
      client.release(!isClean);
    }
  }

  /** Returns a delay that grows exponentially, because the other job may be waiting for a slow vendor. */
  function delayFor(key: string): number {
    const count = failedTries.get(key) ?? 0;
    // A count stays in the map if another node runs the next job with that key, so clear the map before it grows too
    // large.
    if (failedTries.size >= maxRememberedKeys) failedTries.clear();
    failedTries.set(key, count + 1);
    return Math.min(2 ** count, maxDelaySeconds);
  }
}

async function callLock(client: pg.PoolClient, lock: string, key: string): Promise<boolean> {
  const query = `select ${lock}(hashtextextended($1, 0)) as result`;
  return (await client.query(query, [key])).rows[0].result;
}

/** Ignores errors: if the connection is lost, unlocking fails, too, and `lock` closes the connection. */
function keepAlive(everyMs: number, client: pg.PoolClient): () => Promise<unknown> {
  let asking: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    asking = client.query('select').catch(() => {});
  }, everyMs);
  return () => {
    clearInterval(timer);
    return asking;
  };
}
