import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { Database } from './connect.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));
const lockKey = 7_301_001;

/** Whichever node comes first migrates; the others wait for it and find nothing left to do. */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    await client.query('set client_min_messages to warning');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

/** The migrations that this program comes with; later files are not its own. */
const wanted = readMigrationFiles({ migrationsFolder }).map(({ hash }) => hash);

export async function areMigrationsCurrent(database: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await database.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations where hash in ${wanted}`,
  );
  return rows[0]?.applied === wanted.length;
}
