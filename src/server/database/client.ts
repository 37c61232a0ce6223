import pg from 'pg';

/** Runs `act` on a connection outside the pools, without their time limits. */
export async function withClient<Value>(
  connectionString: string,
  act: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // If the connection is lost, the next query fails. Without a listener, the process would end.
  client.on('error', () => {});
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}
