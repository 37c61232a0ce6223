import { createHmac } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import { openStudent } from '../../../tests/support/students.ts';
import {
  auditLog,
  meetingRegistrants,
  roomEvents,
  sentMessages,
  webhookEvents,
} from '../database/schema.ts';
import { sendUnlessSent } from '../messages/mail-sender.ts';
import { deleteOldRecordsJob } from './delete-old-records.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
  await meetingsOf(portal).forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await portal.database.delete(webhookEvents);
});

const day = 24 * 60 * 60 * 1000;
const at = (days: number) => new Date(portal.clock.now().getTime() + days * day);
const message = { kind: 'schedule', about: {}, channel: 'email', status: 'sent' } as const;

async function deleteOldRecords() {
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, deleteOldRecordsJob, {}),
  );
  await meetingsOf(portal).finishJobs();
}

test('old records are found by an index', async () => {
  const { rows } = await portal.database.transaction(async (transaction) => {
    // The test's tables are so small that PostgreSQL would otherwise prefer a sequential scan.
    await transaction.execute(sql`set local enable_seqscan = off`);
    return transaction.execute<{ 'QUERY PLAN': string }>(sql`explain
      select from audit_log, sent_messages, webhook_events
      where at < now() - interval '1 year' and created_at < now() - interval '1 year' and received_at < now() - interval '1 year'`);
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toContain('Seq Scan');
});

test('audit entries are deleted after two years', async () => {
  const entry = { action: 'sign-in', subject: 'person:0' };
  await portal.database.insert(auditLog).values([
    { ...entry, action: 'old', at: at(-730.1) },
    { ...entry, action: 'young', at: at(-729) },
  ]);
  await deleteOldRecords();
  const left = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, 'person:0'));
  expect(left.map(({ action }) => action)).toEqual(['young']);
});

test('an entry that only looks old because of a moved clock stays, and blocks nothing', async () => {
  const receivedAt = at(0);
  await portal.database.insert(webhookEvents).values({ source: 'zoom', key: 'old', receivedAt });
  const entry = { action: 'sign-in', subject: 'person:-1', at: at(0) };
  await portal.database.insert(auditLog).values(entry);
  portal.clock.moveTo(at(800));
  await deleteOldRecords();
  expect(await portal.database.$count(auditLog, eq(auditLog.subject, 'person:-1'))).toBe(1);
  expect(await portal.database.$count(webhookEvents)).toBe(0);
});

test('room events are deleted as early as webhooks', async () => {
  const classId = await meetingsOf(portal).addClass('2027-03-02T00:00:00Z');
  const event = { classId, source: 'webhook', kind: 'joined', instanceId: 'i' } as const;
  await portal.database.insert(roomEvents).values([
    { ...event, connectionId: 'old', name: 'A guest', at: at(-90.1) },
    { ...event, connectionId: 'young', name: 'A guest', at: at(-89) },
  ]);
  await deleteOldRecords();
  const left = await portal.database.select().from(roomEvents);
  expect(left.map(({ connectionId }) => connectionId)).toEqual(['young']);
});

test('sent messages are deleted after a year, in batches', async () => {
  const note = { ...message, recipient: 'a@b.test' };
  const many = Array.from({ length: 2100 }, (_, n) => n);
  await portal.database
    .insert(sentMessages)
    .values([
      ...many.map((n) => ({ ...note, key: `old ${n}`, createdAt: at(-365.1) })),
      { ...note, key: 'young', createdAt: at(-364) },
    ]);
  await deleteOldRecords();
  const left = await portal.database
    .select({ key: sentMessages.key })
    .from(sentMessages)
    .where(eq(sentMessages.recipient, 'a@b.test'));
  expect(left).toEqual([{ key: 'young' }]);
});

test('a failed email stays recorded as long as it can be retried', async () => {
  const student = await openStudent(portal);
  const sent: string[] = [];
  const send = async ({ to }: { to: string }) => `250 ${sent.push(to)}`;
  const kind = { kind: 'welcome', about: {}, toStaff: false, body: 't' };
  const row = { key: 'once', personId: student.id, ...kind };
  const letter = { row, to: student.email, subject: 's', text: 't', html: 'h' };
  const services = { ...portal, mailer: { ...portal.mailer, send } };
  await sendUnlessSent(services, letter);
  const { failedJobs, messages } = portal.settings.retentionDays;
  expect(messages).toBeGreaterThan(failedJobs);
  portal.clock.moveTo(at(failedJobs));
  await deleteOldRecords();
  await sendUnlessSent(services, letter);
  expect(sent).toEqual([student.email]);
});

