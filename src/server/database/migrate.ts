import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { readBuild } from '../platform/build-info.ts';
import { withClient } from './client.ts';
import type { Database } from './connect.ts';
import { type Migration, type OldNodes, readMigrations } from './migration-files.ts';

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

/** Thrown if the tables can't be migrated, with a message for the operator. */
export class CannotMigrate extends Error {}

interface Options {
  folder?: string;
  tries?: number;
  onBlocked?(): void;
}

/**
 * The first node migrates while the others wait. Nodes of the previous version keep running, so the migration retries
 * while they use a table. Returns the names of newer migrations that this version doesn't know but can run with.
 */
export function migrate(url: string, options: Options = {}): Promise<string[]> {
  const own = readMigrations(options.folder);
  return changeTables(url, options, async (client) => {
    await client.query('create schema if not exists drizzle');
    await client.query(`create table if not exists ${table} (id serial primary key, hash text not null,
      created_at bigint, name text, old_nodes text, portal_version text, applied_at timestamptz default now())`);
    const applied = await readApplied(client);
    const newer = listUnknown(own, applied);
    const stopping = newer.filter(({ oldNodes }) => oldNodes !== 'keep running');
    if (stopping.length > 0) throw new CannotMigrate(tooNew(stopping));
    for (const migration of listPending(own, applied)) {
      await inTransaction(client, async () => {
        for (const statement of migration.statements) await client.query(statement);
        const { hash, createdAt, name, oldNodes } = migration;
        await client.query(
          `insert into ${table} (hash, created_at, name, old_nodes, portal_version) values ($1, $2, $3, $4, $5)`,
          [hash, createdAt, name, oldNodes, readBuild().version],
        );
      });
    }
    return newer.map(({ name }) => name);
  });
}

/** Takes back all migrations after `name`, newest first. Returns the ones it took back. */
export function migrateBackTo(
  url: string,
  name: string,
  options: Options = {},
): Promise<Migration[]> {
  const own = readMigrations(options.folder);
  const target = own.findIndex((migration) => migration.name === name);
  if (target < 0) throw new CannotMigrate(`This version of the portal has no migration ${name}.`);
  return changeTables(url, options, async (client) => {
    const applied = await readApplied(client);
    const [unknown] = listUnknown(own, applied);
    if (unknown) throw new CannotMigrate(`Only a version that has ${unknown.name} can go back.`);
    const isApplied = ({ hash }: Migration) => applied.some((row) => row.hash === hash);
    const later = own.slice(target + 1).filter(isApplied);
    const final = later.find(({ down }) => down === null);
    if (final) throw new CannotMigrate(`${final.name} can’t be taken back. Restore a backup.`);
    await inTransaction(client, async () => {
      for (const { down, hash } of later.toReversed()) {
        await client.query(down ?? '');
        await client.query(`delete from ${table} where hash = $1`, [hash]);
      }
    });
    return later.toReversed();
  });
}

/** Returns the migrations that a node of this version would apply when it starts. */
export function planMigrations(url: string, folder?: string): Promise<Migration[]> {
  return withClient(url, async (client) =>
    listPending(readMigrations(folder), await readApplied(client)),
  );
}

const table = 'drizzle.__drizzle_migrations';

interface Applied {
  hash: string;
  name: string;
  oldNodes: OldNodes | null;
}

async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows } = await client.query('select to_regclass($1) is not null as has', [table]);
  if (!rows[0].has) return [];
  // Read as JSON, because the table of an old demo lacks the newer columns.
  const applied = `select hash, coalesce(row ->> 'name', 'unnamed') as name, row ->> 'old_nodes' as "oldNodes"
    from (select hash, id, to_jsonb(m) as row from ${table} m) marks order by id`;
  return (await client.query<Applied>(applied)).rows;
}

const listPending = (own: Migration[], applied: Applied[]) =>
  own.filter(({ hash }) => !applied.some((row) => row.hash === hash));
const listUnknown = (own: Migration[], applied: Applied[]) =>
  applied.filter(({ hash }) => !own.some((migration) => migration.hash === hash));

const tooNew = (stopping: Applied[]) =>
  `The database has migrations that this version of the portal doesn’t know and can’t run with: ${stopping.map(({ name }) => name).join(', ')}. Start the version that applied them, or go back with its command portal migrate --to. If this is a demo, delete .data to start over.`;

/** Takes turns with other nodes, and retries while a table is in use. */
function changeTables<Value>(
  url: string,
  { tries = triesInTwoMinutes, onBlocked = () => {} }: Options,
  change: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  return withClient(url, async (client) => {
    await client.query('set client_min_messages to warning');
    await client.query('select pg_advisory_lock($1)', [lockKey]);
    await client.query(`set lock_timeout to ${lockTimeout}`);
    for (let triesLeft = tries; ; triesLeft -= 1) {
      try {
        return await change(client);
      } catch (error) {
        if (!tableInUse.includes((error as pg.DatabaseError).code ?? '')) throw error;
        if (triesLeft <= 1) throw new CannotMigrate(blocked);
        onBlocked();
        await pause(betweenTries);
      }
    }
  });
}

async function inTransaction(client: pg.Client, change: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await change();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

const blocked =
  'The portal couldn’t migrate its tables because something else, such as a backup or a long query, is using them. When that is done, start the portal again.';

/** The migrations in this version of the portal. The database may have newer ones. */
const ownMigrations = readMigrations().map(({ hash }) => hash);

export async function areMigrationsCurrent(database: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await database.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations where hash in ${ownMigrations}`,
  );
  return rows[0]?.applied === ownMigrations.length;
}
