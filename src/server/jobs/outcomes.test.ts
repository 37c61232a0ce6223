import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase } from '../../../tests/support/postgres.ts';
import { connect, type Database } from '../database/connect.ts';
import { createLog } from '../platform/log.ts';
import { defineJob, handle } from './define-job.ts';
import { GiveUp, TryLater } from './outcomes.ts';
import { openQueue, type Queue } from './queue.ts';

let database: Database;
let queues: Queue[];
let drop: () => Promise<void>;

beforeAll(async () => {
  const created = await createDatabase();
  drop = created.drop;
  database = connect(created.url, { poolSize: 3, onLostConnection: () => {} });
  queues = [
    await openQueue(created.url, createLog('silent'), { lookEverySeconds: 1 }),
    await openQueue(created.url, createLog('silent'), { lookEverySeconds: 1 }),
  ];
});
afterAll(async () => {
  for (const queue of queues) await queue.stop();
  await database.$client.end();
  await drop();
});

const add = (job: ReturnType<typeof defineJob<{ id: number }>>) =>
  database.transaction(async (transaction) => queues[0]?.add(transaction, job, { id: 1 }));

async function jobsOf(name: string) {
  const { rows } = await database.execute<{ state: string; wait: number; tries: number }>(
    `select state, retry_count as tries, round(extract(epoch from start_after - now()))::int as wait
     from pgboss.job where name = '${name}' order by created_on`,
  );
  return rows;
}

async function workOn(job: ReturnType<typeof defineJob<{ id: number }>>, run: () => Promise<void>) {
  for (const queue of queues) {
    await queue.prepare([job]);
    await queue.work([handle(job, run)]);
  }
}

test('a postponed job runs at its time, and loses no attempt', async () => {
  const patient = defineJob<{ id: number }>('patient', { tries: 1 });
  let runs = 0;
  await workOn(patient, async () => {
    runs += 1;
    if (runs < 3) throw new TryLater(3600, 'not yet');
  });
  await add(patient);
  for (const round of [1, 2]) {
    await expect.poll(() => runs).toBe(round);
    await expect
      .poll(async () => (await jobsOf('patient')).at(-1))
      .toMatchObject({ state: 'created', tries: 0, wait: expect.closeTo(3600, -1) });
    await database.execute(`update pgboss.job set start_after = now() where name = 'patient'`);
  }
  await expect.poll(() => runs).toBe(3);
  await expect
    .poll(async () => (await jobsOf('patient')).map(({ state }) => state))
    .toEqual(['completed', 'completed', 'completed']);
});

test('a job that gives up is dead immediately', async () => {
  const hopeless = defineJob<{ id: number }>('hopeless', { tries: 9 });
  let runs = 0;
  await workOn(hopeless, async () => {
    runs += 1;
    throw new GiveUp('never');
  });
  await add(hopeless);
  const dead = async () =>
    (
      await database.execute<{ reason: string }>(
        `select source_output ->> 'reason' as reason from pgboss.job
         where name = 'dead-jobs' and source_name = 'hopeless'`,
      )
    ).rows;
  await expect.poll(dead).toEqual([{ reason: 'never' }]);
  expect(runs).toBe(1);
});

test('work on the same thing never overlaps across nodes; other work does', async () => {
  let inside = 0;
  let most = 0;
  const refused: unknown[] = [];
  const { promise: twoInside, resolve } = Promise.withResolvers<void>();
  const workUntil = (isOver: () => Promise<unknown>) => async () => {
    inside += 1;
    most = Math.max(most, inside);
    if (most > 1) resolve();
    await isOver();
    inside -= 1;
  };
  const all = (thing: (at: number) => string, work: () => Promise<void>) =>
    Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        queues[at % 2]?.withLock('meetings', thing(at), work).catch((error) => refused.push(error)),
      ),
    );
  await all(
    () => 'the same',
    workUntil(() => pause(30)),
  );
  expect(most).toBe(1);
  expect(refused.every((error) => error instanceof TryLater)).toBe(true);
  await all(
    (at) => `another ${at}`,
    workUntil(() => twoInside),
  );
  expect(most).toBeGreaterThan(1);
  await expect(queues[0]?.withLock('meetings', 'the same', async () => 'mine')).resolves.toBe(
    'mine',
  );
});

test('a lock is released after failed work', async () => {
  const fail = async () => {
    throw new Error('no');
  };
  await expect(queues[0]?.withLock('meetings', 'it', fail)).rejects.toThrow('no');
  await expect(queues[1]?.withLock('meetings', 'it', async () => 'free')).resolves.toBe('free');
});
