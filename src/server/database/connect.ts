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
  pool.on('connect', (client) => {
    prepareStatements(client);
    giveBackUnbegun(client);
    // Without a listener, one that the server drops in the middle of a transaction would end the process.
    client.on('error', onLostConnection);
  });
  // One that was idle is told of here as well, and there, too, somebody must listen.
  pool.on('error', () => {});
  return drizzle(pool, { schema, casing: 'snake_case' });
}

type Ask = (...args: unknown[]) => unknown;

/** Drizzle keeps a connection on which a transaction could not begin. A lost one would take its place in the pool for ever. */
function giveBackUnbegun(client: pg.PoolClient): void {
  const ask = client.query.bind(client) as Ask;
  const query: Ask = (question, ...rest) => {
    const answer = ask(question, ...rest);
    if ((question as { text?: string }).text?.startsWith('begin')) {
      (answer as Promise<unknown>).catch((error) => client.release(error));
    }
    return answer;
  };
  Object.assign(client, { query });
}
