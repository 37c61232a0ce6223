import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { people, sentMessages } from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';

let portal: Portal;
let world: ReturnType<typeof remindersOf>;
beforeAll(async () => {
  portal = await openPortal();
  world = remindersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await world.faults();
  await portal.database.delete(sentMessages);
});

const unregistered =
  'Our sender isn’t registered with the carriers for A2P 10DLC (Twilio error 30034)';

async function admin() {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  return openClient(portal, { session });
}

async function problemOf(personId: number) {
  const { body: rows } = await (await admin()).get('/api/students');
  return rows.find(({ id }: { id: number }) => id === personId)?.textProblem;
}

async function textLink(phone: string) {
  await openClient(portal).post('/api/auth/login', { email: phone });
  await signInOf(portal).finishJobs();
  await portal.sandbox.twilioWebhooksSent();
}

async function openUndelivered(phone: string) {
  const student = await openStudent(portal, { phone });
  await world.faults({ campaign: 'none' });
  await textLink(phone);
  await world.faults();
  return student;
}

test('an undelivered text shows in the person’s row until one is delivered', async () => {
  const phone = '+12025552701';
  const { id } = await openUndelivered(phone);
  const other = await openStudent(portal, { phone: '+12025552702' });
  expect(await problemOf(id)).toBe(unregistered);
  expect(await problemOf(other.id)).toBeNull();
  await textLink(phone);
  expect(await problemOf(id)).toBeNull();
  await world.faults({ failsWith: 30003 });
  await textLink(phone);
  expect(await problemOf(id)).toMatch(/^The phone was turned off/);
});

test('the notice disappears with a new number and after two weeks', async () => {
  const first = await openUndelivered('+12025552703');
  await portal.database
    .update(people)
    .set({ phone: '+12025552704' })
    .where(eq(people.id, first.id));
  expect(await problemOf(first.id)).toBeNull();
  const second = await openUndelivered('+12025552705');
  portal.clock.moveOn(13 * DAY_MS);
  expect(await problemOf(second.id)).toBe(unregistered);
  portal.clock.moveOn(2 * DAY_MS);
  expect(await problemOf(second.id)).toBeNull();
});

test('alumni and staff rows show it too', async () => {
  const { id, email } = await openUndelivered('+12025552706');
  await portal.database.update(people).set({ role: 'alumni' }).where(eq(people.id, id));
  const found = await (await admin()).get(`/api/alumni?page=1&search=${email}`);
  expect(found.body.data[0].textProblem).toBe(unregistered);
  await portal.database.update(people).set({ role: 'teacher' }).where(eq(people.id, id));
  const { body: staff } = await (await admin()).get('/api/admin/staff');
  const row = staff.find((one: { id: number }) => one.id === id);
  expect(row.textProblem).toBe(unregistered);
});

test('admins are warned when most recent texts weren’t delivered, and why', async () => {
  const note = (number: number, problem: string | null) => ({
    key: `text ${number}`,
    kind: 'class-day',
    about: {},
    channel: 'text' as const,
    recipient: '+12025552707',
    status: problem ? ('failed' as const) : ('delivered' as const),
    providerId: `SM${number}`,
    problem,
    createdAt: testNow,
  });
  const add = (numbers: number[], problem: string | null) =>
    portal.database.insert(sentMessages).values(numbers.map((number) => note(number, problem)));
  const warned = () => problemsOf(portal).of('failing-channels');
  await add([1, 2, 3, 4], unregistered);
  expect(await warned()).toEqual([]);
  await add([5], 'The phone was turned off');
  const what = '5 of the last 5 texts weren’t delivered';
  expect(await warned()).toMatchObject([{ what, reason: unregistered }]);
  await add([6, 7, 8, 9, 10], null);
  expect(await warned()).toEqual([]);
  await portal.database.execute(sql`update sent_messages set provider_id = null`);
  expect(await warned()).toEqual([]);
});
