import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { machineClock } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';
import { withClient } from './client.ts';
import { openDatabase } from './open.ts';

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await createDatabase());
});
afterAll(() => drop());

const migrateFurther = (name: string, keepsOldNodes: boolean) =>
  withClient(url, (client) =>
    client.query(
      'insert into drizzle.__drizzle_migrations (hash, name, keeps_old_nodes) values ($1, $1, $2)',
      [name, keepsOldNodes],
    ),
  );

async function open() {
  const warnings: string[] = [];
  const settings = { databaseUrl: url, databasePoolSize: 1, mode: 'demo' } as Settings;
  const database = await openDatabase(settings, machineClock, (message) => warnings.push(message));
  await database.$client.end();
  return warnings;
}

test('a node says if the database is newer than it is, and refuses one that it can’t run with', async () => {
  expect(await open()).toEqual([]);
  await migrateFurther('0001_harmless', true);
  expect(await open()).toEqual([
    'the database is newer than this node, but this node can run with 0001_harmless',
  ]);
  await migrateFurther('0002_different', false);
  await expect(open()).rejects.toThrow(
    'The database has migrations that this version of the portal doesn’t know and can’t run with: 0002_different.',
  );
});
