import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedServer } from './embedded.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-embedded-'));
  // When run as root, the server uses another account, which must be able to enter this directory.
  chmodSync(directory, 0o755);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

async function open(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  return client;
}

test('a server killed during 1,000 inserts loses none that it acknowledged', async () => {
  const first = await startEmbeddedServer(directory);
  const client = await open(await first.openDatabase('portal'));
  await client.query('create table kept (id int)');
  const acknowledged: number[] = [];
  const pid = Number(
    readFileSync(join(directory, 'cluster/postmaster.pid'), 'utf8').split('\n')[0],
  );
  for (let id = 0; id < 1000; id += 1) {
    const insert = client.query('insert into kept values ($1)', [id]);
    if (id === 600) process.kill(pid, 'SIGKILL');
    const isDone = await insert.then(
      () => true,
      () => false,
    );
    if (isDone) acknowledged.push(id);
  }
  await client.end().catch(() => {});
  expect(acknowledged.length).toBeGreaterThanOrEqual(600);

  const second = await startEmbeddedServer(directory);
  const again = await open(await second.openDatabase('portal'));
  const { rows } = await again.query('select id from kept order by id');
  await again.end();
  await second.stop();
  const kept = new Set(rows.map(({ id }) => id));
  expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
});

test('a server that a killed process left running is reused', async () => {
  const first = await startEmbeddedServer(directory);
  const second = await startEmbeddedServer(directory);
  expect(await second.openDatabase('portal')).toBe(await first.openDatabase('portal'));
  await second.stop();
  await expect(
    open(await first.openDatabase('portal').catch(() => 'postgres://127.0.0.1:1/x')),
  ).rejects.toThrow();
});

test('the server listens only on this machine and requires a password', async () => {
  const server = await startEmbeddedServer(directory);
  const url = new URL(await server.openDatabase('portal'));
  expect(url.hostname).toBe('127.0.0.1');
  url.password = 'guess';
  await expect(open(url.href)).rejects.toThrow('password authentication failed');
  await server.stop();
});
