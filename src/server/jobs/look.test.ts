import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from '../database/connect.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, handle } from './define-job.ts';
import { openQueue, type Queue } from './queue.ts';

let database: Database;
let queue: Queue;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 1, onLostConnection: () => {} });
  queue = await openQueue(created.url, createLog('silent'), { lookEverySeconds: 0.5 });
});
afterAll(async () => {
  await queue.stop();
  await database.$client.end();
  await drop();
});

const since = () => queue.secondsSinceLook();
const pollOptions = { timeout: 10_000, interval: 100 };

test('a node that runs no jobs reports no recent queue check', async () => {
  await expect.poll(since, pollOptions).toBeGreaterThan(1.5);
});

test('the last queue check is recent while jobs run, and gets old while the queue can’t be read', async () => {
  const job = defineJob<{ id: number }>('looked-for');
  await queue.prepare([job]);
  await queue.work([handle(job, async () => {})]);
  await expect.poll(since, pollOptions).toBeLessThan(1);
  await database.execute(sql`alter table pgboss.job rename to elsewhere`);
  await expect.poll(since, pollOptions).toBeGreaterThan(2);
  await database.execute(sql`alter table pgboss.elsewhere rename to job`);
  await expect.poll(since, pollOptions).toBeLessThan(1);
});
