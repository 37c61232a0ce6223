import { afterAll, beforeAll, expect, test } from 'vitest';
import { startDatabaseProxy } from '../../../tests/support/database-proxy.ts';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from '../database/connect.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, handle } from './define-job.ts';
import { openQueue } from './queue.ts';

let databaseUrl: string;
let database: Database;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url: databaseUrl, drop } = await createDatabase());
  database = connect(databaseUrl, { poolSize: 1, onLostConnection: () => {} });
});
afterAll(async () => {
  await database.$client.end();
  await drop();
});

test('jobs continue after all queue connections died silently, and the log says so', async () => {
  const proxy = await startDatabaseProxy(databaseUrl);
  const logged: string[] = [];
  const log = createLog('info', { write: (line) => void logged.push(line) });
  const queue = await openQueue(proxy.url, log, { statementMs: 2000 });
  const job = defineJob<{ id: number }>('after-a-silence');
  const ran: number[] = [];
  await queue.prepare([job]);
  await queue.work([handle(job, async ({ id }) => void ran.push(id))]);
  const add = (id: number) =>
    database.transaction((transaction) => queue.add(transaction, job, { id }));

  await add(1);
  await expect.poll(() => ran).toEqual([1]);
  proxy.silence();
  await add(2);
  await expect.poll(() => ran, { timeout: 100_000 }).toContain(2);
  await expect.poll(queue.secondsSinceLook).toBeLessThan(5);
  const told = () => logged.join().match(/the queue (had a problem|works again)/g);
  await expect.poll(() => told()?.at(-1)).toBe('the queue works again');
  expect(told()?.[0]).toBe('the queue had a problem');
  await queue.stop();
  await proxy.stop();
}, 120_000);
