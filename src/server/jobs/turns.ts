import type { FastifyBaseLogger } from 'fastify';
import pg from 'pg';
import { TryLater } from './outcomes.ts';

/** Also how many calls to a slow vendor a node has under way at once. */
const mostAtOnce = 4;

/**
 * Work on the same thing happens one after the other, on all nodes together. The lock lives in a
 * connection of its own, outside of any transaction: it blocks no row, and a node that dies lets go.
 */
export function openTurns(databaseUrl: string, log: FastifyBaseLogger) {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: mostAtOnce,
    application_name: 'course-portal-turns',
    connectionTimeoutMillis: 60_000,
    idleTimeoutMillis: 10_000,
  });
  const noteLoss = (error: Error) => log.warn({ err: error }, 'a lock was lost');
  // Whether idle or not: a loss that nobody listens for ends the process.
  pool.on('connect', (client) => client.on('error', noteLoss));
  pool.on('error', () => {});

  return {
    async take<Result>(thing: string, work: () => Promise<Result>): Promise<Result> {
      const client = await pool.connect();
      let isClean = false;
      try {
        if (!(await ask(client, 'pg_try_advisory_lock', thing))) {
          isClean = true;
          throw new TryLater(1, `Somebody else is at ${thing}`);
        }
        try {
          return await work();
        } finally {
          isClean = await ask(client, 'pg_advisory_unlock', thing).catch(() => false);
        }
      } finally {
        // A connection that may still hold its lock is closed, and the lock with it.
        client.release(!isClean);
      }
    },
    close: () => pool.end(),
  };
}

async function ask(client: pg.PoolClient, lock: string, thing: string): Promise<boolean> {
  const question = `select ${lock}(hashtextextended($1, 0)) as answer`;
  return (await client.query(question, [thing])).rows[0].answer;
}
