import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, outboxOf, tokenOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { addClassOn } from '../../../tests/support/students.ts';
import { consentEvents, sentMessages } from '../database/schema.ts';
import { noteDelivery } from './text-sender.ts';

let portal: Portal;
let world: ReturnType<typeof remindersOf>;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(async () => {
  await portal[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world = remindersOf(portal);
  await world.faults();
  await meetingsOf(portal).finishJobs();
  await meetingsOf(portal).forgetDemoClasses();
  portal.clock.moveTo(testNow);
});

async function reminded() {
  const student = await world.openTextedStudent();
  await student.choose(await addClassOn(portal, '2026-11-25'));
  return student;
}
/** Twilio's own example of a number that doesn't exist. */
const unknownNumber = '+15005550001';
const due = '2026-11-24T16:00:00-08:00';

async function lastSent() {
  const [row] = await portal.database.select().from(sentMessages).orderBy(desc(sentMessages.id));
  return row;
}

async function failOnce(student: { id: number }, faults: object) {
  await world.faults(faults);
  portal.clock.moveTo(new Date(due));
  await world.lookOnly();
  await expect.poll(() => world.failedOf(student.id), { timeout: 10_000 }).toBeGreaterThan(0);
  await world.faults();
}

test('a text whose response was lost is looked up and not sent again', async () => {
  const student = await reminded();
  await failOnce(student, { losesAnswers: true });
  await world.passTo(due);
  expect(await world.textsTo(student.phone)).toHaveLength(1);
  expect(await lastSent()).toMatchObject({ status: 'delivered', providerId: /^SM/ });
});

test('a text that the provider couldn’t accept is sent once it can', async () => {
  const student = await reminded();
  await failOnce(student, { status: 500 });
  expect(await lastSent()).toMatchObject({
    status: 'queued',
    problem: 'Twilio returned 500 (error 500)',
  });
  await world.passTo(due);
  expect(await world.textsTo(student.phone)).toHaveLength(1);
  expect((await lastSent())?.problem).toBeNull();
});

test('a login link requested while the provider is down arrives when it is back', async () => {
  const student = await world.openTextedStudent();
  await world.faults({ down: true });
  await openClient(portal).post('/api/auth/login', { email: student.phone });
  await expect
    .poll(async () => (await lastSent())?.problem, { timeout: 10_000 })
    .toMatch('We can’t reach Twilio');
  await world.faults();
  await meetingsOf(portal).finishJobs();
  expect(await world.textsTo(student.phone)).toEqual([
    expect.stringMatching(/code is \d{6}, or sign in here: \S+\/s\/[\w-]{22} /),
  ]);
});

test('Retry-After is respected', async () => {
  const student = await reminded();
  await world.faults({ status: 429, retryAfter: 77 });
  portal.clock.moveTo(new Date(due));
  await world.lookOnly();
  const wait = async () => (await meetingsOf(portal).waits('text-class-day'))[0] ?? 0;
  await expect.poll(wait, { timeout: 10_000 }).toBeGreaterThan(60);
  expect(await wait()).toBeLessThanOrEqual(77);
  expect(await world.failedOf(student.id)).toBe(0);
});

test('someone who opted out with the provider is opted out here too', async () => {
  const student = await reminded();
  const { reminderSender } = portal.sandbox.keys.twilio;
  await world.optOutAtProvider(student.phone, reminderSender);
  await world.passTo(due);
  expect(await world.consentOf(student.id)).toBe(false);
  const events = await portal.database
    .select({ consent: consentEvents.consent, shown: consentEvents.shown })
    .from(consentEvents)
    .where(eq(consentEvents.personId, student.id))
    .orderBy(consentEvents.id);
  const shown = 'The text provider says that this number has opted out';
  expect(events.at(-1)).toEqual({ consent: false, shown });
  expect(await world.planned(student.id)).toMatchObject([{ outcome: 'opted out' }, {}, {}]);
  const { body: rows } = await openClient(portal, await adminCookie()).get('/api/students');
  const row = rows.find(({ id }: { id: number }) => id === student.id);
  expect(row).toMatchObject({ textConsent: false, messageProblem: null });
});

test('a refused text shows in the person’s row with the reason', async () => {
  const student = await world.openTextedStudent({ phone: unknownNumber });
  await student.choose(await addClassOn(portal, '2026-11-25'));
  await world.passTo(due);
  expect(await lastSent()).toMatchObject({ status: 'failed' });
  const { body: rows } = await openClient(portal, await adminCookie()).get('/api/students');
  const row = rows.find(({ id }: { id: number }) => id === student.id);
  expect(row.messageProblem).toBe('This phone number doesn’t exist (Twilio error 21211)');
});

test('delivery reports are recorded, with the reason of a failure', async () => {
  const student = await reminded();
  await world.faults({ failsWith: 30003 });
  await world.passTo(due);
  await portal.sandbox.twilioWebhooksSent();
  expect(await world.textsTo(student.phone)).toEqual([]);
  expect(await lastSent()).toMatchObject({
    status: 'failed',
    problem: 'The phone was turned off or out of range (Twilio error 30003)',
  });
});

test('a failure report before the response wins over it', async () => {
  await reminded();
  await world.faults({ failsWith: 30034, reportsFirst: true });
  await world.passTo(due);
  expect(await lastSent()).toMatchObject({
    status: 'failed',
    providerId: expect.stringMatching(/^SM/),
    problem: expect.stringContaining('isn’t registered with the carriers'),
  });
});

test('repeated and out-of-order reports end in the right status', async () => {
  await reminded();
  await world.faults({ failsWith: 30007, reportsBackwards: true, reportsTwice: true });
  await world.passTo(due);
  await portal.sandbox.twilioWebhooksSent();
  expect(await lastSent()).toMatchObject({ status: 'failed' });
});

test('a text is valid until its class begins, a login text until its link expires', async () => {
  const student = await reminded();
  await openClient(portal).post('/api/auth/login', { email: student.phone });
  await meetingsOf(portal).finishJobs();
  await world.passTo('2026-11-25T15:00:00-08:00');
  const [login, hourBefore] = await world.validityOf(student.phone);
  expect(login).toBeGreaterThan(9 * 60);
  expect(login).toBeLessThanOrEqual(10 * 60);
  expect(hourBefore).toBeGreaterThan(59 * 60);
  expect(hourBefore).toBeLessThanOrEqual(60 * 60);
});

test('a late report doesn’t undo a delivery', async () => {
  await reminded();
  await world.passTo(due);
  await portal.sandbox.twilioWebhooksSent();
  const sent = await lastSent();
  const news = { providerId: sent?.providerId ?? '', status: 'sent', problem: null } as const;
  await portal.database.transaction((transaction) =>
    noteDelivery(transaction, sent?.id ?? 0, news, portal.clock.now()),
  );
  expect(await lastSent()).toMatchObject({ status: 'delivered' });
});

test('the log contains neither numbers nor links', async () => {
  const student = await reminded();
  await failOnce(student, { status: 500 });
  await world.passTo(due);
  const [{ links: [link = 'none'] = [] } = {}] = await outboxOf(portal);
  const log = portal.logged.join('');
  expect(log).not.toContain(student.phone);
  expect(log).not.toContain(tokenOf(link));
});

async function adminCookie(): Promise<Record<string, string>> {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  return { session };
}
