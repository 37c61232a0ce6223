import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './connect.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const lockKey = 7_301_001;

/**
 * In milliseconds. While the migration waits for a table, all requests for that table wait behind the migration. This
 * timeout is shorter than PostgreSQL's deadlock timeout of one second, so that a deadlock always cancels the migration
 * and never a request.
 */
const lockTimeout = 800;
const betweenTries = 1_000;
const triesInTwoMinutes = 60;
const tableInUse = ['55P03', '40P01'];

export class MigrationBlocked extends Error {}

/**
 * The first node migrates while the others wait. Nodes of the previous version keep running, so the migration retries
 * while they use a table.
 */
export async function migrate(
  url: string,
  { tries = triesInTwoMinutes, onBlocked = () => {} } = {},
): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('set client_min_messages to warning');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`set lock_timeout to ${lockTimeout}`);
    for (let triesLeft = tries; ; triesLeft -= 1) {
      try {
        return await applyMigrations(drizzle(client), { migrationsFolder });
      } catch (error) {
        if (!tableInUse.includes(codeOf(error))) throw error;
        if (triesLeft <= 1) throw new MigrationBlocked(blocked);
        onBlocked();
        await pause(betweenTries);
      }
    }
  } finally {
    await client.end();
  }
}

const blocked =
  'The portal couldn’t migrate its tables because something else, such as a backup or a long query, is using them. When that is done, start the portal again.';

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? '';
}

/** The migrations in this version of the portal. The database may have newer ones. */
const ownMigrations = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);

export async function areMigrationsCurrent(database: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await database.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations where hash in ${ownMigrations}`,
  );
  return rows[0]?.applied === ownMigrations.length;
}
