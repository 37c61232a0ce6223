import pg from 'pg';

export class SharedSessions extends Error {
  constructor() {
    super(
      'The database at DATABASE_URL is behind a pooler in transaction mode, so locks and notifications would get lost. Switch it to session mode, or connect directly.',
    );
  }
}

/** Throws if two connections don't each keep their own server process, as happens behind some poolers. */
export async function refuseSharedSessions(connectionString: string): Promise<void> {
  const clients = [1, 2].map(
    () => new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 }),
  );
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const rounds: number[][] = [];
    for (let round = 0; round < 3; round += 1) {
      const pids: number[] = [];
      for (const client of clients) {
        pids.push((await client.query('select pg_backend_pid() as pid')).rows[0].pid);
      }
      rounds.push(pids);
    }
    if (!areOwnSessions(rounds)) throw new SharedSessions();
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
}

/** Each round contains the process id of every connection. */
export function areOwnSessions(rounds: number[][]): boolean {
  const [first = []] = rounds;
  const isSame = rounds.every((pids) => pids.every((pid, at) => pid === first[at]));
  return isSame && new Set(first).size === first.length;
}
