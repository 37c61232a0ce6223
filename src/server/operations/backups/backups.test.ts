import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { discard } from '../../../../tests/support/leftovers.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { installation, people } from '../../database/schema.ts';
import type { Settings } from '../../platform/settings.ts';
import { makeBackup, selectExpired } from './back-up.ts';
import { restoreBackup, verifyBackup } from './restore.ts';

/**
 * A script stands in for pg_dump here, because the tests run on machines without it. The restore drill and
 * `restore.slow.test.ts` use the real one.
 */
const standIn = (version: number, act: string) => `#!/bin/sh
[ "$1" = --version ] && { echo "pg_dump (PostgreSQL) ${version}.1"; exit; }
${act}
`;

let portal: Portal;
let directory: string;
let programs: string;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-backups-'));
  programs = mkdtempSync(join(tmpdir(), 'course-portal-programs-'));
  await portal.database.update(installation).set({ backups: null });
  return () => [directory, programs].forEach(discard);
});

const night = new Date('2026-11-17T11:30:00Z');
const name = 'portal-2026-11-17T11-30-00Z.dump';

function backUp(act: string, change: Partial<Settings['backup']> = {}, at = night, version = 99) {
  const pgDump = join(programs, 'pg_dump');
  writeFileSync(pgDump, standIn(version, act), { mode: 0o755 });
  return makeBackup(settingsWith({ pgDump, ...change }), at);
}

const settingsWith = (change: Partial<Settings['backup']>): Settings => ({
  ...portal.settings,
  backup: { ...portal.settings.backup, directory, ...change },
});

const recorded = async () => (await portal.database.select().from(installation))[0]?.backups;

test('a backup has a manifest with its size, its SHA-256 and the rows of every table', async () => {
  await backUp('printf dumped');
  expect(readdirSync(directory)).toEqual([name, `${name}.json`]);
  expect(readFileSync(join(directory, name), 'utf8')).toBe('dumped');
  const manifest = JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8'));
  const sha256 = createHash('sha256').update('dumped').digest('hex');
  expect(manifest).toMatchObject({ file: name, bytes: 6, sha256, isEncrypted: false });
  expect(manifest.tables['public.people']).toBe(await portal.database.$count(people));
  expect(manifest.tables).toHaveProperty(['pgboss.job']);
  expect(manifest.schema).toBe('0000_baseline');
  expect(await recorded()).toMatchObject({ made: { bytes: 6 } });
});

test('pg_dump gets the snapshot of the count, and the password only in its environment', async () => {
  const { password } = new URL(portal.databaseUrl);
  await backUp('echo "$@ $PGPASSWORD"');
  const [options = '', secret] = readFileSync(join(directory, name), 'utf8')
    .trim()
    .split(/ (?=\S+$)/);
  expect(options).toMatch(/--snapshot=[\dA-F-]+/);
  expect(options).not.toContain(password);
  expect(secret).toBe(password);
});

test('a backup is encrypted and copied by commands from the settings', async () => {
  const copies = join(programs, 'copies');
  const command = `cat "$1" > ${copies}; test -s "$2"`;
  await backUp('printf dumped', { encryptCommand: 'tr a-z n-za-m', command });
  expect(readdirSync(directory)).toEqual([`${name}.encrypted`, `${name}.encrypted.json`]);
  expect(readFileSync(copies, 'utf8')).toBe('qhzcrq');
});

test.each([
  ['pg_dump fails', 'printf half; echo no room >&2; exit 1', {}, /^no room$/],
  ['encrypting fails', 'printf x', { encryptCommand: 'cat; echo no key >&2; exit 1' }, /^no key$/],
])('if %s, no file is left, and the failure is recorded', async (_, act, change, sentence) => {
  await expect(backUp(act, change)).rejects.toThrow(sentence);
  expect(readdirSync(directory)).toEqual([]);
  expect(await recorded()).toMatchObject({ failed: { problem: expect.stringMatching(sentence) } });
});

