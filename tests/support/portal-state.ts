import { sql } from 'drizzle-orm';
import type { Portal } from './portal.ts';

/** Changed by any visit, even a read-only one. */
const traces = ['sessions', 'attempts', 'audit_log', 'holds'];

/** A digest of everything in the portal. Equal digests mean that nothing has changed. */
export async function stateOf({ database, clock }: Portal): Promise<Record<string, string>> {
  const { rows: tables } = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_name not in ${traces} order by 1`,
  );
  const digests = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(string_agg(one::text, ' ' order by one::text)) as digest
          from ${sql.identifier(name)} one`,
  );
  const { rows } = await database.execute<{ name: string; digest: string }>(
    sql.join(digests, sql` union all `),
  );
  const hoursAhead = Math.round((clock.now().getTime() - Date.now()) / 3_600_000);
  const digestOf = Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  return { ...digestOf, clock: `${hoursAhead} hours ahead` };
}
