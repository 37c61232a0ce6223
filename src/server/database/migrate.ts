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
 * How long a migration waits for a table in use, in milliseconds: whoever asks for that table waits behind it, and
 * PostgreSQL looks for deadlocks only after a second, so that it is never a request that has to give way.
 */
const lockTimeout = 800;
const betweenTries = 1_000;
const triesInTwoMinutes = 60;
const tableInUse = ['55P03', '40P01'];

/** The tables were in use all the time. */
export class MigrationBlocked extends Error {}

/**
 * Whichever node comes first migrates; the others wait for it and find nothing left to do. Nodes of the version before
 * are at work meanwhile: where they have a table that a migration needs, it is undone and tried again.
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
  'The tables could not be migrated, because something else uses them all the time: a backup, perhaps, or a statement that does not end. Start the portal again when it is over.';

function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code ?? '';
}

/** The migrations that this program comes with; later files are not its own. */
const wanted = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);

export async function areMigrationsCurrent(database: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await database.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations where hash in ${wanted}`,
  );
  return rows[0]?.applied === wanted.length;
}
