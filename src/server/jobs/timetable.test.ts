import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { attempts, loginTokens, people, sessions } from '../database/schema.ts';
import { startTimetable } from '../worker.ts';
import { keepTimetable, recurring } from './timetable.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await portal.database.execute(
    'truncate registrations, attendance, meeting_registrants, alumni_joins, classes cascade',
  );
});
afterAll(() => portal[Symbol.asyncDispose]());

const day = 24 * 60 * 60 * 1000;
const schedules = async () =>
  (
    await portal.database.execute<{ name: string; cron: string; timezone: string }>(
      'select name, cron, timezone from pgboss.schedule order by name',
    )
  ).rows;

test('what recurs is in Pacific time, stands once however many nodes start, and nothing else does', async () => {
  await portal.queue.keepTimetable([{ job: recurring.sweepSignIn.job, cron: '0 0 * * *' }]);
  await Promise.all([1, 2, 3].map(() => keepTimetable(portal.queue)));
  const wanted = Object.values(recurring).map(({ job, cron }) => ({
    name: job.name,
    cron,
    timezone: 'America/Los_Angeles',
  }));
  expect(await schedules()).toEqual(wanted.toSorted((a, b) => (a.name < b.name ? -1 : 1)));
  await portal.queue.keepTimetable([]);
  expect(await schedules()).toEqual([]);
});

test('a starting node looks once at what needs repair', async () => {
  const timetable = await startTimetable(portal, portal.app.log);
  const done = async () =>
    (
      await portal.database.execute<{ state: string }>(
        `select state from pgboss.job where name = 'reconcile-meetings'`,
      )
    ).rows;
  await expect.poll(done, { timeout: 10_000 }).toEqual([{ state: 'completed' }]);
  await timetable.stop();
});

test('sessions that are over and links and attempts of long ago are swept, the others stay', async () => {
  const now = portal.clock.now().getTime();
  const [person] = await portal.database.select().from(people).limit(1);
  const personId = person?.id ?? 0;
  const at = (days: number) => new Date(now + days * day);
  const bytes = (text: string) => Buffer.from(text);
  await portal.database.insert(sessions).values([
    { idHash: bytes('over'), personId, startedAt: at(-2), expiresAt: at(-0.01) },
    { idHash: bytes('good'), personId, startedAt: at(-2), expiresAt: at(1) },
  ]);
  const token = { nonce: bytes('n'), personId, kind: 'asked', createdAt: at(-40) } as const;
  await portal.database.insert(loginTokens).values([
    { ...token, tokenHash: bytes('old'), expiresAt: at(-31) },
    { ...token, tokenHash: bytes('new'), expiresAt: at(-29) },
  ]);
  await portal.database.insert(attempts).values([
    { key: 'old', windowStart: at(-31), count: 1 },
    { key: 'new', windowStart: at(-29), count: 1 },
  ]);
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, recurring.sweepSignIn.job, {}),
  );
  await expect.poll(() => portal.database.$count(sessions), { timeout: 10_000 }).toBe(1);
  await expect.poll(() => portal.database.$count(loginTokens)).toBe(1);
  await expect.poll(() => portal.database.$count(attempts)).toBe(1);
  const [left] = await portal.database.select().from(loginTokens);
  expect(left?.tokenHash.toString()).toBe('new');
});
