import { chmodSync } from 'node:fs';
import pg from 'pg';
import { fillDemo } from '../../src/demo/fill.ts';
import { startEmbeddedServer } from '../../src/demo/postgres/embedded.ts';
import { migrate } from '../../src/server/database/migrate.ts';
import { testNow } from './clock.ts';
import { rememberRows } from './demo-rows.ts';
import { discard, makeRunFolder, sweepUpAfterKilledRuns } from './leftovers.ts';

const template = 'portal_template';
// Tests don't need durability, and autovacuum would slow down every test's database.
const fast = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'max_connections=300',
  'jit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
];

export async function startTestPostgres(): Promise<{ stop(): Promise<void> } | undefined> {
  if (process.env.TEST_POSTGRES) return undefined;
  await sweepUpAfterKilledRuns();
  const directory = makeRunFolder();
  // When run as root, the server uses another account, which must be able to enter this directory.
  chmodSync(directory, 0o755);
  const server = await startEmbeddedServer(directory, fast);
  const url = await server.openDatabase(template);
  await migrate(url);
  await fillDemo(url, testNow);
  process.env.TEST_POSTGRES = url;
  // Tests leave files behind, and they disappear along with this directory.
  process.env.TMPDIR = directory;
  await hashPasswordOnce(url);
  // Opening one portal creates the job queues in the template, so no test has to.
  const { openPortal } = await import('./portal.ts');
  await (await openPortal({ databaseUrl: url, runsJobs: false })).stop();
  await rememberRows(url);
  return {
    async stop() {
      await server.stop();
      discard(directory);
    },
  };
}

export async function createDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${process.pid}_${Date.now()}_${Math.floor(Math.random() * 1e6)}`;
  // The default strategy copies through the WAL, which takes four times as long.
  await administer(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(testPostgresUrl());
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

/** Uses fewer hash rounds, because a run opens thousands of connections. */
async function hashPasswordOnce(url: string): Promise<void> {
  const { username, password } = new URL(url);
  await administer(`set scram_iterations = 1; alter role ${username} password '${password}'`);
}

export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const database = await createDatabase();
  const client = new pg.Client(database.url);
  await client.connect();
  await client.query('drop schema public, drizzle, pgboss cascade; create schema public');
  await client.end();
  return database;
}

export async function administer(statement: string): Promise<void> {
  const url = new URL(testPostgresUrl());
  url.pathname = '/postgres';
  const client = new pg.Client(url.href);
  await client.connect();
  try {
    // PostgreSQL can't copy the template while another test is copying it, so tests take turns.
    await client.query('select pg_advisory_lock(1)');
    await client.query(statement);
  } finally {
    await client.end();
  }
}

function testPostgresUrl(): string {
  const url = process.env.TEST_POSTGRES;
  if (!url) throw new Error('No test server is running. Start the tests with their runner.');
  return url;
}
