import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type pg from 'pg';
import { openPool } from '../database/pool.ts';
import { TryLater } from './outcomes.ts';

/**
 * Locked jobs per node, separate for each vendor so that a slow one can't block the others. Mail has fewer than the SMTP
 * client has connections, so that a login email always finds a free one.
 */
const limits = { meetings: 4, texts: 4, mail: 3, login: 4 } as const;

export type LockGroup = keyof typeof limits;

const maxDelaySeconds = 30;
const maxRememberedKeys = 1000;

/** After this, the database ends a silent connection and releases its lock. */
const silenceMs = 30_000;

/**
 * Advisory locks in PostgreSQL, so that jobs for the same thing run one at a time across all nodes. Each lock has its own
 * connection outside of any transaction, and a node that dies releases it. For machines that hang, the database ends silent
 * connections, so a running job sends a query now and then.
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
    onLostConnection: (error) => log.warn({ err: error }, 'a lock was lost'),
  });

  const runLimited = Object.fromEntries(
    Object.entries(limits).map(([group, limit]) => [group, pLimit(limit)]),
  ) as Record<LockGroup, ReturnType<typeof pLimit>>;
  /** Consecutive failures by key, for the backoff. */
  const failedTries = new Map<string, number>();

  return {
    /** Throws `TryLater` if another job holds the lock. */
    withLock<Result>(group: LockGroup, key: string, work: () => Promise<Result>): Promise<Result> {
      return runLimited[group](() => lock(key, work));
    },
    /** For metrics. */
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
      // Closing the connection releases a lock that it may still hold.
      client.release(!isClean);
    }
  }

  /** Exponential, because the other job may be waiting for a slow vendor. */
  function delayFor(key: string): number {
    const count = failedTries.get(key) ?? 0;
    // Keys whose job ran on another node are never deleted above.
    if (failedTries.size >= maxRememberedKeys) failedTries.clear();
    failedTries.set(key, count + 1);
    return Math.min(2 ** count, maxDelaySeconds);
  }
}

async function callLock(client: pg.PoolClient, lock: string, key: string): Promise<boolean> {
  const query = `select ${lock}(hashtextextended($1, 0)) as result`;
  return (await client.query(query, [key])).rows[0].result;
}

/** Errors show up when the lock is released. */
function keepAlive(everyMs: number, client: pg.PoolClient): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    for (;;) {
      await pause(everyMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await client.query('select').catch(() => {});
    }
  })();
  return () => {
    stopping.abort();
    return running;
  };
}
