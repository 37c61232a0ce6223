import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import type { Problem } from '../../contract/operations.ts';
import { broadcasts, classCancellations } from '../database/schema.ts';
import { GiveUp } from '../jobs/outcomes.ts';
import { timetable } from '../worker.ts';
import { describeAllJobs } from './job-descriptions.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let names: string[];

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  const { rows } = await portal.database.execute<{ name: string }>(
    sql`select name from pgboss.queue where dead_letter = 'dead-jobs' order by name`,
  );
  names = rows.map(({ name }) => name);
});
afterAll(() => portal[Symbol.asyncDispose]());

test('every job of the portal has its own description, and no other job has one', () => {
  expect(names.length).toBeGreaterThan(35);
  expect([...describeAllJobs().keys()].toSorted()).toEqual(names);
  const whats = [...describeAllJobs().values()].map(({ what }) => what);
  expect(new Set(whats).size).toBe(names.length);
  for (const name of names) expect(whats).not.toContain(name);
});

test('every job that fails for good is on the Problems page, with its description, reason, and person', async () => {
  const { database, queue } = portal;
  const world = meetingsOf(portal);
  const personId = await world.personId('new-student@demo.test');
  const [cancellation] = await database
    .insert(classCancellations)
    .values({ canceledAt: portal.clock.now(), canceledBy: personId, reason: 'Snow' })
    .returning();
  const cancellationId = cancellation?.id ?? 0;
  const classId = await world.addClass('2027-05-05T19:00:00Z', { cancellationId });
  const withoutPerson: Record<string, object> = {
    'announce-cancellation': { cancellationId },
    'remove-canceled-meetings': { cancellationId },
    'make-login-link': { requestId: 1, isRepeat: false },
    'sync-meeting': { classId },
    'check-registrants': { classId },
    'remove-stray-meeting': { classId, meetingId: '1' },
    'settle-attendance': { classId, instanceId: null },
  };
  const written = { classId, subject: 'Hello', body: 'Bring a cushion.', writtenBy: personId };
  const [message] = await database
    .insert(broadcasts)
    .values({ ...written, key: 'one', recipients: 1, writtenAt: portal.clock.now() })
    .returning();
  const ofMessage = { personId, broadcastId: message?.id ?? 0 };
  const ofMessages: Record<string, object> = {
    'mail-broadcast': ofMessage,
  };
  const recurring: string[] = timetable.map(({ name }) => name);
  const dataOf = (name: string) =>
    recurring.includes(name)
      ? {}
      : (withoutPerson[name] ?? ofMessages[name] ?? { personId, classId });

  await queue.work(
    names.map((name) => ({
      job: { name, tries: 1, firstDelaySeconds: 1 },
      run: async () => {
        throw new GiveUp(`${name} was made to fail`);
      },
    })),
    { count: 1, batchSize: 1 },
  );
  await database.transaction(async (transaction) => {
    for (const name of names) {
      await queue.add(transaction, { name, tries: 1, firstDelaySeconds: 1 }, dataOf(name));
    }
  });
  const countDead = () =>
    database
      .execute(sql`select from pgboss.job where name = 'dead-jobs'`)
      .then((all) => all.rowCount);
  await eventually(countDead, (count) => count === names.length);

  const shown: (Problem & { kind: string })[] = [];
  for (const kind of ['mails', 'texts', 'jobs']) {
    for (const page of [1, 2]) {
      const { body } = await admin.get(`/api/admin/problems?kind=${kind}&page=${page}`);
      shown.push(...(body.groups[0]?.problems ?? []).map((one: Problem) => ({ ...one, kind })));
    }
  }
  expect(shown).toHaveLength(names.length);
  for (const name of names) {
    const found = shown.find(({ reason }) => reason === `${name} was made to fail`);
    const words = describeAllJobs().get(name);
    expect([name, found?.what, found?.kind]).toEqual([name, words?.what, words?.kind]);
    expect(found?.kind !== 'jobs' || found.meaning, name).toBeTruthy();
    if ('personId' in dataOf(name)) expect(found?.person?.id, name).toBe(personId);
  }
  const announcement = shown.find(({ what }) => what === 'Notice about a canceled class');
  expect(announcement?.classes).toMatchObject([{ id: classId }]);
  const classesOf = (what?: string) => shown.find((one) => one.what === what)?.classes;
  expect(classesOf(describeAllJobs().get('mail-broadcast')?.what)).toMatchObject([{ id: classId }]);
  const { body } = await admin.get('/api/admin/problems/count');
  expect(body.count).toBeGreaterThanOrEqual(names.length);
});