test('webhook events are deleted after ninety days, even while Zoom is down', async () => {
  await portal.database.insert(webhookEvents).values(
    (['zoom', 'retreats', 'twilio'] as const).flatMap((source) => [
      { source, key: 'old', receivedAt: at(-90.01) },
      { source, key: 'new', receivedAt: at(-89) },
    ]),
  );
  await meetingsOf(portal).faults({ down: true });
  await deleteOldRecords();
  await meetingsOf(portal).faults();
  const left = await portal.database
    .select()
    .from(webhookEvents)
    .orderBy(asc(webhookEvents.source), asc(webhookEvents.key));
  expect(left.map(({ source, key }) => `${source} ${key}`)).toEqual([
    'retreats new',
    'twilio new',
    'zoom new',
  ]);
});

test('a STOP that Twilio resends has no second effect, even after ninety days', async () => {
  const world = remindersOf(portal);
  const student = await world.openTextedStudent();
  const path = '/api/webhooks/twilio/replies';
  const form = {
    MessageSid: 'SM-replayed',
    From: student.phone,
    To: portal.settings.texts.senders.reminders,
    Body: 'STOP',
  };
  const signed = Object.keys(form)
    .toSorted()
    .reduce((text, key) => text + key + form[key as keyof typeof form], portal.url + path);
  const signature = createHmac('sha1', portal.settings.texts.authToken)
    .update(signed)
    .digest('base64');
  const send = () =>
    fetch(portal.url + path, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(form),
    });
  expect((await send()).status).toBe(200);
  expect(await world.consentOf(student.id)).toBe(false);
  for (const days of [89, 91, 400]) {
    await world.setConsent(student.id, true);
    portal.clock.moveTo(at(days));
    await deleteOldRecords();
    expect((await send()).status).toBe(200);
    expect(await world.consentOf(student.id)).toBe(true);
  }
});

test('a STOP is kept without the id of its message', async () => {
  const student = await remindersOf(portal).openTextedStudent();
  const { reminders } = portal.settings.texts.senders;
  await remindersOf(portal).reply(student.phone, 'STOP', reminders);
  const kept = await portal.database.select().from(webhookEvents);
  expect(kept.map(({ key }) => key)).toEqual([expect.stringMatching(/^lasting [\w-]{43}$/)]);
});

test('a retreat event that is resent after ninety days is refused as too old', async () => {
  const site = retreatSiteOf(portal);
  const reference = site.newReference();
  const body = site.bodyOf({ reference });
  const timestamp = site.nowSeconds();
  expect((await site.post(body, { timestamp })).status).toBe(200);
  for (const days of [89, 91]) {
    portal.clock.moveTo(at(days));
    await deleteOldRecords();
    expect((await site.post(body, { timestamp })).status).toBe(401);
  }
});

test('dead jobs are deleted after ninety days', async () => {
  await portal.database.execute(`
    insert into pgboss.job (name, data, source_name, created_on) values
      ('dead-jobs', '{}', 'mail-schedule', now() - interval '91 days'),
      ('dead-jobs', '{}', 'mail-account-reset', now() - interval '89 days')`);
  await deleteOldRecords();
  const { rows } = await portal.database.execute(
    `select source_name from pgboss.job where name = 'dead-jobs'`,
  );
  expect(rows).toEqual([{ source_name: 'mail-account-reset' }]);
});

test('the remains of an erased person are blanked once their class is over', async () => {
  const { database } = portal;
  const [erased, other] = [await openStudent(portal), await openStudent(portal)];
  const classId = await meetingsOf(portal).addClass('2026-11-17T23:00:00Z');
  const place = { classId, joinUrl: 'http://x', zoomRegistrantId: 'z', updatedAt: at(0) };
  await database.execute(
    sql`select erase_person(${erased.id}, ${at(0).toISOString()}::timestamptz)`,
  );
  for (const { id: personId, email } of [erased, other]) {
    await database.insert(meetingRegistrants).values({ ...place, personId, email });
    await database.insert(sentMessages).values({
      key: `late ${personId}`,
      personId,
      ...message,
      recipient: email,
      createdAt: at(0),
    });
  }
  const placesWithEmail = () => database.$count(meetingRegistrants, sql`email is not null`);
  portal.clock.moveTo(new Date('2026-11-18T22:59:00Z'));
  await deleteOldRecords();
  expect(await placesWithEmail()).toBe(2);
  portal.clock.moveTo(new Date('2026-11-18T23:01:00Z'));
  await deleteOldRecords();
  expect(await placesWithEmail()).toBe(1);
  expect(await meetingsOf(portal).seat(erased.id, classId)).toMatchObject({
    email: null,
    joinUrl: null,
    zoomRegistrantId: null,
  });
  const notes = await database
    .select()
    .from(sentMessages)
    .where(sql`key like 'late %'`)
    .orderBy(sentMessages.id);
  expect(notes.map(({ recipient }) => recipient)).toEqual(['erased', other.email]);
});
