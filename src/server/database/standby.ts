import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { connect, type Database } from './connect.ts';

const poolSize = 3;
const maxTries = 4;
const tryAgainMs = 25;

export const openStandby = (url: string): Database =>
  connect(url, { poolSize, connectMs: 1_000, onLostConnection: () => {} });

interface Databases {
  database: Database;
  /** A read-only copy of the database, if the operator has one. */
  standby?: Database | undefined;
}

/**
 * Use this for lists and exports. Replaces `database` with the standby if the standby has everything that was committed
 * before this call, so that people always see their own changes.
 */
export async function withStandby<S extends Databases>(services: S): Promise<S> {
  const { database, standby } = services;
  if (!standby) return services;
  const { rows: written } = await database.execute(
    sql`select pg_current_wal_lsn()::text as position`,
  );
  const reached = sql`select pg_last_wal_replay_lsn() >= ${written[0]?.position}::pg_lsn as "isCurrent"`;
  for (let tries = 0; tries < maxTries; tries += 1) {
    const answer = await standby.execute(reached).catch(() => null);
    if (answer?.rows[0]?.isCurrent) return { ...services, database: standby };
    if (!answer) break;
    await pause(tryAgainMs);
  }
  return services;
}
