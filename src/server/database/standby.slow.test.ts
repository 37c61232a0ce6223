import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { discard } from '../../../tests/support/leftovers.ts';
import { type EmbeddedServer, startEmbeddedServer } from '../../demo/postgres/embedded.ts';
import { connect, type Database } from './connect.ts';
import { openStandby, withStandby } from './standby.ts';

let directory: string;
let url: string;
let servers: EmbeddedServer[];
let database: Database;
let standby: Database;

/** Copies a stopped server, and lets the copy follow it. */
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-standby-'));
  chmodSync(directory, 0o755);
  const [one, two] = [join(directory, 'one'), join(directory, 'two')];
  execFileSync('mkdir', ['-m', '755', one]);
  await (await startEmbeddedServer(one)).stop();
  execFileSync('cp', ['-a', one, two]);
  const first = await startEmbeddedServer(one);
  url = await first.openDatabase('school');
  const { hostname, port, username, password } = new URL(url);
  const follow = `host=${hostname} port=${port} user=${username} password=${password}`;
  const cluster = join(two, 'cluster');
  execFileSync('cp', ['-a', join(cluster, 'PG_VERSION'), join(cluster, 'standby.signal')]);
  appendFileSync(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${follow}'\n`);
  const second = await startEmbeddedServer(two);
  servers = [second, first];
  database = connect(url, { poolSize: 3, onLostConnection: () => {} });
  await database.execute('create table notes (words text)');
  const copy = new URL(await second.openDatabase('postgres'));
  copy.pathname = '/school';
  standby = openStandby(copy.href);
}, 60_000);
afterAll(async () => {
  await database.$client.end();
  for (const server of servers) await server.stop();
  discard(directory);
});

const isRead = async () => (await withStandby({ database, standby })).database === standby;

test('a list is read from the standby and has every change', async () => {
  await expect.poll(isRead).toBe(true);
  for (const count of [1, 2, 3]) {
    await database.execute(sql`insert into notes values (${count})`);
    const { rows } = await (await withStandby({ database, standby })).database.execute(
      sql`select count(*)::int as notes from notes`,
    );
    expect(rows).toEqual([{ notes: count }]);
  }
});

test('a list is read from the database while the standby is behind', async () => {
  await standby.execute('select pg_wal_replay_pause()');
  await database.execute(`insert into notes values ('late')`);
  expect(await isRead()).toBe(false);
  await standby.execute('select pg_wal_replay_resume()');
  await expect.poll(isRead).toBe(true);
});

test('a list is read from the database if the standby is down', async () => {
  await standby.$client.end();
  standby = openStandby('postgres://portal:wrong@127.0.0.1:9/school');
  expect(await isRead()).toBe(false);
  await standby.$client.end();
});

test('a list is read from the database if DATABASE_READ_URL names no standby', async () => {
  standby = openStandby(url);
  expect(await isRead()).toBe(false);
  await standby.$client.end();
});
