import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../tests/support/postgres.ts';
import { withClient } from './client.ts';
import { migrate, migrateBackTo, planMigrations, readMigrations } from './migrate.ts';

const baseline = '0000_base';
let url: string;
let old: string;

beforeAll(async () => {
  const database = await createEmptyDatabase();
  url = database.url;
  return database.drop;
});

beforeEach(async () => {
  const clear = 'drop table if exists visitors, more; drop schema if exists drizzle cascade';
  await withClient(url, (client) => client.query(clear));
  old = mkdtempSync(join(tmpdir(), 'migrations-'));
  mkdirSync(join(old, 'meta'));
  writeFileSync(join(old, 'meta/_journal.json'), '{ "entries": [] }');
  add(old, baseline, 'create table visitors (id integer)');
  await migrate(url, { folder: old });
});

function add(folder: string, tag: string, text: string, down?: string) {
  const file = join(folder, 'meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify({ entries: [...entries, { tag, when: entries.length }] }));
  writeFileSync(join(folder, `${tag}.sql`), text);
  if (down) writeFileSync(join(folder, `${tag}.down.sql`), down);
}

function nextVersion(mark: 'keep running' | 'stop', down?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  cpSync(old, folder, { recursive: true });
  const nickname = 'alter table visitors add column nickname text';
  add(folder, '0001_nickname', `-- old nodes: ${mark}\n${nickname}`, down);
  return folder;
}

const back = 'alter table visitors drop column nickname';

const columns = () =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select column_name as name from information_schema.columns where table_name = 'visitors' order by 1`,
    );
    return rows.map(({ name }) => name);
  });

test('a plan lists what the next start would apply, and changes nothing', async () => {
  const folder = nextVersion('stop');
  expect(await planMigrations(url, folder)).toMatchObject([
    {
      name: '0001_nickname',
      keepsOldNodes: false,
      down: null,
      locks: ['blocks reads and writes on visitors'],
    },
  ]);
  expect(await columns()).toEqual(['id']);
  expect(await planMigrations(url, old)).toEqual([]);
});

test('a plan names the locks of each migration, but not those on new tables', async () => {
  const migrations: [string, string[]][] = [
    ['create table notes (id integer)', []],
    ['create table n (id integer); alter table n add body text; drop table n', []],
    ['create index i on visitors (id)', ['blocks writes to visitors']],
    ['do $$ begin update visitors set id = 1; end $$', ['changes rows in visitors']],
    ['drop table visitors', ['blocks reads and writes on visitors']],
  ];
  for (const [at, [text]] of migrations.entries()) add(old, `0001_${at}`, text);
  const plan = await planMigrations(url, old);
  expect(plan.map(({ locks }) => locks)).toEqual(migrations.map(([, locks]) => locks));
});

test('every migration after the baseline says whether old nodes can keep running', () => {
  const [, ...later] = readMigrations();
  const first = later.map(({ text }) => text.split('\n')[0] ?? '');
  expect(first.filter((line) => !/^-- old nodes: (keep running|stop)$/.test(line))).toEqual([]);
});

test('a migration is applied once', async () => {
  const folder = nextVersion('stop');
  await migrate(url, { folder });
  await migrate(url, { folder });
  expect(await columns()).toEqual(['id', 'nickname']);
});

test('an older node starts on a newer schema that lets it, and learns which migrations it lacks', async () => {
  await migrate(url, { folder: nextVersion('keep running') });
  expect(await migrate(url, { folder: old })).toEqual(['0001_nickname']);
});

test('an older node refuses a newer schema that it can’t run with, by name', async () => {
  await migrate(url, { folder: nextVersion('stop') });
  await expect(migrate(url, { folder: old })).rejects.toThrow(/can’t run with: 0001_nickname\./);
});

test('going back runs the down script, and the older version starts again', async () => {
  const folder = nextVersion('stop', back);
  await migrate(url, { folder });
  expect(await migrateBackTo(url, baseline, { folder })).toEqual(['0001_nickname']);
  expect(await columns()).toEqual(['id']);
  expect(await migrate(url, { folder: old })).toEqual([]);
  expect(await migrateBackTo(url, baseline, { folder })).toEqual([]);
});

test('without a down script, or from a version that lacks the migration, nothing goes back', async () => {
  const folder = nextVersion('keep running');
  await migrate(url, { folder });
  const goBack = (from: string, to = baseline) => migrateBackTo(url, to, { folder: from });
  await expect(goBack(folder)).rejects.toThrow('0001_nickname can’t be reverted');
  await expect(goBack(old)).rejects.toThrow(
    'Only a version of the portal that includes 0001_nickname can go back',
  );
  await expect(goBack(folder, '0009_other')).rejects.toThrow('no migration 0009_other');
  expect(await columns()).toEqual(['id', 'nickname']);
});

test('if a down script fails, nothing is reverted', async () => {
  const folder = nextVersion('stop', back);
  add(folder, '0002_more', 'create table more (id integer)', 'drop table more; drop table nothing');
  await migrate(url, { folder });
  await expect(migrateBackTo(url, baseline, { folder })).rejects.toThrow('nothing');
  expect(await planMigrations(url, folder)).toEqual([]);
  expect(await columns()).toEqual(['id', 'nickname']);
});
