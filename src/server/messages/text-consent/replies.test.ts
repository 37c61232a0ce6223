import { createHmac } from 'node:crypto';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { remindersOf } from '../../../../tests/support/reminders.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { consentEvents } from '../../database/schema.ts';
import { timetable } from '../../worker.ts';

let portal: Portal;
let world: ReturnType<typeof remindersOf>;
const reminderNumber = '+12025550191';
const loginNumber = '+12025550190';

beforeAll(async () => {
  portal = await openPortal();
  world = remindersOf(portal);
  await meetingsOf(portal).forgetDemoClasses();
});
afterAll(async () => {
  await portal[Symbol.asyncDispose]();
});
beforeEach(() => portal.clock.moveTo(testNow));

const eventsOf = (personId: number) =>
  portal.database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, personId))
    .orderBy(desc(consentEvents.id));

interface Forged {
  path?: string;
  authToken?: string;
  signedFor?: string;
}

async function post(form: Record<string, string>, { path, authToken, signedFor }: Forged = {}) {
  const address = `${portal.url}${path ?? '/api/webhooks/twilio/replies'}`;
  const content = Object.keys(form)
    .sort()
    .map((name) => name + form[name])
    .join('');
  const signature = createHmac('sha1', authToken ?? portal.sandbox.keys.twilio.authToken)
    .update((signedFor ?? address) + content)
    .digest('base64');
  const headers = { 'x-twilio-signature': signature };
  const body = new URLSearchParams(form);
  const answer = await fetch(address, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

const replyFrom = (phone: string, Body: string, MessageSid: string) => ({
  MessageSid,
  From: phone,
  To: reminderNumber,
  MessagingServiceSid: portal.sandbox.keys.twilio.reminderSender,
  Body,
});

test('STOP ends consent, START restores it, and both are recorded verbatim', async () => {
  const student = await world.openTextedStudent();
  await world.reply(student.phone, 'Stop', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(false);
  await world.reply(student.phone, 'START', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(true);
  expect(await eventsOf(student.id)).toMatchObject([
    { consent: true, source: 'reply', shown: 'Replied: START' },
    { consent: false, source: 'reply', shown: 'Replied: Stop' },
    { consent: true, source: 'page' },
  ]);
});

test.each([
  'STOP',
  'STOPALL',
  'UNSUBSCRIBE',
  'CANCEL',
  'END',
  'QUIT',
  'REVOKE',
  'OPTOUT',
  'OPT-OUT',
])('a reply of %s ends consent, also in lowercase with a period', async (word) => {
  for (const typed of [word, ` ${word.toLowerCase()}. `]) {
    const student = await world.openTextedStudent();
    await post(replyFrom(student.phone, typed, `SM-${typed}`));
    expect(await world.consentOf(student.id), typed).toBe(false);
    expect((await eventsOf(student.id))[0]?.shown).toBe(`Replied: ${typed.trim()}`);
  }
});

test('after STOP in the last hour there is no reminder', async () => {
  const student = await world.openTextedStudent();
  await student.choose(await addClassOn(portal, '2026-11-24'));
  portal.clock.moveTo(new Date('2026-11-24T14:30:00-08:00'));
  await world.reply(student.phone, 'STOP', reminderNumber);
  const [confirmation] = await world.textsTo(student.phone);
  await world.passTo('2026-11-24T15:00:00-08:00');
  expect(await world.textsTo(student.phone)).toEqual([confirmation]);
  expect(confirmation).toContain('unsubscribed');
});

test('someone who stopped reminders still gets login texts', async () => {
  const student = await world.openTextedStudent();
  await world.reply(student.phone, 'STOP', reminderNumber);
  await openClient(portal).post('/api/auth/login', { email: student.phone });
  expect((await messageTo(portal, student.phone, 1)).text).toMatch(
    /code is \d{6}, or sign in here: \S+\/s\/[\w-]{22} /,
  );
});

test('STOP to a login text ends reminders too; START to it starts none', async () => {
  const student = await world.openTextedStudent();
  await world.reply(student.phone, 'STOP', loginNumber);
  expect(await world.consentOf(student.id)).toBe(false);
  await world.reply(student.phone, 'START', loginNumber);
  expect(await world.consentOf(student.id)).toBe(false);
});

test('HELP gets a reply with contact and STOP; other words get none', async () => {
  const student = await world.openTextedStudent();
  await world.reply(student.phone, 'help', reminderNumber);
  const [ofTwilio, help] = await world.textsTo(student.phone);
  expect(help).toMatch(/email help@quiet-mornings\.test\. .*Reply STOP to end\.$/);
  await world.reply(student.phone, 'see you on Tuesday', reminderNumber);
  expect(await world.textsTo(student.phone)).toEqual([ofTwilio, help]);
  expect(await eventsOf(student.id)).toHaveLength(1);
});

test('HELP that the provider answered gets no second reply', async () => {
  const form = { ...replyFrom('+12025552999', 'HELP', 'SM-answered'), OptOutType: 'HELP' };
  expect(await post(form)).toMatchObject({
    status: 200,
    text: expect.not.stringContaining('Help'),
  });
});

test('the provider’s own keywords for STOP and START count', async () => {
  const student = await world.openTextedStudent();
  await world.reply(student.phone, 'alto', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(true);
  await world.faults({ advancedOptOut: true });
  await world.reply(student.phone, 'Alto', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(false);
  await world.reply(student.phone, 'comenzar', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(true);
  const texts = await world.textsTo(student.phone);
  await world.reply(student.phone, 'ayuda', reminderNumber);
  expect(await world.textsTo(student.phone)).toHaveLength(texts.length + 1);
  await world.faults();
  expect((await eventsOf(student.id))[1]?.shown).toBe('Replied: Alto');
});

test('a reply from an unknown number changes nothing', async () => {
  const before = await portal.database.$count(consentEvents);
  expect((await post(replyFrom('+12025552998', 'STOP', 'SM-stranger'))).status).toBe(200);
  expect(await portal.database.$count(consentEvents)).toBe(before);
});

test('a forged reply is refused and changes nothing', async () => {
  const student = await world.openTextedStudent();
  const form = replyFrom(student.phone, 'STOP', 'SM-forged');
  const elsewhere = 'https://elsewhere.test/api/webhooks/twilio/replies';
  expect((await post(form, { authToken: 'a guess' })).status).toBe(401);
  expect((await post(form, { signedFor: elsewhere })).status).toBe(401);
  const unsigned = await fetch(`${portal.url}/api/webhooks/twilio/replies`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  expect(unsigned.status).toBe(401);
  expect(await world.consentOf(student.id)).toBe(true);
});

test('a replayed reply has no second effect', async () => {
  const student = await world.openTextedStudent();
  const stop = replyFrom(student.phone, 'STOP', 'SM-stop');
  const help = replyFrom(student.phone, 'HELP', 'SM-help');
  await post(stop);
  await post(replyFrom(student.phone, 'START', 'SM-start'));
  expect((await post(stop)).status).toBe(200);
  expect(await world.consentOf(student.id)).toBe(true);
  expect(await eventsOf(student.id)).toHaveLength(3);
  expect((await post(help)).text).toContain('<Message>');
  expect((await post(help)).text).not.toContain('<Message>');
});

test.each([31, 100])('a reply replayed after %i days has no second effect', async (days) => {
  const student = await world.openTextedStudent();
  const stop = replyFrom(student.phone, 'STOP', `SM-stop-${days}`);
  const help = replyFrom(student.phone, 'HELP', `SM-help-${days}`);
  await post(stop);
  await post(help);
  await post(replyFrom(student.phone, 'START', `SM-start-${days}`));
  portal.clock.moveOn(days * 24 * 60 * 60 * 1000);
  await runEverythingThatRecurs();
  expect((await post(stop)).status).toBe(200);
  expect(await world.consentOf(student.id)).toBe(true);
  expect((await post(help)).text).not.toContain('<Message>');
});

async function runEverythingThatRecurs() {
  await portal.database.transaction(async (transaction) => {
    for (const job of timetable) await portal.queue.add(transaction, job, {});
  });
  await meetingsOf(portal).finishJobs();
}

test('a delivery report must be signed for its own message', async () => {
  const form = { MessageSid: 'SM-any', MessageStatus: 'delivered' };
  const path = '/api/webhooks/twilio/status?message=1';
  const signedFor = `${portal.url}/api/webhooks/twilio/status?message=2`;
  expect((await post(form, { path, signedFor })).status).toBe(401);
  expect((await post(form, { path })).status).toBe(200);
  expect((await post(form, { path: '/api/webhooks/twilio/status?message=x' })).status).toBe(200);
});
