import { createHash } from 'node:crypto';
import { Column, fillPlaceholders, is, SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Database } from './connect.ts';
import { gather } from './gather.ts';

interface Select<Rows> extends PromiseLike<Rows> {
  toSQL(): { sql: string; params: unknown[] };
  readonly _: { readonly selectedFields: object };
}

const BaseQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
) => { name: string; hasBeenParsed(connection: object): boolean; submit(connection: object): void };

/** Like Drizzle, this leaves dates without a time as strings. */
const parserOf = ({ dataTypeID: type }: pg.FieldDef): ((value: string) => unknown) =>
  type === pg.types.builtins.DATE ? String : pg.types.getTypeParser(type, 'text');

/**
 * Prepares a select that runs for nearly every request. With Drizzle's own `prepare`, PostgreSQL describes the columns
 * each time, and Drizzle looks up how to decode every value. This decodes values by their type in PostgreSQL, so
 * `mapWith` has no effect, and a nested object is null if its first column is.
 */
export function prepare<Rows>(database: Database, select: Select<Rows>) {
  const { sql: text, params } = select.toSQL();
  const read = readerOf(select._.selectedFields);
  const run = prepareText(database, text);
  return async (values: Record<string, unknown>): Promise<Rows> =>
    (await run(fillPlaceholders(params, values))).map(read) as Rows;
}

/**
 * Prepares a select about one value of a column. Requests that come at the same time share a statement, because starting
 * one takes longer than finding the rows.
 */
export function prepareByValue<Row, Value>(
  database: Database,
  column: AnyPgColumn,
  selectBy: (value: SQL<Value>) => Select<Row[]>,
) {
  const select = selectBy(sql`asked.value`);
  const next = { at: 1 };
  const read = readerOf(select._.selectedFields, next);
  const names = Array.from({ length: next.at - 1 }, (_, at) => `c${at}`);
  const { sql: inner, params } = select.toSQL();
  // Because of `offset 0`, PostgreSQL plans the inner select for a single value and runs it for one after another, so
  // rows stay in order. Because the parameter is in a select of its own, it plans this only once, instead of for each
  // number of values.
  const text = `select asked.at::int, found.* from
    unnest((select $${params.length + 1}::${column.getSQLType()}[])) with ordinality as asked (value, at)
    cross join lateral (${inner} offset 0) as found (${names})`;
  const run = prepareText(database, text);
  return gather(async (values: Value[]) => {
    const found = values.map((): Row[] => []);
    for (const row of await run([...params, values]))
      found[(row[0] as number) - 1]?.push(read(row) as Row);
    return found;
  });
}

function prepareText(database: Database, text: string) {
  const statementName = createHash('sha256').update(text).digest('base64url');
  let parsers: ReturnType<typeof parserOf>[] | undefined;

  class PreparedQuery extends BaseQuery {
    override name = statementName;
    readonly received: (string | null)[][] = [];

    /** The columns of a prepared statement can't change, because PostgreSQL would then refuse to execute it. */
    override submit(connection: object) {
      const isDescribed = parsers && this.hasBeenParsed(connection);
      const silent = { describe: { value: () => {} } };
      return super.submit(isDescribed ? Object.create(connection, silent) : connection);
    }

    handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
      parsers = fields.map(parserOf);
    }

    handleDataRow({ fields }: { fields: (string | null)[] }) {
      this.received.push(fields);
    }
  }

  return async (values: unknown[]): Promise<unknown[][]> => {
    const query = new PreparedQuery(text, values);
    await database.$client.query(query as never);
    return query.received.map((row) =>
      row.map((value, at) => (value === null ? null : parsers?.[at]?.(value))),
    );
  };
}

type Read = (row: unknown[]) => unknown;

function readerOf(fields: object, next = { at: 0 }): Read {
  const parts = Object.entries(fields).map(([name, field]): [string, number, Read] => {
    const first = next.at;
    if (!is(field, Column) && !is(field, SQL)) return [name, first, readerOf(field, next)];
    next.at += 1;
    return [name, first, (row) => row[first]];
  });
  return (row) => {
    const found: Record<string, unknown> = {};
    for (const [name, first, read] of parts) found[name] = row[first] === null ? null : read(row);
    return found;
  };
}
