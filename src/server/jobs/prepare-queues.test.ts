import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from '../database/connect.ts';
import { createLog } from '../platform/log.ts';
import { defineJob } from './define-job.ts';
import { openQueue, type Queue } from './queue.ts';

const name = 'prepared';
let database: Database;
let queue: Queue;
let drop: () => Promise<void>;
beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 1, onLostConnection: () => {} });
  queue = await openQueue(created.url, createLog('silent'));
  await queue.prepare([defineJob(name, { tries: 3 })]);
});
afterAll(async () => {
  await queue.stop();
  await database.$client.end();
  await drop();
});

async function stored() {
  const { rows } = await database.execute<{ limit: number; written: string }>(
    `select retry_limit as limit, xmin as written from pgboss.queue where name = '${name}'`,
  );
  return rows[0];
}

test('an existing queue with the same options is not written again', async () => {
  const before = await stored();
  await queue.prepare([defineJob(name, { tries: 3 })]);
  expect(await stored()).toEqual(before);
});

test('a queue is updated when its job’s number of attempts changes', async () => {
  expect(await stored()).toMatchObject({ limit: 2 });
  await queue.prepare([defineJob(name, { tries: 6 })]);
  expect(await stored()).toMatchObject({ limit: 5 });
});
