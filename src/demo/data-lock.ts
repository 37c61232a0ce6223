import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const lockKey = 7_301_002;
const maxAttempts = 40;

/**
 * Takes an advisory lock, so that a second demo does not run on the same data. The lock belongs to a connection
 * and ends with the process. Another demo that is just stopping is waited for.
 */
export async function lockData(databaseUrl: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  await client.connect();
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [lockKey]);
    if (rows[0].locked) return () => client.end();
    await pause(100);
  }
  await client.end();
  throw new Error(
    'The portal is already running on this data. Stop that one, or set DATA_DIR to another directory.',
  );
}
