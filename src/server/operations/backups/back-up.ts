import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { countRows } from '../../database/client.ts';
import { readBuild } from '../../platform/build-info.ts';
import { DAY_MS } from '../../platform/clock.ts';
import type { Settings } from '../../platform/settings.ts';
import { asRecorded, findTool, record, runScript } from './tools.ts';

export type Manifest = Awaited<ReturnType<typeof dump>>;

export async function makeBackup(settings: Settings, now: Date): Promise<Manifest> {
  const { directory, keep, command } = settings.backup;
  if (!directory) throw new Error('BACKUP_DIR isn’t set. Set it to the folder for backups.');
  return asRecorded(settings.databaseUrl, async (client) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const deleteParts = () => runScript('rm -f "$1"/portal-*.part', [directory]);
    // Delete files that a killed backup left behind.
    await deleteParts();
    const manifest = await dump(client, settings, directory, now).finally(deleteParts);
    for (const expired of selectExpired(await listBackups(directory), keep)) {
      for (const name of [manifestOf(expired), expired]) await rm(join(directory, name));
    }
    const path = join(directory, manifest.file);
    if (command) await runScript(command, [path, manifestOf(path)]);
    await record(client, 'made', { bytes: manifest.bytes });
    return manifest;
  });
}

/** For example, `portal-2026-11-17T03-30-00Z.dump`. Names sort by time. */
const form = /^portal-(\d{4}-\d\d-\d\d)T[\d-]{8}Z\.dump(\.encrypted)?$/;

/** The manifest is written last, so a backup without one isn't complete. */
export const manifestOf = (file: string) => `${file}.json`;

/** Returns the complete backups, oldest first. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch((): string[] => []);
  return names.filter((name) => form.test(name) && names.includes(manifestOf(name))).toSorted();
}

const dayOf = (name: string) => Date.parse(name.replace(form, '$1')) / DAY_MS;
/** January 1, 1970 was a Thursday, so adding 3 days makes weeks start on Monday. */
const weekOf = (name: string) => Math.floor((dayOf(name) + 3) / 7);

/**
 * Returns the backups to delete. Keeps the newest backup from each of the last `daily` days and `weekly` weeks, in UTC.
 * Days and weeks without a backup don't count, so old backups stay if backups stop.
 */
export function selectExpired(names: string[], keep: { daily: number; weekly: number }): string[] {
  const newestFirst = names.toSorted().toReversed();
  const newestOfEach = (periodOf: (name: string) => number) =>
    newestFirst.filter((name, at) => periodOf(name) !== periodOf(newestFirst[at - 1] ?? ''));
  const days = newestOfEach(dayOf).slice(0, keep.daily);
  const weeks = newestOfEach(weekOf).slice(0, keep.weekly);
  return newestFirst.filter((name) => !days.includes(name) && !weeks.includes(name));
}

export async function measure(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { bytes: (await stat(path)).size, sha256: hash.digest('hex') };
}

const dumpThrough = (filter: string) =>
  `umask 077; "$1" --format=custom --snapshot="$2" --no-password --dbname="$3" | (${filter}) > "$4"`;
/**
 * Flushes the files to disk before renaming them, and flushes the directory afterward, so that a crash can't leave a
 * damaged backup.
 */
const publish = 'sync "$1.part" "$2.part"; mv "$1.part" "$1"; mv "$2.part" "$2"; sync "$3"';

/** Dumps the database, and counts the rows in the same snapshot, so that a restore can be compared with the backup. */
async function dump(client: pg.Client, settings: Settings, directory: string, takenAt: Date) {
  const { encryptCommand } = settings.backup;
  const { program, dbname, env } = await findTool(client, 'pg_dump', settings);
  await client.query('begin isolation level repeatable read, read only');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query(
    `select pg_export_snapshot() as snapshot, current_setting('server_version') as server,
       (select name from drizzle.__drizzle_migrations order by id desc limit 1) as schema`,
  );
  const { snapshot, ...versions }: Record<'snapshot' | 'server' | 'schema', string> = rows[0];
  const facts = { takenAt, portal: readBuild(), ...versions, tables: await countRows(client) };
  const time = takenAt.toISOString().slice(0, 19).replaceAll(':', '-');
  const file = `portal-${time}Z.dump${encryptCommand ? '.encrypted' : ''}`;
  const path = join(directory, file);
  const args = [program, snapshot, dbname, `${path}.part`];
  await runScript(dumpThrough(encryptCommand ?? 'cat'), args, env);
  await client.query('rollback');
  const measured = await measure(`${path}.part`);
  const manifest = { file, isEncrypted: encryptCommand !== undefined, ...measured, ...facts };
  await writeFile(`${manifestOf(path)}.part`, JSON.stringify(manifest, null, 2), { mode: 0o600 });
  await runScript(publish, [path, manifestOf(path), directory]);
  return manifest;
}
