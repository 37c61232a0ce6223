import pg from 'pg';

type Act<Value> = (client: pg.Client) => Promise<Value>;

/** Runs `act` on a connection outside the pools, without their time limits. */
export async function withClient<Value>(connectionString: string, act: Act<Value>): Promise<Value> {
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
): Promise<Value> {
  const url = new URL(databaseUrl);
  url.pathname = `/scratch_of_${url.pathname.slice(1)}`;
  const name = pg.escapeIdentifier(decodeURIComponent(url.pathname.slice(1)));
  return withClient(databaseUrl, async (client) => {
    // A killed process may have left one behind.
    const drop = () => client.query(`drop database if exists ${name} with (force)`);
    await drop();
    await client.query(`create database ${name} template template0`).catch((error: Error) => {
      const allow = 'sudo -u postgres psql -c "alter role portal createdb"';
      throw new Error(`We couldn’t create a scratch database: ${error.message}. Try ${allow}`);
    });
    return act(url.href).finally(drop);
  });
}
