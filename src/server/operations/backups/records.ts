import type pg from 'pg';
import { withClient } from '../../database/client.ts';
import type { backupRecords } from '../../database/schema.ts';

const lockKey = 7_301_003;

type BackupRecord = Omit<typeof backupRecords.$inferInsert, 'at'>;

/** Runs one backup or restore at a time. Records a failure in the database if it can, and throws it. */
export async function asRecorded<Value>(
  url: string,
  act: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  return withClient(url, async (client) => {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as free', [lockKey]);
    if (!rows[0].free) throw new Error('Another backup or restore is running. Try again later.');
    try {
      return await act(client);
    } catch (error) {
      const problem = (error as Error).message;
      await recordBackup(url, { kind: 'failed', problem }).catch(() => {});
      throw error;
    }
  });
}

/** Keeps only the newest record of each kind. */
export function recordBackup(url: string, record: BackupRecord): Promise<void> {
  const { kind, file = null, bytes = null, problem = null } = record;
  return withClient(url, async (client) => {
    await client.query(
      `insert into backup_records (kind, at, file, bytes, problem) values ($1, now(), $2, $3, $4)
       on conflict (kind) do update set at = now(), file = $2, bytes = $3, problem = $4`,
      [kind, file, bytes, problem],
    );
  });
}

/** Returns the number of rows by table, for example `public.people`. */
export async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname <> 'information_schema' and schemaname not like 'pg\\_%' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows) {
    const counted = await client.query(`select count(*)::int as count from ${name}`);
    counts[name] = counted.rows[0].count;
  }
  return counts;
}
