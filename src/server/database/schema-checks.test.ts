import { globSync, readFileSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgDialect, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';
import * as schema from './schema.ts';

test('the checks in the schema are the ones in the migrations', () => {
  const dialect = new PgDialect({ casing: 'snake_case' });
  const tables = Object.values<unknown>(schema).filter((one) => is(one, PgTable));
  const checks = tables.flatMap((table) =>
    getTableConfig(table).checks.map(({ name, value }) => [
      name,
      dialect.sqlToQuery(value.inlineParams()).sql,
    ]),
  );
  const newest = globSync('src/server/database/migrations/meta/*_snapshot.json').toSorted().at(-1);
  const snapshot = JSON.parse(readFileSync(newest ?? '', 'utf8'));
  const inNewest: { checkConstraints: Record<string, { name: string; value: string }> }[] =
    Object.values(snapshot.tables);
  const migrated = inNewest.flatMap(({ checkConstraints }) =>
    Object.values(checkConstraints).map(({ name, value }) => [name, value]),
  );
  expect(Object.fromEntries(checks)).toEqual(Object.fromEntries(migrated));
});
