import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilBlocking } from '../../../tests/support/row-locks.ts';
import type { Transaction } from '../database/connect.ts';
import { defineJob, handle } from './define-job.ts';
import { TryLater } from './outcomes.ts';
import { indexWaitingJobs } from './waiting-jobs.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  await portal.queue.prepare([seat, plain]);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.database.execute('delete from pgboss.job'));

const seat = defineJob<{ id: number }>('keep-seat', { keyOf: ({ id }) => `seat ${id}` });
const plain = defineJob<{ id: number }>('plain');

const inTransaction = (work: (transaction: Transaction) => Promise<unknown>) =>
  portal.database.transaction(work);

async function waiting(name: string) {
  const { rows } = await portal.database.execute<{ id: number; wait: number }>(
    `select (data->>'id')::int as id, greatest(0, extract(epoch from start_after - now()))::int as wait
     from pgboss.job where name = '${name}' and state = 'created' order by 1`,
  );
  return rows;
}

const postponeAll = () =>
  portal.database.execute(`update pgboss.job set start_after = now() + interval '1 hour'`);

test('of two nodes that start at the same time, one creates the index', async () => {
  await portal.database.execute('drop index pgboss.portal_waiting_jobs');
  let second: Promise<unknown> | undefined;
  await inTransaction(async (first) => {
    await indexWaitingJobs((text) => first.execute(text));
    second = indexWaitingJobs((text) => portal.database.execute(text));
    await untilBlocking(first);
  });
  await second;
});

test('a job replaces a waiting one with the same key', async () => {
  await inTransaction((transaction) => portal.queue.add(transaction, seat, { id: 1 }));
  await postponeAll();
  await inTransaction((transaction) => portal.queue.add(transaction, seat, { id: 1 }));
  expect(await waiting('keep-seat')).toEqual([{ id: 1, wait: 0 }]);
  for (const _twice of [1, 2]) {
    await inTransaction((transaction) => portal.queue.add(transaction, plain, { id: 1 }));
  }
  expect(await waiting('plain')).toHaveLength(2);
});

test('many jobs at once keep or replace waiting ones with the same key', async () => {
  const addAll = (leavesWaiting: boolean, ...ids: number[]) =>
    inTransaction((transaction) =>
      portal.queue.addAll(
        transaction,
        seat,
        ids.map((id) => ({ id })),
        { leavesWaiting },
      ),
    );
  await addAll(true, 1, 2);
  await postponeAll();
  await addAll(true, 1, 2, 3, 3);
  expect((await waiting('keep-seat')).map(({ id }) => id)).toEqual([1, 2, 3]);
  expect((await waiting('keep-seat'))[0]?.wait).toBeGreaterThan(3000);
  await addAll(false, 1);
  const waits = (await waiting('keep-seat')).map(({ wait }) => wait > 3000);
  expect(waits).toEqual([false, true, false]);
});

test('a postponed job leaves one waiting job, even if another was added while it ran', async () => {
  const { promise: isAdded, resolve: added } = Promise.withResolvers<void>();
  const { promise: isRunning, resolve: running } = Promise.withResolvers<void>();
  const notYet = handle(seat, async () => {
    running();
    await isAdded;
    throw new TryLater(1800, 'not yet');
  });
  await portal.queue.work([notYet], { count: 1, batchSize: 1 });
  await inTransaction((transaction) => portal.queue.add(transaction, seat, { id: 1 }));
  await isRunning;
  await inTransaction((transaction) => portal.queue.add(transaction, seat, { id: 1 }));
  added();
  await expect
    .poll(async () => (await waiting('keep-seat')).map(({ wait }) => wait > 1000), {
      timeout: 10_000,
    })
    .toEqual([true]);
  await inTransaction((transaction) => portal.queue.runNow(transaction, [plain]));
  expect((await waiting('keep-seat'))[0]?.wait).toBeGreaterThan(1000);
});
