import { connect, type Socket } from 'node:net';
import { query } from './statements.ts';

/** Opens connections that each request a long list but read only its beginning, until we destroy them. */
export function openSlowReaders(
  count: number,
  { url, path, cookie }: { url: string; path: string; cookie: string },
): Promise<Socket[]> {
  const { hostname, port } = new URL(url);
  return Promise.all(
    Array.from({ length: count }, async () => {
      const socket = await new Promise<Socket>((open, fail) => {
        const opening = connect(Number(port), hostname, () => open(opening));
        opening.once('error', fail);
      });
      socket.on('error', () => {});
      socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\ncookie: ${cookie}\r\n\r\n`);
      await new Promise((begun) => socket.once('data', begun));
      return socket.pause();
    }),
  );
}

/** Counts database connections whose transaction is waiting for something other than the database. */
export async function countHeldConnections(databaseUrl: string): Promise<number> {
  const [found] = await query<{ count: number }>(
    databaseUrl,
    `select count(*)::int as count from pg_stat_activity where datname = current_database()
      and application_name = 'course-portal' and state like 'idle in transaction%'`,
  );
  return found?.count ?? 0;
}
