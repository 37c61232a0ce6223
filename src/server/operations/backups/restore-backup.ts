import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { withClient } from '../../database/client.ts';
import { connect } from '../../database/connect.ts';
import { areMigrationsCurrent, migrate } from '../../database/migrate.ts';
import { machineClock } from '../../platform/clock.ts';
import type { Settings } from '../../settings.ts';
import * as recordChecks from '../record-checks.ts';
import { backupDirectory, listBackups, type Manifest, manifestOf } from './make-backup.ts';
import { connectTool, findTool, runPipe, shell } from './programs.ts';
import { asRecorded, countRows, recordBackup } from './records.ts';

interface Backup {
  path: string;
  manifest: Manifest;
}

/** Restores the backup into a scratch database, checks it as far as we can, and drops it. Without a path, takes the newest. */
export function verifyBackup(settings: Settings, given: string | undefined): Promise<Manifest> {
  const { databaseUrl } = settings;
  return asRecorded(databaseUrl, async (client) => {
    const backup = await readBackup(given ?? (await findNewest(settings)));
    const url = new URL(databaseUrl);
    const name = `restore_check_of_${decodeURIComponent(url.pathname.slice(1))}`;
    const scratch = client.escapeIdentifier(name);
    url.pathname = `/${encodeURIComponent(name)}`;
    await client.query(`drop database if exists ${scratch} with (force)`);
    try {
      await client.query(`create database ${scratch} template template0`);
      await fill(settings, url.href, backup);
      await checkRecords(settings, url.href);
    } finally {
      await client.query(`drop database if exists ${scratch} with (force)`);
    }
    await recordBackup(databaseUrl, { kind: 'verified', file: backup.manifest.file });
    return backup.manifest;
  });
}

/** Restores the backup into the portal's own database, which must be empty. */
export async function restoreBackup(settings: Settings, path: string): Promise<Manifest> {
  const { databaseUrl } = settings;
  const tables = await withClient(databaseUrl, countRows);
  const [first] = Object.keys(tables);
  if (first) {
    throw new Error(
      `The database at DATABASE_URL isn’t empty: it has the table ${first}. Nothing was changed. Restore into a new, empty database.`,
    );
  }
  const backup = await readBackup(path);
  await fill(settings, databaseUrl, backup);
  return backup.manifest;
}

async function findNewest(settings: Settings): Promise<string> {
  const directory = backupDirectory(settings);
  const newest = (await listBackups(directory)).at(-1);
  if (!newest) throw new Error(`There is no backup in ${directory}.`);
  return join(directory, newest);
}

/** Throws unless the file is exactly the one that the manifest describes. */
async function readBackup(path: string): Promise<Backup> {
  const json = await readFile(manifestOf(path), 'utf8').catch(() => {
    throw new Error(`We couldn’t read ${manifestOf(path)}, which belongs to the backup.`);
  });
  const manifest: Manifest = JSON.parse(json);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  if (hash.digest('hex') === manifest.sha256) return { path, manifest };
  throw new Error(`${path} is damaged: its SHA-256 differs from the one in its manifest.`);
}

/** All or nothing: if anything fails, the database stays empty. */
async function fill({ backup }: Settings, url: string, { path, manifest }: Backup): Promise<void> {
  const { decryptCommand, pgDump } = backup;
  if (manifest.isEncrypted && !decryptCommand) {
    throw new Error('The backup is encrypted. Set BACKUP_DECRYPT_COMMAND to decrypt it.');
  }
  const decrypt = manifest.isEncrypted
    ? [shell('BACKUP_DECRYPT_COMMAND', decryptCommand ?? '')]
    : [];
  await withClient(url, async (client) => {
    const tool = await findTool(client, 'pg_restore', pgDump);
    const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
    await runPipe(createReadStream(path), [...decrypt, connectTool(tool, url, args)]);
    const restored = await countRows(client);
    const different = Object.keys({ ...manifest.tables, ...restored }).filter(
      (table) => manifest.tables[table] !== restored[table],
    );
    if (different.length === 0) return;
    const named = different.map(
      (table) =>
        `${table} has ${restored[table] ?? 'no'} rows instead of ${manifest.tables[table] ?? 'none'}`,
    );
    throw new Error(`The restored database differs from the backup: ${named.join(', ')}.`);
  });
  await migrate(url);
}

/** Runs the queries of the Setup page. What they find isn't about the backup, but they fail on a broken database. */
async function checkRecords(settings: Settings, url: string): Promise<void> {
  const database = connect(url, { poolSize: 1, onLostConnection: () => {} });
  try {
    if (!(await areMigrationsCurrent(database)))
      throw new Error('The restored database lacks migrations.');
    for (const check of Object.values(recordChecks)) {
      await check({ database, settings, clock: machineClock });
    }
  } finally {
    await database.$client.end();
  }
}
