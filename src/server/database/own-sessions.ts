import type pg from 'pg';
import { withClient } from './client.ts';

export class SharedSessions extends Error {
  constructor() {
    super(
      'The database at DATABASE_URL is behind a pooler in transaction mode, so locks and notifications would get lost. Switch it to session mode, or connect directly.',
    );
  }
}

/** Throws if the server process behind a connection can change, as it does with a pooler in transaction mode. */
export async function refuseSharedSessions(connectionString: string): Promise<void> {
  const findPid = async (client: pg.Client): Promise<number> =>
    (await client.query('select pg_backend_pid() as pid')).rows[0].pid;
  await withClient(connectionString, (one) =>
    withClient(connectionString, async (other) => {
      const rounds: number[][] = [];
      for (let round = 0; round < 3; round += 1) {
        rounds.push([await findPid(one), await findPid(other)]);
      }
      if (!areOwnSessions(rounds)) throw new SharedSessions();
    }),
  );
}

export function areOwnSessions(rounds: number[][]): boolean {
  const [first = []] = rounds;
  const isSame = rounds.every((pids) => pids.every((pid, at) => pid === first[at]));
  return isSame && new Set(first).size === first.length;
}
