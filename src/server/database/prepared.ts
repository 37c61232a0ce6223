import { createHash } from 'node:crypto';
import { Column, fillPlaceholders, is, SQL } from 'drizzle-orm';
import pg from 'pg';
import type { Database } from './connect.ts';

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
  const statementName = createHash('sha256').update(text).digest('base64url');
  const read = readerOf(select._.selectedFields);
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

  return async (values: Record<string, unknown>): Promise<Rows> => {
    const query = new PreparedQuery(text, fillPlaceholders(params, values));
    await database.$client.query(query as never);
    return query.received.map((row) =>
      read(row.map((value, at) => (value === null ? null : parsers?.[at]?.(value)))),
    ) as Rows;
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
