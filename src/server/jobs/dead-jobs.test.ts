import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from '../database/connect.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, handle, type JobHandler } from './define-job.ts';
import { GiveUp, TryLater } from './outcomes.ts';
import { openQueue, type Queue } from './queue.ts';

let url: string;
let database: Database;
let queue: Queue;
let drop: () => Promise<void>;
const logged: string[] = [];

beforeAll(async () => {
  ({ url, drop } = await createDatabase());
  database = connect(url, { poolSize: 3, onLostConnection: () => {} });
  // The queue as an older version created it.
  await database.execute(
    sql`update pgboss.queue set retention_seconds = 315360000 where name = 'dead-jobs'`,
  );
  const log = createLog('warn', { write: (line) => void logged.push(line) });
  // Use the same polling interval as in production, because these tests must not depend on polling.
  queue = await openQueue(url, log);
});
afterAll(async () => {
  await queue.stop();
  await database.$client.end();
  await drop();
});

async function run(name: string, tries: number, count: number, work: JobHandler<{ id: number }>) {
  const job = defineJob<{ id: number }>(name, { tries, firstDelaySeconds: 1 });
  await queue.prepare([job]);
  await queue.work([handle(job, work)]);
  const all = Array.from({ length: count }, (_, id) => ({ id }));
  await database.transaction((transaction) => queue.addAll(transaction, job, all));
}

async function deadJobsOf(name: string) {
  const { rows } = await database.execute<{ id: string; days: number; reason: string }>(
    sql`select source_id as id, source_output ->> 'reason' as reason,
          round(extract(epoch from keep_until - created_on) / 86400)::int as days
        from pgboss.job where name = 'dead-jobs' and source_name = ${name}`,
  );
  return rows;
}

const linesOf = (name: string) =>
  logged.map((line) => JSON.parse(line)).filter(({ job }) => job === name);
const pollOptions = { timeout: 10_000 };

test('a dead job is kept for ninety days, even if an older queue had ten years', async () => {
  await run('hopeless', 5, 1, async () => {
    throw new GiveUp('never');
  });
  await expect
    .poll(() => deadJobsOf('hopeless'), pollOptions)
    .toMatchObject([{ days: 90, reason: 'never' }]);
});

test('a job is logged as an error, with its name and id, only when it fails for good', async () => {
  await run('failing', 2, 1, async () => {
    throw new Error('no');
  });
  await expect.poll(() => deadJobsOf('failing'), pollOptions).toHaveLength(1);
  const [dead] = await deadJobsOf('failing');
  expect(linesOf('failing').map(({ level, jobId }) => [level, jobId])).toEqual([
    [40, dead?.id],
    [50, dead?.id],
  ]);
});

test('the stored reason of a failed query contains none of its values', async () => {
  await run('querying', 1, 1, async () => {
    await database.execute(sql`select ${'secret@school.test'}::text, 1 / 0`);
  });
  await expect.poll(() => deadJobsOf('querying'), pollOptions).toHaveLength(1);
  const { rows } = await database.execute<{ kept: string }>(
    sql`select string_agg(j::text, '') as kept from pgboss.job j
        where 'querying' in (name, source_name)`,
  );
  expect(rows[0]?.kept).toContain('division by zero');
  expect(rows[0]?.kept).not.toContain('secret@school.test');
});

test('jobs that are added together start without waiting for the next poll', async () => {
  const done: number[] = [];
  await run('many', 1, 300, async ({ id }) => void done.push(id));
  await expect.poll(() => done.length, pollOptions).toBe(300);
  expect(new Set(done).size).toBe(300);
});

test('a scheduled job starts without waiting for the next poll', async () => {
  let runs = 0;
  await run('waiting', 3, 1, async () => {
    runs += 1;
    if (runs === 1) throw new TryLater(1, 'not yet');
    if (runs === 2) throw new Error('once more');
  });
  await expect.poll(() => runs, pollOptions).toBe(3);
});

test('waits for a taken lock grow, and start over once it is free', async () => {
  const waits: number[] = [];
  const tryIt = () =>
    queue
      .withLock('mail', 'busy', async () => {})
      .catch((error: TryLater) => waits.push(error.seconds));
  const busy = () =>
    queue.withLock('meetings', 'busy', async () => {
      for (let n = 0; n < 7; n += 1) await tryIt();
    });
  await busy();
  expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30]);
  await tryIt();
  await queue.withLock('meetings', 'busy', tryIt);
  expect(waits.slice(7)).toEqual([1]);
});
