import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { startTimetable, timetable } from '../worker.ts';
import { sweepJob } from './delete-old-records.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await portal.database.execute(
    'truncate registrations, attendance, meeting_registrants, alumni_joins, classes cascade',
  );
});
afterAll(() => portal[Symbol.asyncDispose]());

const schedules = async () =>
  (
    await portal.database.execute<{ name: string; cron: string; timezone: string }>(
      'select name, cron, timezone from pgboss.schedule order by name',
    )
  ).rows;

test('recurring jobs are scheduled once, in Pacific time, and others are removed', async () => {
  await portal.queue.setTimetable([{ ...sweepJob, cron: '0 0 * * *' }]);
  await Promise.all([1, 2, 3].map(() => portal.queue.setTimetable(timetable)));
  const wanted = timetable.map(({ name, cron }) => ({
    name,
    cron,
    timezone: 'America/Los_Angeles',
  }));
  expect(await schedules()).toEqual(wanted.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  await portal.queue.setTimetable([]);
  expect(await schedules()).toEqual([]);
});

test('nodes that start together run repairs once, and once more for late ones', async () => {
  const started = [];
  for (const _node of [1, 2, 3, 4]) started.push(await startTimetable(portal));
  const done = async () =>
    (
      await portal.database.execute<{ state: string }>(
        `select state from pgboss.job where name = 'reconcile-meetings' order by start_after`,
      )
    ).rows;
  await expect
    .poll(done, { timeout: 10_000 })
    .toEqual([{ state: 'completed' }, { state: 'created' }]);
  for (const one of started) await one.stop();
});
