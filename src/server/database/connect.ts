import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { poolClient } from './portal-client.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

/** A connection that dies without a word is given up after that, whoever holds it. */
export const silenceTimeout = { keepAlive: true, query_timeout: 15_000 };

interface Options {
  poolSize: number;
  onLostConnection(error: Error): void;
}

export function connect(url: string, { poolSize, onLostConnection }: Options): Database {
  const pool = new pg.Pool({
    Client: poolClient,
    connectionString: url,
    max: poolSize,
    application_name: 'course-portal',
    connectionTimeoutMillis: 5_000,
    ...silenceTimeout,
    idle_in_transaction_session_timeout: 30_000,
    // What a transaction asks at once is sent at once, and done in that order.
    pipeline: true,
  });
  pool.on('connect', (client) => {
    // An error event without a listener ends the process: this one comes when the server drops the connection.
    client.on('error', onLostConnection);
  });
  // The pool repeats the event of an idle connection; it has been reported by the listener above.
  pool.on('error', () => {});
  return drizzle(pool, { schema, casing: 'snake_case' });
}
