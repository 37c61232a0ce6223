import { chmodSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findDebianBinaries, startDebianServer } from '../../../../drills/debian-postgres.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { fillDemo } from '../../../demo/fill.ts';
import { withClient } from '../../database/client.ts';
import { migrate } from '../../database/migrate.ts';
import { installation, people } from '../../database/schema.ts';
import { makeBackup } from './back-up.ts';
import { restoreBackup, verifyBackup } from './restore.ts';

/** The embedded PostgreSQL has no pg_dump, so these tests need Debian's server with its programs. */
function findBinaries(): string | undefined {
  try {
    return findDebianBinaries();
  } catch {
    process.stderr.write(
      'SKIPPED: no test of a real backup, because PostgreSQL isn’t installed.\n',
    );
    return undefined;
  }
}
const binaries = findBinaries();
const testReal = test.skipIf(!binaries);

let server: Awaited<ReturnType<typeof startDebianServer>>;
let portal: Portal;
let directory: string;
beforeAll(async () => {
  if (!binaries) return;
  directory = mkdtempSync(join(tmpdir(), 'course-portal-backups-'));
  // As root, the server runs under another account, which must be able to enter this folder.
  chmodSync(directory, 0o755);
  server = await startDebianServer(join(directory, 'server'));
  const databaseUrl = await server.openDatabase('portal');
  await migrate(databaseUrl);
  await fillDemo(databaseUrl, new Date());
  portal = await openPortal({ databaseUrl, runsJobs: false });
});
afterAll(async () => {
  await portal?.stop();
  await server?.stop();
});

const settings = () => {
  const pgDump = join(binaries ?? '', 'pg_dump');
  const backup = { ...portal.settings.backup, directory: join(directory, 'backups'), pgDump };
  return { ...portal.settings, databaseUrl: portal.databaseUrl, backup };
};
const listDatabases = () =>
  withClient(portal.databaseUrl, async (client) => {
    const { rows } = await client.query('select datname as name from pg_database order by 1');
    return rows.map(({ name }) => name);
  });
const recorded = async () => {
  const [row] = await portal.database.select().from(installation);
  return Object.keys(row?.backups ?? {}).toSorted();
};

testReal('a backup is verified in a scratch database, which is dropped', async () => {
  await makeBackup(settings(), new Date());
  const before = await listDatabases();
  const { tables } = await verifyBackup(settings());
  expect(tables['public.people']).toBeGreaterThan(10);
  expect(await listDatabases()).toEqual(before);
  expect(await recorded()).toEqual(['made', 'verified']);
});

testReal(
  'a backup that lacks rows fails the verification, and the scratch database is dropped',
  async () => {
    const { file, tables } = await makeBackup(settings(), new Date(Date.now() + 1000));
    const manifest = join(settings().backup.directory, `${file}.json`);
    const wrong = {
      ...JSON.parse(readFileSync(manifest, 'utf8')),
      tables: { ...tables, 'public.people': 1 },
    };
    writeFileSync(manifest, JSON.stringify(wrong));
    const before = await listDatabases();
    await expect(verifyBackup(settings())).rejects.toThrow(
      /public\.people \(\d+ rows instead of 1\)/,
    );
    expect(await listDatabases()).toEqual(before);
    expect(await recorded()).toContain('failed');
  },
);

testReal(
  'an encrypted backup restores into an empty database, and a node can start on it',
  async () => {
    const key = 'openssl enc -aes-256-cbc -pbkdf2 -pass pass:drill';
    const given = settings();
    const commands = { encryptCommand: key, decryptCommand: `${key} -d` };
    const sealed = { ...given, backup: { ...given.backup, ...commands } };
    const { file, tables } = await makeBackup(sealed, new Date(Date.now() + 2000));
    const path = join(given.backup.directory, file);
    expect(readFileSync(path).includes('CREATE TABLE')).toBe(false);
    const databaseUrl = await server.openDatabase('elsewhere');
    const elsewhere = { ...sealed, databaseUrl };
    await expect(restoreBackup({ ...given, databaseUrl }, path)).rejects.toThrow('is encrypted');
    await restoreBackup(elsewhere, path);
    await expect(restoreBackup(elsewhere, path)).rejects.toThrow('isn’t empty');
    const again = await openPortal({ databaseUrl, runsJobs: false });
    expect(await again.database.$count(people)).toBe(tables['public.people']);
    await again.stop();
    expect(readdirSync(given.backup.directory).filter((name) => name.endsWith('.part'))).toEqual(
      [],
    );
  },
);
