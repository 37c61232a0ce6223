import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { prepareStatements } from './prepared.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema> & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];

interface Options {
  poolSize: number;
  onLostConnection(error: Error): void;
}

export function connect(url: string, { poolSize, onLostConnection }: Options): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    application_name: 'course-portal',
    connectionTimeoutMillis: 5_000,
    query_timeout: 15_000,
    idle_in_transaction_session_timeout: 30_000,
    // What a transaction asks at once is sent at once, and done in that order.
    pipeline: true,
  });
  pool.on('connect', prepareStatements);
  // Without a listener, an idle connection that the server drops would end the process.
  pool.on('error', onLostConnection);
  return drizzle(pool, { schema, casing: 'snake_case' });
}
