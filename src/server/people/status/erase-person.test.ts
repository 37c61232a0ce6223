import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, outboxOf } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { columnsWith, openKnown } from '../../../../tests/support/erasure.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { remindersOf } from '../../../../tests/support/reminders.ts';
import { retreatSiteOf } from '../../../../tests/support/retreats.ts';
import {
  auditLog,
  calendarFeeds,
  consentEvents,
  loginTokens,
  people,
  sentMessages,
  sessions,
} from '../../database/schema.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { sendSchedule } from '../../schedule/index.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  await meetingsOf(portal).forgetDemoClasses();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

const erase = (id: number, email: string) => admin.post(`/api/admin/people/${id}/erase`, { email });

test('after an erasure no column of any table contains the name, email, or phone', async () => {
  const known = await openKnown(portal);
  expect(await columnsWith(portal, known.email)).toEqual(
    expect.arrayContaining([
      'public.people.email',
      'public.audit_log.before',
      'public.sent_messages.recipient',
      'public.meeting_registrants.email',
      'public.retreat_registrations.email',
      'pgboss.job_common.source_output',
    ]),
  );
  expect((await erase(known.id, ` ${known.email.toUpperCase()}`)).status).toBe(200);
  await meetingsOf(portal).finishJobs();
  for (const words of [known.firstName, known.lastName, known.email, known.phone]) {
    expect([words, await columnsWith(portal, words)]).toEqual([words, []]);
  }
});

test('attendance, past classes with their numbers, and every consent choice stay', async () => {
  const known = await openKnown(portal);
  await erase(known.id, known.email);
  const { database } = portal;
  expect(await meetingsOf(portal).present(known.past)).toEqual([known.id]);
  expect(await known.rows()).toMatchObject([
    { classId: known.past, classNumber: 5, endedAt: null },
    { classNumber: 6, endReason: 'the person was erased' },
    { classNumber: 7, endReason: 'the person was erased' },
  ]);
  const events = await database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, known.id))
    .orderBy(consentEvents.id);
  expect(events.map(({ consent, shown, ip }) => [consent, shown, ip])).toEqual(
    [true, false, true].map((consent) => [consent, 'Erased', null]),
  );
});

test('links, sessions, the calendar address, and planned reminders are gone, and the person is removed from Zoom', async () => {
  const meetings = meetingsOf(portal);
  const known = await openKnown(portal);
  expect(await meetings.guests(known.upcoming[0] ?? 0)).toContain(known.email);
  expect(await remindersOf(portal).planned(known.id)).not.toEqual([]);
  await erase(known.id, known.email);
  await meetings.finishJobs();
  for (const table of [loginTokens, sessions, calendarFeeds]) {
    expect(await portal.database.$count(table, eq(table.personId, known.id))).toBe(0);
  }
  expect(await remindersOf(portal).planned(known.id)).toEqual([]);
  for (const classId of known.upcoming) {
    expect(await meetings.guests(classId)).not.toContain(known.email);
    expect(await meetings.seat(known.id, classId)).toBeUndefined();
  }
  expect((await known.get('/api/user')).status).toBe(401);
});

test('the audit log has one row about the erasure, without personal details', async () => {
  const known = await openKnown(portal);
  await erase(known.id, known.email);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `person:${known.id}`));
  const about = rows.filter(({ action }) => action === 'person: erased');
  expect(about).toHaveLength(1);
  expect(about[0]).toMatchObject({ before: null, after: null });
  expect(about[0]?.actorId).toBe(await meetingsOf(portal).personId('admin@demo.test'));
});

test('erasing twice is idempotent', async () => {
  const known = await openKnown(portal);
  await erase(known.id, known.email);
  await meetingsOf(portal).finishJobs();
  const state = async () => ({
    person: await portal.database.select().from(people).where(eq(people.id, known.id)),
    audit: await portal.database.$count(auditLog),
    rows: await known.rows(),
  });
  const before = await state();
  portal.clock.moveOn(60_000);
  expect((await erase(known.id, known.email)).status).toBe(200);
  await portal.database.execute(sql`select erase_person(${known.id}, now())`);
  expect(await state()).toEqual(before);
});

