import pg from 'pg';
import { expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../tests/support/postgres.ts';
import { connect } from './connect.ts';
import { areMigrationsCurrent, CannotMigrate, migrate } from './migrate.ts';

test('four nodes that start at once on an empty database all come up', async () => {
  const { url, drop } = await createEmptyDatabase();
  await Promise.all([1, 2, 3, 4].map(() => migrate(url)));
  const database = connect(url, { poolSize: 2, onLostConnection: () => {} });
  expect(await areMigrationsCurrent(database)).toBe(true);
  await database.execute('delete from drizzle.__drizzle_migrations where id = 1');
  expect(await areMigrationsCurrent(database)).toBe(false);
  await database.$client.end();
  await drop();
});

async function blockMigrations(url: string) {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('begin');
  await client.query('create table people ()');
  return {
    async end() {
      await client.query('rollback');
      await client.end();
    },
  };
}

test('a migration that finds a table in use retries until it is free', async () => {
  const { url, drop } = await createEmptyDatabase();
  const other = await blockMigrations(url);
  let blocked = 0;
  await migrate(url, {
    onBlocked() {
      blocked += 1;
      other.end();
    },
  });
  expect(blocked).toBe(1);
  const database = connect(url, { poolSize: 1, onLostConnection: () => {} });
  expect(await areMigrationsCurrent(database)).toBe(true);
  await database.$client.end();
  await drop();
});

test('a migration whose table stays in use gives up with a message', async () => {
  const { url, drop } = await createEmptyDatabase();
  const other = await blockMigrations(url);
  await expect(migrate(url, { tries: 1 })).rejects.toThrow(CannotMigrate);
  await other.end();
  await drop();
});
