import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { readIfExists, withClient, withScratchDatabase } from './client.ts';
import type { Database } from './connect.ts';

const ownFolder = fileURLToPath(new URL('./migrations', import.meta.url));
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

export class CannotMigrate extends Error {}

interface Options {
  folder?: string;
  tries?: number;
  onBlocked?(): void;
}

type Migration = ReturnType<typeof readMigrations>[number];

/** Returns the migrations, oldest first. CONTRIBUTING.md explains the files. */
export function readMigrations(folder = ownFolder) {
  const { entries } = JSON.parse(readFileSync(join(folder, 'meta/_journal.json'), 'utf8'));
  return (entries as { tag: string }[]).map(({ tag: name }) => {
    const text = readFileSync(join(folder, `${name}.sql`), 'utf8');
    const hash = createHash('sha256').update(text).digest('hex');
    const downFile = join(folder, `${name}.down.sql`);
    const down = existsSync(downFile) ? readFileSync(downFile, 'utf8') : null;
    const keepsOldNodes = /^-- old nodes: keep running$/m.test(text);
    return { name, text, hash, down, keepsOldNodes };
  });
}

const table = 'drizzle.__drizzle_migrations';
const createTable = `create schema if not exists drizzle; create table if not exists ${table}
  (id serial primary key, hash text not null, name text not null, keeps_old_nodes boolean not null)`;

/**
 * The first node migrates while the others wait. Nodes that run the previous version stay up, so the migration retries
 * while they're using a table. Returns the names of newer migrations that this version doesn't know but is compatible
 * with.
 */
export function migrate(url: string, options: Options = {}): Promise<string[]> {
  return changeTables(url, options, async (client) => {
    await client.query(createTable);
    const { pending, unknown } = await compare(client, options.folder);
    const blocking = unknown.filter(({ keepsOldNodes }) => !keepsOldNodes);
    if (blocking.length > 0) throw new CannotMigrate(tooNew(listNames(blocking)));
    for (const { text, name, hash, keepsOldNodes } of pending) {
      // Without parameters, PostgreSQL runs several statements as one transaction.
      await client.query(`${text}; insert into ${table} (hash, name, keeps_old_nodes)
        values ('${hash}', '${name}', ${keepsOldNodes})`);
    }
    return listNames(unknown);
  });
}

export function migrateBackTo(url: string, name: string, options: Options = {}): Promise<string[]> {
  return changeTables(url, options, async (client) => {
    const { applied, unknown } = await compare(client, options.folder);
    const target = applied.findIndex((migration) => migration.name === name);
    const later = applied.slice(target + 1).toReversed();
    const final = later.find(({ down }) => down === null);
    const [newer] = listNames(unknown);
    if (newer)
      throw new CannotMigrate(`Only a version of the portal that includes ${newer} can go back.`);
    if (target < 0) throw new CannotMigrate(`The database has no migration ${name}.`);
    if (final) throw new CannotMigrate(`${final.name} can’t be reverted. Restore a backup.`);
    const forget = (hash: string) => `delete from ${table} where hash = '${hash}'`;
    const steps = later.flatMap(({ down, hash }) => [down, forget(hash)]);
    await client.query(steps.join(';\n'));
    return listNames(later);
  });
}

/** Finds out which locks the next migrations take, by applying them to an empty scratch database. */
export async function planMigrations(url: string, folder?: string) {
  const { applied, pending } = await withClient(url, (client) => compare(client, folder));
  if (pending.length === 0) return [];
  return withScratchDatabase(url, (scratch) =>
    withClient(scratch, async (client) => {
      for (const { text } of applied) await client.query(text);
      const plan: (Migration & { locks: string[] })[] = [];
      for (const one of pending) plan.push({ ...one, locks: await listLocks(client, one.text) });
      return plan;
    }),
  );
}

const effects: [RegExp, string][] = [
  [/^AccessExclusive/, 'blocks reads and writes on'],
  [/^(Exclusive|ShareRowExclusive|Share)Lock/, 'blocks writes to'],
  [/^RowExclusive/, 'changes rows in'],
];

/**
 * Applies the migration and returns the locks it takes on existing tables. Ignores new tables, because no one uses them
 * yet.
 */
async function listLocks(client: pg.Client, text: string): Promise<string[]> {
  const tables = await client.query(
    "select oid, relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  );
  await client.query(`begin; ${text}`);
  const locks = await client.query('select * from pg_locks where pid = pg_backend_pid()');
  await client.query('commit');
  return tables.rows.flatMap(({ oid, relname }) => {
    const modes = locks.rows.filter(({ relation }) => relation === oid).map(({ mode }) => mode);
    const strongest = effects.find(([form]) => modes.some((mode) => form.test(mode)));
    return strongest ? [`${strongest[1]} ${relname}`] : [];
  });
}

async function compare(client: pg.Client, folder: string | undefined) {
  const own = readMigrations(folder);
  const stored = `select hash, name, keeps_old_nodes as "keepsOldNodes" from ${table} order by id`;
  const known: Migration[] = await readIfExists(client, table, stored);
  const isIn = (list: Migration[], { hash }: Migration) => list.some((one) => one.hash === hash);
  return {
    applied: own.filter((migration) => isIn(known, migration)),
    pending: own.filter((migration) => !isIn(known, migration)),
    unknown: known.filter((migration) => !isIn(own, migration)),
  };
}

const listNames = (migrations: { name: string }[]) => migrations.map(({ name }) => name);

const tooNew = (names: string[]) =>
  `The database has migrations that this version of the portal doesn’t know and can’t run with: ${names.join(', ')}. Start the version that applied them, or go back with its command portal migrate --to. If this is a demo, delete .data to start over.`;

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

const blocked =
  'The portal couldn’t migrate its tables because something else, such as a backup or a long query, is using them. When that is done, start the portal again.';

const ownMigrations = readMigrations().map(({ hash }) => hash);

export async function areMigrationsCurrent(database: Pick<Database, 'execute'>): Promise<boolean> {
  const { rows } = await database.execute<{ applied: number }>(
    sql`select count(*)::int as applied from drizzle.__drizzle_migrations where hash in ${ownMigrations}`,
  );
  return rows[0]?.applied === ownMigrations.length;
}
