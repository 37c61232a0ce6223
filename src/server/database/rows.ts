import { and, desc, eq, isNull, SQL } from 'drizzle-orm';
import type {
  LockStrength,
  PgColumn,
  PgInsertValue,
  PgTable,
  PgUpdateSetSource,
} from 'drizzle-orm/pg-core';
import type { Reader, Transaction } from './connect.ts';
import { isAnyOf } from './standing.ts';

type Row<Table extends PgTable> = Table['$inferSelect'];

/** The values of some columns. Null matches null, and a list matches any of its values. */
type Values<Table extends PgTable> = {
  [Name in keyof Row<Table>]?: Row<Table>[Name] | readonly Row<Table>[Name][];
};

type Which<Table extends PgTable> = SQL | undefined | Values<Table>;

export function match<Table extends PgTable>(table: Table, values: Values<Table>): SQL | undefined {
  const columns = table as unknown as Record<string, PgColumn>;
  return and(
    ...Object.entries(values).map(([name, value]) => {
      const column = columns[name];
      if (!column || value === undefined) throw new Error(`no value for the column ${name}`);
      if (value === null) return isNull(column);
      return Array.isArray(value) ? isAnyOf(column, value) : eq(column, value);
    }),
  );
}

function conditionOf<Table extends PgTable>(table: Table, which: Which<Table>) {
  return which === undefined || which instanceof SQL ? which : match(table, which);
}

export async function findRow<Table extends PgTable>(
  reader: Reader,
  table: Table,
  which: Which<Table>,
): Promise<Row<Table> | undefined> {
  const rows = await reader
    .select()
    .from(table as PgTable)
    .where(conditionOf(table, which));
  return rows[0];
}

export async function findNewest<Table extends PgTable>(
  reader: Reader,
  table: Table,
  which: Which<Table>,
  ...newestBy: PgColumn[]
): Promise<Row<Table> | undefined> {
  const [newest] = await reader
    .select()
    .from(table as PgTable)
    .where(conditionOf(table, which))
    .orderBy(...newestBy.map((column) => desc(column)))
    .limit(1);
  return newest;
}

/** Locks the rows in order of id, to avoid deadlocks. */
export async function lockRows<Table extends PgTable & { id: PgColumn }>(
  transaction: Transaction,
  table: Table,
  which: Which<Table>,
  strength: LockStrength,
): Promise<Row<Table>[]> {
  return transaction
    .select()
    .from(table as PgTable)
    .where(conditionOf(table, which))
    .orderBy(table.id)
    .for(strength);
}

export async function lockRow<Table extends PgTable & { id: PgColumn }>(
  ...query: Parameters<typeof lockRows<Table>>
): Promise<Row<Table> | undefined> {
  return (await lockRows(...query))[0];
}

export async function insertOne<Table extends PgTable>(
  database: Reader,
  table: Table,
  values: PgInsertValue<Table>,
): Promise<Row<Table>> {
  const [row] = await database.insert(table).values(values).returning();
  if (!row) throw new Error('the new row was not returned');
  return row;
}

export function updateRows<Table extends PgTable>(
  database: Reader,
  table: Table,
  which: Which<Table>,
  values: PgUpdateSetSource<Table>,
) {
  return database.update(table).set(values).where(conditionOf(table, which));
}
