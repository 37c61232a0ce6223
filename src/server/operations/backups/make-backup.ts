import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { readBuild } from '../../platform/build-info.ts';
import type { Settings } from '../../settings.ts';
import { connectTool, findTool, runPipe, shell } from './programs.ts';
import { asRecorded, countRows, recordBackup } from './records.ts';
import { isBackupName, nameBackup, selectExpired } from './retention.ts';

/** What we know about a backup, in a JSON file beside it. A backup without one isn't complete. */
export interface Manifest {
  file: string;
  takenAt: Date | string;
  bytes: number;
  sha256: string;
  isEncrypted: boolean;
  portal: ReturnType<typeof readBuild>;
  /** The newest migration in the database. */
  schema: string | null;
  server: string;
  /** Rows by table, counted in the snapshot that was dumped. */
  tables: Record<string, number>;
}

export const manifestOf = (file: string) => `${file}.json`;

export function backupDirectory({ backup }: Settings): string {
  if (backup.directory) return backup.directory;
  throw new Error('BACKUP_DIR isn’t set. Set it to the folder for backups.');
}

/** Lists the complete backups, oldest first. */
export async function listBackups(directory: string): Promise<string[]> {
  const names = await readdir(directory);
  return names.filter((name) => isBackupName(name) && names.includes(manifestOf(name))).toSorted();
}

export async function makeBackup(settings: Settings, now: Date): Promise<Manifest> {
  const { backup, databaseUrl } = settings;
  const directory = backupDirectory(settings);
  return asRecorded(databaseUrl, async (client) => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    try {
      await deleteParts(directory);
      const manifest = await dump(client, settings, directory, now);
      await publish(directory, manifest);
      const { file, bytes } = manifest;
      for (const expired of selectExpired(await listBackups(directory), backup.keep)) {
        for (const name of [manifestOf(expired), expired]) await rm(join(directory, name));
      }
      const path = join(directory, file);
      const { command } = backup;
      if (command) await runPipe(null, [shell('BACKUP_COMMAND', command, path, manifestOf(path))]);
      await recordBackup(databaseUrl, { kind: 'made', file, bytes });
      return manifest;
    } finally {
      await deleteParts(directory);
    }
  });
}

const partOf = (name: string) => `${name}.part`;

/** Also deletes what a killed process left behind. */
async function deleteParts(directory: string): Promise<void> {
  const names = await readdir(directory);
  for (const name of names.filter((each) => /^portal-.*\.part$/.test(each))) {
    await rm(join(directory, name));
  }
}

/** Writes the dump under a temporary name, and flushes it to disk. */
async function dump(
  client: pg.Client,
  { databaseUrl, backup: { encryptCommand, pgDump } }: Settings,
  directory: string,
  takenAt: Date,
): Promise<Manifest> {
  const tool = await findTool(client, 'pg_dump', pgDump);
  await client.query('begin isolation level repeatable read, read only');
  await client.query('set local idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query(
    `select pg_export_snapshot() as snapshot, current_setting('server_version') as server,
       (select name from drizzle.__drizzle_migrations order by id desc limit 1) as schema`,
  );
  const { snapshot, ...facts } = rows[0];
  const tables = await countRows(client);
  const args = ['--format=custom', `--snapshot=${snapshot}`];
  const encrypt = encryptCommand ? [shell('BACKUP_ENCRYPT_COMMAND', encryptCommand)] : [];
  const file = nameBackup(takenAt, encrypt.length > 0);
  const hash = createHash('sha256');
  let bytes = 0;
  async function* measure(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }
  const part = join(directory, partOf(file));
  const written = { flags: 'wx', mode: 0o600, flush: true };
  await runPipe(null, [connectTool(tool, databaseUrl, args), ...encrypt], (last) =>
    pipeline(last, measure, createWriteStream(part, written)),
  );
  await client.query('rollback');
  if (bytes === 0) throw new Error('The backup is empty, so it was deleted.');
  const made = {
    file,
    takenAt,
    bytes,
    sha256: hash.digest('hex'),
    isEncrypted: encrypt.length > 0,
  };
  return { ...made, portal: readBuild(), ...facts, tables };
}

/** The manifest comes last, because it marks the backup as complete. */
async function publish(directory: string, manifest: Manifest): Promise<void> {
  const path = join(directory, manifest.file);
  const json = JSON.stringify(manifest, null, 2);
  await writeFile(partOf(manifestOf(path)), json, { mode: 0o600, flush: true });
  await rename(partOf(path), path);
  await rename(partOf(manifestOf(path)), manifestOf(path));
  const folder = await open(directory);
  await folder.sync();
  await folder.close();
}
