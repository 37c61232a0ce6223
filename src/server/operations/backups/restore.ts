import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { countRows, withClient, withScratchDatabase } from '../../database/client.ts';
import { connect } from '../../database/connect.ts';
import { migrate } from '../../database/migrate.ts';
import { machineClock } from '../../platform/clock.ts';
import type { Settings } from '../../platform/settings.ts';
import type { CheckContext } from '../check-result.ts';
import * as recordChecks from '../record-checks.ts';
import { listBackups, type Manifest, manifestOf, measure } from './back-up.ts';
import { asRecorded, findTool, record, runScript } from './tools.ts';

export function verifyBackup(settings: Settings, given?: string): Promise<Manifest> {
  const { directory = '' } = settings.backup;
  return asRecorded(settings.databaseUrl, async (client) => {
    if (!given && !directory) throw new Error('BACKUP_DIR isn’t set. Set it, or name a file.');
    const newest = given ?? (await listBackups(directory)).at(-1);
    if (!newest) throw new Error('There is no backup in BACKUP_DIR.');
    const path = given ?? join(directory, newest);
    const manifest = await withScratchDatabase(settings.databaseUrl, async (databaseUrl) => {
      const scratch = { ...settings, databaseUrl };
      const restored = await fill(scratch, path);
      await runRecordChecks(scratch);
      return restored;
    });
    await record(client, 'verified', {});
    return manifest;
  });
}

export async function restoreBackup(settings: Settings, path = ''): Promise<Manifest> {
  const tables = await withClient(settings.databaseUrl, countRows);
  if (Object.keys(tables).length === 0) return fill(settings, path);
  throw new Error('The database at DATABASE_URL isn’t empty. Nothing was changed.');
}

const restoreThrough = (filter: string) =>
  `cat "$1" | (${filter}) | "$2" --single-transaction --exit-on-error --no-owner --no-privileges --no-password --dbname="$3"`;

async function fill(settings: Settings, path: string): Promise<Manifest> {
  const manifest: Manifest = JSON.parse(await readFile(manifestOf(path), 'utf8'));
  const { sha256 } = await measure(path);
  if (sha256 !== manifest.sha256) throw new Error(`${path} doesn’t match its manifest.`);
  const filter = manifest.isEncrypted ? settings.backup.decryptCommand : 'cat';
  if (!filter) throw new Error('The backup is encrypted. Set BACKUP_DECRYPT_COMMAND.');
  await withClient(settings.databaseUrl, async (client) => {
    const { program, dbname, env } = await findTool(client, 'pg_restore', settings);
    await runScript(restoreThrough(filter), [path, program, dbname], env);
    const restored = await countRows(client);
    const wrong = Object.keys({ ...manifest.tables, ...restored })
      .filter((table) => manifest.tables[table] !== restored[table])
      .map((table) => `${table} (${restored[table]} rows instead of ${manifest.tables[table]})`);
    if (wrong.length > 0) throw new Error(`The restore differs from the backup: ${wrong}.`);
  });
  await migrate(settings.databaseUrl);
  return manifest;
}

/** Only checks that the queries run. Their results are about the school, not about the backup. */
async function runRecordChecks(settings: Settings): Promise<void> {
  const database = connect(settings.databaseUrl, { poolSize: 1, onLostConnection: () => {} });
  const context = { database, settings, clock: machineClock } as CheckContext;
  const checks = Object.values(recordChecks).map(async (check) => check(context));
  await Promise.all(checks).finally(() => database.$client.end());
}
