import { withClient } from './client.ts';

/** Reasons by error code from Node or PostgreSQL. Each completes a sentence that starts with “DATABASE_URL”. */
const reasons: Record<string, (address: URL) => string> = {
  ENOTFOUND: ({ hostname }) =>
    `names the host ${hostname}, which can’t be found. Correct the part after the @`,
  ECONNREFUSED: ({ host }) =>
    `points to ${host}, where no database is running. Start PostgreSQL, or correct the host and port`,
  ETIMEDOUT: ({ host }) =>
    `points to ${host}, which doesn’t respond. Correct the host and port, or check the firewall`,
  '28P01': () =>
    'has the wrong user name or password. Percent-encode special characters in the password: @ as %40, # as %23',
  '28000': ({ username }) =>
    `names the user ${username || '(none)'}, who isn’t allowed to connect. Correct the user name, or pg_hba.conf`,
  '3D000': ({ pathname }) =>
    `names the database ${pathname.slice(1)}, which doesn’t exist. Create it with createdb, or correct the name at the end`,
};
const sameAs: Record<string, string> = {
  EAI_AGAIN: 'ENOTFOUND',
  EHOSTUNREACH: 'ETIMEDOUT',
  ENETUNREACH: 'ETIMEDOUT',
};

export async function whyUnreachable(connectionString: string): Promise<string | null> {
  try {
    return await withClient(connectionString, async () => null);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const known = /timeout/i.test(message) ? 'ETIMEDOUT' : (sameAs[code] ?? code);
    const explain = reasons[known] ?? (() => `doesn’t point to a database: ${message}`);
    return explain(new URL(connectionString));
  }
}
