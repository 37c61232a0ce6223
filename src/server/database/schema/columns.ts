import { type SQL, sql } from 'drizzle-orm';
import { type AnyPgColumn, bigint, customType, integer, timestamp } from 'drizzle-orm/pg-core';

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
export const instant = () => timestamp({ withTimezone: true });
export const identity = () => integer().primaryKey().generatedAlwaysAsIdentity();

export const bigIdentity = () =>
  bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity();

/** Drizzle hands checks a copy of the column, which has its values only in `config`, a field that its types hide. */
export function oneOf(column: AnyPgColumn, values?: readonly string[]): SQL {
  const { config } = column as unknown as { config: { enumValues?: string[] } };
  const all = values ?? config.enumValues ?? [];
  return sql`${column} in (${sql.raw(all.map((value) => `'${value}'`).join(', '))})`;
}