test('later retreat webhooks do not bring back an erased person’s data', async () => {
  const known = await openKnown(portal);
  await erase(known.id, known.email);
  const site = retreatSiteOf(portal);
  for (const reference of [known.reference, known.canceled]) {
    const { email, phone, firstName } = known;
    await site.postWebhook({ reference, email, phone, title: firstName, type: 'changed', at: 60 });
    expect(await site.row(reference)).toMatchObject({ title: 'Erased', email: null, phone: null });
  }
  await meetingsOf(portal).finishJobs();
  expect(await columnsWith(portal, known.email)).toEqual([]);
});

test('a message that was being sent during the erasure leaves no personal details', async () => {
  const known = await openKnown(portal);
  const note = { kind: 'schedule', about: {}, channel: 'email', status: 'queued' } as const;
  const to = { personId: known.id, recipient: known.email, key: 'late' };
  let writing = Promise.resolve();
  await portal.database.transaction(async (transaction) => {
    await transaction.execute(sql`select erase_person(${known.id}, now())`);
    const row = { ...note, ...to, createdAt: portal.clock.now() };
    writing = portal.database
      .insert(sentMessages)
      .values(row)
      .then(() => {});
    const isWaiting = sql`select 1 from pg_stat_activity where wait_event_type = 'Lock'`;
    await expect.poll(async () => (await portal.database.execute(isWaiting)).rowCount).toBe(1);
  });
  await writing;
  const [row] = await portal.database
    .update(sentMessages)
    .set({ status: 'failed', problem: `No mailbox ${known.email}` })
    .where(eq(sentMessages.key, 'late'))
    .returning();
  expect(JSON.stringify(row)).not.toContain(known.email);
});

test('queued messages to an erased person are not sent', async () => {
  const known = await openKnown(portal);
  const registrationId = (await known.rows())[0]?.id ?? 0;
  await portal.database.delete(sentMessages).where(eq(sentMessages.personId, known.id));
  await erase(known.id, known.email);
  const before = (await outboxOf(portal)).length;
  const personId = known.id;
  await portal.database.transaction(async (transaction) => {
    await sendSchedule(portal.queue, transaction, { personId, registrationId });
    const reset = { personId, registrationIds: [registrationId] };
    await portal.queue.add(transaction, defineJob<object>('mail-account-reset'), reset);
    const reminder = { personId, reminderId: 1_000_000 };
    await portal.queue.add(transaction, defineJob<object>('text-class-day'), reminder);
  });
  for (const email of [known.email, `erased-${known.id}@erased.invalid`, known.phone]) {
    expect((await openClient(portal).post('/api/auth/login', { email })).status).toBe(200);
  }
  await meetingsOf(portal).finishJobs();
  expect((await outboxOf(portal)).slice(0, -before)).toEqual([]);
  const whereTheirs = sql`person_id = ${personId} and recipient <> 'erased'`;
  expect(await portal.database.$count(sentMessages, whereTheirs)).toBe(0);
});

test('signing in with the old email gets the same response as a stranger', async () => {
  const known = await openKnown(portal);
  await erase(known.id, known.email);
  const ask = (email: string) => openClient(portal).post('/api/auth/login', { email });
  const [old, unknown] = [await ask(known.email), await ask('nobody@school.test')];
  expect([old.status, old.body]).toEqual([unknown.status, unknown.body]);
});

test('the old email and phone can belong to a new account', async () => {
  const known = await openKnown(portal);
  await erase(known.id, known.email);
  const body = { email: known.email, phoneNumber: known.phone, role: 'student' };
  const name = { firstName: 'Another', lastName: 'Person', startDate: '2026-11-20' };
  const added = await admin.post('/api/admin/users', { ...body, ...name });
  expect(added.status).toBe(200);
  expect(added.body.user.id).not.toBe(known.id);
});
