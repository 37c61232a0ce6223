import pg from 'pg';

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

export async function readIfExists(client: pg.Client, table: string, query: string) {
  const { rows } = await client.query('select to_regclass($1) is not null as has', [table]);
  return rows[0].has ? (await client.query(query)).rows : [];
}

export function withScratchDatabase<Value>(
  databaseUrl: string,
  act: (url: string) => Promise<Value>,
) {
  const url = new URL(databaseUrl);
  url.pathname = `/scratch_of_${url.pathname.slice(1)}`;
  const name = pg.escapeIdentifier(decodeURIComponent(url.pathname.slice(1)));
  return withClient(databaseUrl, async (client) => {
    const drop = () => client.query(`drop database if exists ${name} with (force)`);
    await client.query('select pg_advisory_lock(7301004)');
    // A killed process may have left a scratch database behind.
    await drop();
    await client.query(`create database ${name} template template0`);
    return act(url.href).finally(drop);
  });
}

export async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query(
    `select coalesce(json_object_agg(name, (xpath('/row/n/text()', found))[1]::text::int), '{}') as counts
     from pg_tables, format('%I.%I', schemaname, tablename) as name,
       query_to_xml('select count(*) as n from ' || name, false, true, '') as found
     where schemaname <> 'information_schema' and schemaname not like 'pg\\_%'`,
  );
  return rows[0].counts;
}
