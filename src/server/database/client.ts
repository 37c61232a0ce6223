import pg from 'pg';

const lockKey = 7_301_004;

/** Runs `act` on a connection outside the pools, without their time limits. */
export async function withClient<V>(
  connectionString: string,
  act: (client: pg.Client) => Promise<V>,
) {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // If the connection is lost, the next query fails. Without a listener, the process would end.
  client.on('error', () => {});
  await client.connect();
  return act(client).finally(() => client.end());
}

/** Runs `act` on a new, empty database on the same server, and drops it afterward. */
export function withScratchDatabase<Value>(
  databaseUrl: string,
  act: (url: string) => Promise<Value>,
) {
  const url = new URL(databaseUrl);
  url.pathname = `/scratch_of_${url.pathname.slice(1)}`;
  const name = pg.escapeIdentifier(decodeURIComponent(url.pathname.slice(1)));
  return withClient(databaseUrl, async (client) => {
    const drop = () => client.query(`drop database if exists ${name} with (force)`);
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    // A killed process may have left one behind.
    await drop();
    await client.query(`create database ${name} template template0`);
    return act(url.href).finally(drop);
  });
}
