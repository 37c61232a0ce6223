import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { remindersOf } from '../../../../tests/support/reminders.ts';
import { openStudent } from '../../../../tests/support/students.ts';

let portal: Portal;
let world: ReturnType<typeof remindersOf>;
beforeAll(async () => {
  portal = await openPortal();
  world = remindersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

const reminderNumber = '+12025550191';
let serial = 0;
const open = async (role: 'student' | 'alumni' = 'student') => {
  serial += 1;
  const phone = `+120255526${String(serial).padStart(2, '0')}`;
  return { ...(await openStudent(portal, { role, phone })), phone };
};
type Person = Awaited<ReturnType<typeof open>>;

const choose = (person: Pick<Person, 'post'>, consent: boolean) =>
  person.post('/api/update-text-consent', { consent, clicked: true });

async function textsOf({ phone }: { phone: string }) {
  await meetingsOf(portal).finishJobs();
  return world.textsTo(phone);
}

async function chooseWhileProviderIsBusy(student: Person) {
  await world.faults({ status: 429, retryAfter: 60 });
  await choose(student, true);
  const waits = () => meetingsOf(portal).waits('text-opt-in');
  await expect.poll(waits, { timeout: 10_000 }).toHaveLength(1);
}

async function edit({ id, email, phone }: Person, textConsent: boolean) {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const name = { firstName: 'Sam', lastName: 'Sample', startDate: '2026-11-01' };
  const answer = await openClient(portal, { session }).patch(`/api/admin/students/${id}`, {
    email,
    phone,
    ...name,
    textConsent,
  });
  expect(answer.status).toBe(200);
}

test('opting in is confirmed by one text with sender, frequency, rates, HELP and STOP', async () => {
  const [student, alumnus] = [await open(), await open('alumni')];
  for (const person of [student, alumnus]) await choose(person, true);
  expect(await textsOf(student)).toEqual([
    "Quiet Mornings: You're signed up for TM class reminders, 2 a week. Msg and data rates may apply. Reply HELP for help. Reply STOP to end.",
  ]);
  expect(await textsOf(alumnus)).toEqual([
    "Quiet Mornings: You're signed up for event reminders, 1 a week. Msg and data rates may apply. Reply HELP for help. Reply STOP to end.",
  ]);
});

test('a repeated yes is not confirmed again, but a new one after a no is', async () => {
  const student = await open();
  await Promise.all([choose(student, true), choose(student, true)]);
  expect(await textsOf(student)).toHaveLength(1);
  await choose(student, true);
  expect(await textsOf(student)).toHaveLength(1);
  await choose(student, false);
  expect(await textsOf(student)).toHaveLength(1);
  await choose(student, true);
  expect(await textsOf(student)).toHaveLength(2);
});

test('a no is not confirmed', async () => {
  const student = await open();
  await choose(student, false);
  expect(await textsOf(student)).toEqual([]);
});

test('two yeses before the text goes out are confirmed once', async () => {
  const student = await open();
  await chooseWhileProviderIsBusy(student);
  await choose(student, true);
  await world.faults();
  expect(await textsOf(student)).toHaveLength(1);
});

test('a yes that was withdrawn before the text goes out is not confirmed', async () => {
  const student = await open();
  await chooseWhileProviderIsBusy(student);
  await choose(student, false);
  await world.faults();
  expect(await textsOf(student)).toEqual([]);
});

test('a yes entered by staff is confirmed too, in the daytime', async () => {
  const student = await open();
  portal.clock.moveTo(new Date('2026-11-16T22:00:00-08:00'));
  await edit(student, true);
  const wait = async () => (await meetingsOf(portal).waits('text-opt-in'))[0] ?? 0;
  await expect.poll(wait, { timeout: 10_000 }).toBeGreaterThan(800);
  portal.clock.moveTo(new Date('2026-11-17T07:00:00-08:00'));
  expect(await textsOf(student)).toEqual([expect.stringContaining('signed up for TM class')]);
  await edit(student, false);
  expect(await textsOf(student)).toHaveLength(1);
});

test('only the provider replies to START', async () => {
  const student = await open();
  await choose(student, true);
  await textsOf(student);
  await world.reply(student.phone, 'STOP', reminderNumber);
  await world.reply(student.phone, 'START', reminderNumber);
  expect(await world.consentOf(student.id)).toBe(true);
  expect((await textsOf(student)).slice(1)).toEqual([
    expect.stringContaining('successfully been unsubscribed'),
    expect.stringContaining('successfully been re-subscribed'),
  ]);
});

test('a yes on the page doesn’t count while the person is opted out with the provider', async () => {
  const student = await open();
  await world.optOutAtProvider(student.phone, portal.sandbox.keys.twilio.reminderSender);
  await choose(student, true);
  expect(await textsOf(student)).toEqual([]);
  expect(await world.consentOf(student.id)).toBe(false);
});
