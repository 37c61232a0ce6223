import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import type pg from 'pg';
import { openPool } from '../database/pool.ts';
import { TryLater } from './outcomes.ts';

/**
 * How many locked jobs a node runs at once, for each vendor by itself: one that is slow fills its own places
 * only. Login messages have places of their own. Mail has fewer than the SMTP client has connections, so
 * that a login mail always finds one that is free.
 */
const limits = { meetings: 4, texts: 4, mail: 3, login: 4 } as const;

export type LockGroup = keyof typeof limits;

const maxDelaySeconds = 30;
const maxRememberedKeys = 1000;

/** How long the database keeps a lock of which it hears nothing. */
const silenceMs = 30_000;

/**
 * Advisory locks in PostgreSQL: jobs that work on the same thing run one after the other, on all nodes
 * together. A lock lives in a connection of its own, outside of any transaction: it blocks no row, and a
 * node that dies releases it. One whose machine hangs does not, so the database ends connections that are silent, and
 * while work goes on a question is asked now and then.
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

  const runLimited = {
    meetings: pLimit(limits.meetings),
    texts: pLimit(limits.texts),
    mail: pLimit(limits.mail),
    login: pLimit(limits.login),
  };
  /** How often in a row a lock was found taken, for the delay until the next try. */
  const failedTries = new Map<string, number>();

  return {
    /** Runs the work while no other job on any node holds the same lock; else the job is tried later. */
    withLock<Result>(group: LockGroup, key: string, work: () => Promise<Result>): Promise<Result> {
      return runLimited[group](() => lock(key, work));
    },
    /** For its figures. */
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
      const stopAsking = askEvery(endSilentAfterMs / 3, client);
      try {
        return await work();
      } finally {
        await stopAsking();
        isClean = await callLock(client, 'pg_advisory_unlock', key).catch(() => false);
      }
    } finally {
      // A connection that may still hold its lock is closed, and the lock with it.
      client.release(!isClean);
    }
  }

  /** 1, 2, 4 seconds and so on: whoever holds the lock may be waiting for a slow vendor. */
  function delayFor(key: string): number {
    const count = failedTries.get(key) ?? 0;
    // A lock that another node got in the end is never deleted above.
    if (failedTries.size >= maxRememberedKeys) failedTries.clear();
    failedTries.set(key, count + 1);
    return Math.min(2 ** count, maxDelaySeconds);
  }
}

async function callLock(client: pg.PoolClient, lock: string, key: string): Promise<boolean> {
  const query = `select ${lock}(hashtextextended($1, 0)) as result`;
  return (await client.query(query, [key])).rows[0].result;
}

/** So that the database hears of the connection; what fails is noticed when the lock is released. */
function askEvery(everyMs: number, client: pg.PoolClient): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const asking = (async () => {
    for (;;) {
      await pause(everyMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      await client.query('select').catch(() => {});
    }
  })();
  return () => {
    stopping.abort();
    return asking;
  };
}
