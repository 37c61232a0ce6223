import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, handle } from './define-job.ts';
import { openQueue } from './queue.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ environment: { SMTP_URL: 'smtp://127.0.0.1:9' } });
});
afterAll(() => portal[Symbol.asyncDispose]());

async function jobsOf(name: string) {
  const { rows } = await portal.database.execute<{
    state: string;
    tries: number;
    wait: number;
    reason: { reason: string } | null;
  }>(
    `select state, retry_count as tries, coalesce(source_output, output) as reason,
       round(extract(epoch from start_after - now()))::int as wait
     from pgboss.job where coalesce(source_name, name) = '${name}' and name in ('${name}', 'dead-jobs')
     order by created_on`,
  );
  return rows;
}

const runNow = (name: string) =>
  portal.database.execute(`update pgboss.job set start_after = now() where name = '${name}'`);

test('while mail is down the login page still confirms, and the job waits without losing an attempt', async () => {
  const answer = await openClient(portal).post('/api/auth/login', { email: 'alumni@demo.test' });
  expect(answer.status).toBe(200);
  const last = async () => (await jobsOf('mail-login-link')).at(-1);
  await expect.poll(last).toMatchObject({ state: 'created', tries: 0 });
  const first = async () => (await jobsOf('mail-login-link'))[0];
  await expect.poll(first).toMatchObject({ state: 'completed', tries: 0 });
  expect((await first())?.reason?.reason).toContain('ECONNREFUSED');
});

test('a failing job retries with growing delays', async () => {
  const failing = defineJob<{ id: number }>('failing');
  const queue = await openQueue(portal.databaseUrl, createLog('silent'), { lookEverySeconds: 1 });
  await queue.prepare([failing]);
  await queue.work([
    handle(failing, async () => {
      throw new Error('not yet');
    }),
  ]);
  await portal.database.transaction((transaction) => queue.add(transaction, failing, { id: 1 }));
  const waits: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const only = async () => (await jobsOf('failing'))[0];
    await expect.poll(only).toMatchObject({ state: 'retry', tries: round });
    waits.push((await only())?.wait ?? 0);
    await runNow('failing');
  }
  await queue.stop();
  expect(waits[0]).toBeGreaterThanOrEqual(2);
  expect(waits[2]).toBeGreaterThan(waits[0] ?? 0);
});

test('a node that runs no jobs adds them for the others with few connections', async () => {
  const elsewhere = defineJob<{ id: number }>('elsewhere');
  const log = createLog('silent');
  const web = await openQueue(portal.databaseUrl, log, { runsJobs: false });
  const jobs = await openQueue(portal.databaseUrl, log);
  await web.prepare([elsewhere]);
  const done: number[] = [];
  await jobs.work([handle(elsewhere, async ({ id }) => void done.push(id))]);
  await portal.database.transaction((transaction) => web.add(transaction, elsewhere, { id: 7 }));
  await expect.poll(() => done).toEqual([7]);
  expect(web.secondsSinceLook()).toBe(0);
  await Promise.all([web.stop(), jobs.stop()]);
});

test('a new job starts without waiting for the next check', async () => {
  const prompt = defineJob<{ id: number }>('prompt');
  const queue = await openQueue(portal.databaseUrl, createLog('silent'), { lookEverySeconds: 600 });
  await queue.prepare([prompt]);
  const done: number[] = [];
  await queue.work([handle(prompt, async ({ id }) => void done.push(id))]);
  for (const id of [1, 2, 3]) {
    await portal.database.transaction((transaction) => queue.add(transaction, prompt, { id }));
    await expect.poll(() => done).toContain(id);
  }
  await queue.stop();
});

test('a job without a queue is an error', async () => {
  const added = portal.database.transaction((transaction) =>
    portal.queue.add(transaction, defineJob('without-queue'), {}),
  );
  await expect(added).rejects.toThrow();
});

const doomed = defineJob<{ id: number }>('doomed', { tries: 2, firstDelaySeconds: 1 });
const counted = defineJob<{ id: number }>('counted');

test('a job that failed its last attempt is kept with its reason', async () => {
  const queue = await openQueue(portal.databaseUrl, createLog('silent'), { lookEverySeconds: 1 });
  await queue.prepare([doomed]);
  await queue.work([
    handle(doomed, async () => {
      throw new Error('the vendor said no');
    }),
  ]);
  await portal.database.transaction((transaction) => queue.add(transaction, doomed, { id: 7 }));
  await expect
    .poll(async () => (await jobsOf('doomed'))[0], { timeout: 10_000 })
    .toMatchObject({ state: 'retry' });
  await runNow('doomed');
  await expect
    .poll(async () => (await jobsOf('doomed')).map(({ reason }) => reason?.reason), {
      timeout: 10_000,
    })
    .toEqual(['the vendor said no', 'the vendor said no']);
  await queue.stop();
});

test('a job of a rolled-back transaction never runs', async () => {
  const done: number[] = [];
  const queue = await openQueue(portal.databaseUrl, createLog('silent'), { lookEverySeconds: 1 });
  await queue.prepare([counted]);
  await queue.work([handle(counted, async ({ id }) => void done.push(id))]);
  const undone = portal.database.transaction(async (transaction) => {
    await queue.add(transaction, counted, { id: 1 });
    throw new Error('changed my mind');
  });
  await expect(undone).rejects.toThrow('changed my mind');
  await portal.database.transaction((transaction) => queue.add(transaction, counted, { id: 2 }));
  await expect.poll(() => done).toEqual([2]);
  await queue.stop();
});

test('200 jobs on two workers each run once', async () => {
  const done: number[] = [];
  const handled = handle(counted, async ({ id }) => void done.push(id));
  const queues = await Promise.all(
    [1, 2].map(() => openQueue(portal.databaseUrl, createLog('silent'), { lookEverySeconds: 1 })),
  );
  for (const queue of queues) {
    await queue.prepare([counted]);
    await queue.work([handled]);
  }
  const [first] = queues;
  await portal.database.transaction(async (transaction) => {
    for (let id = 100; id < 300; id += 1) await first?.add(transaction, counted, { id });
  });
  await expect.poll(() => done.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(200);
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 100));
  for (const queue of queues) await queue.stop();
});
