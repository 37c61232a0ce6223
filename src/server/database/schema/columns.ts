import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const instant = () => timestamp({ withTimezone: true });
export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const bigIdentity = () =>
  bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

export function oneOf(column: AnyPgColumn, values = column.enumValues ?? []): SQL {
  return sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`;
}
