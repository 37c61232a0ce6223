import { createHash } from 'node:crypto';
import {
  Column,
  DrizzleQueryError,
  is,
  Param,
  Placeholder,
  QueryPromise,
  SQL,
  sql,
} from 'drizzle-orm';
import { type AnyPgColumn, PgDialect } from 'drizzle-orm/pg-core';
import pg from 'pg';
import type { Database, Reader } from './connect.ts';
import { gather } from './gather.ts';

interface Select<Rows> extends PromiseLike<Rows> {
  readonly _: { readonly selectedFields: object };
  toSQL(): { sql: string; params: unknown[] };
}

const BaseQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
) => { name: string; hasBeenParsed(connection: object): boolean; submit(connection: object): void };

/** Like Drizzle, this leaves dates without a time as strings. */
const parserOf = ({ dataTypeID: type }: pg.FieldDef): ((value: string) => unknown) =>
  type === pg.types.builtins.DATE ? String : pg.types.getTypeParser(type, 'text');

type Values = Record<string, unknown>;

/**
 * Prepares a select that runs often. Drizzle builds a statement again each time it runs, which takes longer than the
 * rest of its work. With Drizzle's own `prepare`, PostgreSQL describes the columns each time, and Drizzle looks up how
 * to decode every value. This decodes values by their type in PostgreSQL, so `mapWith` has no effect, and a nested
 * object is null if its first column is.
 */
export function prepare<Rows>(select: Select<Rows>) {
  const { sql: text, params } = select.toSQL();
  const read = readerOf(select._.selectedFields);
  const run = prepareText(text);
  const fill = fillerOf(params);
  return (reader: Reader, values: Values = {}) =>
    new Run<Rows>(async () => (await run(reader, fill(values))).rows.map(read) as Rows);
}

/** Prepares a statement in SQL that runs often. The rows have the names of its columns. */
export function prepareSql<Row = never>(statement: SQL) {
  const { sql: text, params } = new PgDialect({ casing: 'snake_case' }).sqlToQuery(statement);
  const run = prepareText(text);
  const fill = fillerOf(params);
  return (reader: Reader, values: Values = {}) =>
    new Run(async () => nameColumns<Row>(await run(reader, fill(values))));
}

/** Like Drizzle's `fillPlaceholders`, but looks for the placeholders only once. */
function fillerOf(params: unknown[]) {
  const fillers = params.map((param): ((values: Values) => unknown) => {
    if (is(param, Placeholder)) return (values) => pick(values, param);
    if (!is(param, Param) || !is(param.value, Placeholder)) return () => param;
    const { encoder, value } = param;
    return (values) => encoder.mapToDriverValue(pick(values, value));
  });
  return (values: Values) => fillers.map((fillOne) => fillOne(values));
}

function pick(values: Values, { name }: Placeholder): unknown {
  if (!(name in values)) throw new Error(`${name} has no value`);
  return values[name];
}

/** One array per column, for a statement that unnests them. It can then take any number of rows. */
export function columnsOf<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): Values {
  return Object.fromEntries(names.map((name) => [name, rows.map((row) => row[name])]));
}

/** Like Drizzle's queries, starts when someone awaits it, so that `sendTogether` can send both kinds in order. */
class Run<Result> extends QueryPromise<Result> {
  override execute: () => Promise<Result>;

  constructor(execute: () => Promise<Result>) {
    super();
    this.execute = execute;
  }
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
  const run = prepareText(text);
  return gather(async (values: Value[]) => {
    const found = values.map((): Row[] => []);
    for (const row of (await run(database, [...params, values])).rows)
      found[(row[0] as number) - 1]?.push(read(row) as Row);
    return found;
  });
}

/** Drizzle hides the client of a transaction. */
const clientOf = ({ _: { session } }: Reader) =>
  (session as unknown as { client: pg.Pool | pg.PoolClient }).client;

function prepareText(text: string) {
  const statementName = createHash('sha256').update(text).digest('base64url');
  const names: string[] = [];
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
      names.splice(0, Infinity, ...fields.map(({ name }) => name));
    }

    handleDataRow({ fields }: { fields: (string | null)[] }) {
      this.received.push(fields);
    }
  }

  return async (reader: Reader, values: unknown[]): Promise<Answer> => {
    const query = new PreparedQuery(text, values);
    try {
      await new Promise<void>((resolve, reject) => {
        clientOf(reader).query(query as never, (error: Error | null) =>
          error ? reject(error) : resolve(),
        );
      });
    } catch (error) {
      // The driver's stack doesn't include our code.
      Error.captureStackTrace(error as Error);
      throw new DrizzleQueryError(text, values, error as Error);
    }
    const rows = query.received.map((row) =>
      row.map((value, at) => (value === null ? null : parsers?.[at]?.(value))),
    );
    return { rows, names };
  };
}

interface Answer {
  rows: unknown[][];
  names: string[];
}

function nameColumns<Row>({ rows, names }: Answer): Row[] {
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]])) as Row);
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
