import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { openStudent } from '../../../tests/support/students.ts';
import {
  auditLog,
  dismissedProblems,
  meetingRegistrants,
  rejectedWebhooks,
} from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let problems: ReturnType<typeof problemsOf>;
let nora: number;

beforeAll(async () => {
  // Jobs don't run here, so nothing is fixed in the background.
  portal = await openPortal({ isNew: true, runsJobs: false });
  world = meetingsOf(portal);
  problems = problemsOf(portal);
  nora = await world.personId('new-student@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.forgetDemoClasses();
  await problems.forgetAll();
});

async function lastAudit() {
  const [entry] = await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return entry;
}

const refused = { job: 'mail-account-reset' };

test('a link that is refused again stays dismissed until one succeeds', async () => {
  const classId = await world.addClass('2026-12-01T20:00:00Z');
  const { database, clock } = portal;
  const whereSeat = eq(meetingRegistrants.classId, classId);
  const set = (change: object) => database.update(meetingRegistrants).set(change).where(whereSeat);
  const seat = { personId: nora, classId, problem: 'No.', updatedAt: clock.now() };
  await database.insert(meetingRegistrants).values(seat);
  await problems.dismiss('seats', (await problems.of('seats'))[0]);
  expect(await problems.of('seats')).toEqual([]);
  await set({ problem: null, updatedAt: new Date(clock.now().getTime() + 60_000) });
  await set({ problem: 'No again.', updatedAt: new Date(clock.now().getTime() + 60_000) });
  expect(await problems.of('seats')).toEqual([]);
  await set({ problem: null, joinUrl: 'https://zoom.test/j/1' });
  const later = new Date(clock.now().getTime() + 120_000);
  await set({ problem: 'No for the second time.', joinUrl: null, updatedAt: later });
  expect(await problems.of('seats')).toMatchObject([{ reason: 'No for the second time.' }]);
});

test('a dismissed problem has a person, time and reason, can be restored, and returns when it happens again', async () => {
  await problems.addDead({ ...refused, data: { personId: nora } });
  const [shown] = await problems.of('mails');
  expect((await problems.dismiss('mails', shown, '')).body.field).toBe('reason');
  expect((await problems.dismiss('mails', shown, 'I called her')).status).toBe(200);
  expect((await problems.dismiss('mails', shown, 'Me too')).status).toBe(409);
  expect(await problems.count()).toBe(0);
  expect(await lastAudit()).toMatchObject({
    action: 'problem: dismissed',
    subject: `person:${nora}`,
    after: { reason: 'I called her' },
  });
  const [dismissed] = await problems.of('mails', 'dismissed');
  expect(dismissed?.dismissal).toMatchObject({ by: 'Amara Osei', reason: 'I called her' });
  await problems.restore('mails', shown?.key ?? '');
  expect(await problems.count()).toBe(1);
  expect((await problems.restore('mails', shown?.key ?? '')).status).toBe(409);
  await problems.dismiss('mails', undefined);
  expect((await lastAudit())?.subject).toBe('problems:mails');
  await problems.addDead({ ...refused, data: { personId: nora } });
  expect(await problems.of('mails')).toHaveLength(1);
});

test('a problem that happened again since the page was loaded can’t be dismissed', async () => {
  const now = portal.clock.now();
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const rejected = { source: 'zoom', why: 'untrusted', count: 1, firstAt: now } as const;
  await portal.database.insert(rejectedWebhooks).values({ ...rejected, lastAt: at(0) });
  const [seen] = await problems.of('webhooks');
  await portal.database.update(rejectedWebhooks).set({ count: 2, lastAt: at(1) });
  expect((await problems.dismiss('webhooks', seen)).status).toBe(409);
  await problems.dismiss('webhooks', (await problems.of('webhooks'))[0]);
  expect(await problems.of('webhooks')).toEqual([]);
  await portal.database.update(rejectedWebhooks).set({ count: 3, lastAt: at(2) });
  expect(await problems.of('webhooks')).toHaveLength(1);
});

test('an erased person is named neither in a problem nor in its dismissal', async () => {
  const student = await openStudent(portal, { firstName: 'Zelda', email: 'zelda@x.test' });
  await problems.addDead({ ...refused, data: { personId: student.id } });
  await problems.dismiss('mails', undefined, 'Zelda knows');
  const admin = await problems.call();
  const confirmed = { email: 'zelda@x.test' };
  const erased = await admin.post(`/api/admin/people/${student.id}/erase`, confirmed);
  expect(erased.status).toBe(200);
  expect(await portal.database.$count(dismissedProblems)).toBe(0);
  await problems.addDead({ ...refused, data: { personId: student.id } });
  expect(await problems.of('mails')).toMatchObject([{ person: null }]);
});