test('if copying fails, the backup stays, and the failure is recorded', async () => {
  const failing = { command: 'echo no network >&2; exit 3' };
  await expect(backUp('printf dumped', failing)).rejects.toThrow('no network');
  expect(readdirSync(directory)).toHaveLength(2);
  expect(await recorded()).toMatchObject({ failed: { problem: 'no network' } });
});

test('a missing or old pg_dump is named, with what to install', async () => {
  await expect(backUp('', {}, night, 9)).rejects.toThrow(
    /needs \S+pg_dump from PostgreSQL \d+ or newer \(found: pg_dump \(PostgreSQL\) 9\.1\)\. .*postgresql-client/,
  );
  const pgDump = join(programs, 'elsewhere', 'pg_dump');
  await expect(makeBackup(settingsWith({ pgDump }), night)).rejects.toThrow('(found: missing)');
  await expect(makeBackup(portal.settings, night)).rejects.toThrow('BACKUP_DIR isn’t set');
});

test('old backups and what a killed backup left behind are deleted, and nothing else', async () => {
  writeFileSync(join(directory, 'notes.txt'), '');
  writeFileSync(join(directory, `${name}.part`), '');
  for (const day of [10, 11, 12, 13]) {
    const at = new Date(`2026-11-${day}T11:30:00Z`);
    await backUp('printf dumped', { keep: { daily: 2, weekly: 0 } }, at);
  }
  expect(readdirSync(directory).filter((file) => !file.endsWith('.json'))).toEqual([
    'notes.txt',
    'portal-2026-11-12T11-30-00Z.dump',
    'portal-2026-11-13T11-30-00Z.dump',
  ]);
});

test('the newest backup of each of the last days and weeks is kept', () => {
  const daily = Array.from({ length: 60 }, (_, day) =>
    new Date(Date.UTC(2026, 8, 19 + day)).toISOString().slice(0, 10),
  );
  const names = daily.flatMap((day) =>
    ['03', '15'].map((hour) => `portal-${day}T${hour}-00-00Z.dump`),
  );
  const expired = selectExpired(names, { daily: 3, weekly: 4 });
  const kept = names.filter((each) => !expired.includes(each));
  expect(kept.map((each) => each.slice(7, 20))).toEqual([
    '2026-11-01T15',
    '2026-11-08T15',
    '2026-11-15T15',
    '2026-11-16T15',
    '2026-11-17T15',
  ]);
  expect(selectExpired(kept, { daily: 7, weekly: 5 })).toEqual([]);
});

test('without a backup there is nothing to verify', async () => {
  await expect(verifyBackup(settingsWith({}))).rejects.toThrow('There is no backup in BACKUP_DIR.');
  await expect(verifyBackup(portal.settings)).rejects.toThrow('BACKUP_DIR isn’t set.');
});

test('a damaged backup, and a database that isn’t empty, are refused', async () => {
  await backUp('printf dumped');
  const path = join(directory, name);
  await expect(restoreBackup(settingsWith({}), path)).rejects.toThrow(
    /isn’t empty.*Nothing was changed/,
  );
  writeFileSync(path, 'damaged');
  await expect(verifyBackup(settingsWith({}))).rejects.toThrow('doesn’t match its manifest');
  const { rows } = await portal.database.execute(
    `select from pg_database where datname like 'scratch\\_of\\_%'`,
  );
  expect(rows).toEqual([]);
});

test('only one backup runs at a time', async () => {
  const slow = backUp(`while [ ! -e ${programs}/go ]; do sleep 0.05; done; printf dumped`);
  await expect.poll(() => readdirSync(directory)).toEqual([`${name}.part`]);
  await expect(makeBackup(settingsWith({}), night)).rejects.toThrow('Another backup or restore');
  writeFileSync(join(programs, 'go'), '');
  await slow;
});
