import { expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../tests/support/postgres.ts';
import { connect } from './connect.ts';
import { areMigrationsCurrent, migrate } from './migrate.ts';

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
