import pg from 'pg';

/** One statement on a connection of its own. */
export async function query<Found extends pg.QueryResultRow>(
  databaseUrl: string,
  text: string,
  values: unknown[] = [],
): Promise<Found[]> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  try {
    return (await client.query<Found>(text, values)).rows;
  } finally {
    await client.end();
  }
}
