import pg from 'pg';

/** What to say of DATABASE_URL, by the error code of Node or PostgreSQL. */
const reasons: Record<string, (address: URL) => string> = {
  ENOTFOUND: ({ hostname }) =>
    `names the host ${hostname}, which cannot be found. Correct the part after the @`,
  ECONNREFUSED: ({ host }) =>
    `leads to ${host}, where no database answers. Start PostgreSQL, or correct host and port`,
  ETIMEDOUT: ({ host }) =>
    `leads to ${host}, which does not answer. Correct host and port, or look at the firewall`,
  '28P01': () =>
    'has a wrong user name or password. Write special characters in the password as in any address: @ is %40, # is %23',
  '28000': ({ username }) =>
    `names the user ${username || '(none)'}, whom PostgreSQL does not let in. Correct the user name, or pg_hba.conf`,
  '3D000': ({ pathname }) =>
    `names the database ${pathname.slice(1)}, which does not exist. Create it with createdb, or correct the name at the end`,
};
const sameAs: Record<string, string> = {
  EAI_AGAIN: 'ENOTFOUND',
  EHOSTUNREACH: 'ETIMEDOUT',
  ENETUNREACH: 'ETIMEDOUT',
};

/** Null when the database lets us in. */
export async function whyUnreachable(connectionString: string): Promise<string | null> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 });
  // Without a listener, a connection that is lost later would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return null;
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const known = /timeout/i.test(message) ? 'ETIMEDOUT' : (sameAs[code] ?? code);
    const explain = reasons[known] ?? (() => `does not lead to a database: ${message}`);
    return explain(new URL(connectionString));
  } finally {
    await client.end().catch(() => {});
  }
}
