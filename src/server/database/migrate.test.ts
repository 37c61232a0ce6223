import { expect, test } from 'vitest';
import { createDatabase, createEmptyDatabase } from '../../../tests/support/postgres.ts';
import { connect } from './connect.ts';
import { areMigrationsCurrent, migrate } from './migrate.ts';
import { listChanges } from './schema.ts';

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

test('changes noted by a server with more transactions behind it do not hide those of this one', async () => {
  const { url, drop } = await createDatabase();
  const database = connect(url, { poolSize: 1, onLostConnection: () => {} });
  await database.execute(
    `insert into list_changes select (pg_current_xact_id()::text::bigint + n)::text::xid8
     from generate_series(1, 50) n`,
  );
  await migrate(url);
  const before = await database.$count(listChanges);
  await database.execute('update people set last_name = last_name where id = 1');
  expect(await database.$count(listChanges)).toBe(before + 1);
  await database.$client.end();
  await drop();
});
