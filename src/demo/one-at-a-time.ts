import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const lockKey = 7_301_002;
const patience = 40;

/**
 * Keeps a second demo off the same data. The lock lives in a database connection, so that it is
 * gone with the process however that ends; a predecessor that is just stopping is waited for.
 */
export async function claimData(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  for (let tries = 0; tries < patience; tries += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as claimed', [lockKey]);
    if (rows[0].claimed) return () => client.end();
    await pause(100);
  }
  await client.end();
  throw new Error(
    'The portal is already running on this data. Stop that one, or set DATA_DIR to another directory.',
  );
}
