import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { addClassOn, openStudent } from '../../../tests/support/students.ts';
import { holds, sentMessages } from '../database/schema.ts';
import { TextProblem } from '../integrations/texts/port.ts';
import { TryLater } from '../jobs/outcomes.ts';
import { sendLocked } from './text-sender.ts';

let portal: Portal;
let world: ReturnType<typeof remindersOf>;

beforeAll(async () => {
  portal = await openPortal({ environment: { TEXT_COUNTRIES: 'US,CA,GB' } });
  world = remindersOf(portal);
  await meetingsOf(portal).forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await world.faults();
  await portal.database.delete(holds);
  await meetingsOf(portal).finishJobs();
  await meetingsOf(portal).forgetDemoClasses();
});

const due = '2026-11-24T16:00:00-08:00';

async function reminded(at = portal, ...phones: (string | undefined)[]) {
  const classId = await addClassOn(at, '2026-11-25');
  const students = [];
  for (const phone of phones.length > 0 ? phones : [undefined]) {
    const student = await remindersOf(at).openTextedStudent(phone ? { phone } : {});
    await student.choose(classId);
    students.push(student);
  }
  await meetingsOf(at).finishJobs();
  return students as [(typeof students)[number], ...typeof students];
}

async function letDueCome(at = portal) {
  at.clock.moveTo(new Date(due));
  await remindersOf(at).lookOnly();
}

async function admin(at = portal) {
  const [, session = ''] = (await at.cookieOf('admin@demo.test')).split('=');
  return openClient(at, { session });
}
const shown = (at = portal) => problemsOf(at).of('holds');

const deadTexts = async (at = portal) =>
  (
    await at.database.execute(
      sql`select 1 from pgboss.job where name = 'dead-jobs' and source_name like '%text%'`,
    )
  ).rows.length;

test('texts that the account can’t send wait without losing attempts, and go out once it can', async () => {
  const [student, other] = await reminded(portal, undefined, undefined);
  await world.faults({ emptyServices: true });
  await letDueCome();
  expect(await world.heldTexts()).toEqual(['twilio reminders']);
  expect(await world.failedOf(student.id)).toBe(0);
  expect(await deadTexts()).toBe(0);
  expect(await world.textsTo(student.phone)).toEqual([]);

  await world.faults();
  await world.retryHeldTexts();
  for (const { phone } of [student, other ?? student])
    expect(await world.textsTo(phone)).toHaveLength(1);
  expect(await portal.database.$count(holds)).toBe(0);
  expect(await shown()).toEqual([]);
});

test('a hold on texts is one problem and shows in no person’s row', async () => {
  const [student] = await reminded(portal, undefined, undefined, undefined);
  await world.faults({ emptyServices: true });
  await letDueCome();
  await world.heldTexts();
  expect(await shown()).toMatchObject([
    {
      what: 'Text reminders',
      reason: 'The Twilio Messaging Service has no numbers (Twilio error 21703)',
      since: expect.any(String),
    },
  ]);
  const { body: rows } = await (await admin()).get('/api/students');
  const row = rows.find(({ id }: { id: number }) => id === student.id);
  expect(row).toMatchObject({ messageProblem: null, textProblem: null });
  await world.faults();
  await world.retryHeldTexts();
});

test('while texts are on hold, the provider isn’t called for each one', async () => {
  await world.faults({ emptyServices: true });
  const [student] = await reminded();
  await letDueCome();
  await world.heldTexts();
  const asked = await portal.database.$count(sentMessages);
  await openClient(portal).post('/api/auth/login', { email: student.phone });
  await expect.poll(() => world.heldTexts(), { timeout: 10_000 }).toContain('twilio login');
  await openClient(portal).post('/api/auth/login', { email: student.phone });
  const waiting = async () => (await meetingsOf(portal).waits('text-login-link')).length;
  await expect.poll(waiting, { timeout: 10_000 }).toBe(2);
  expect(await portal.database.$count(sentMessages)).toBe(asked + 1);
  await world.faults();
  await world.retryHeldTexts();
});

test('a wrong reminder sender puts only reminders on hold', async () => {
  await using wrong = await openPortal({
    environment: { TWILIO_REMINDER_SENDER: '+12025550177' },
  });
  await meetingsOf(wrong).forgetDemoClasses();
  const [student] = await reminded(wrong);
  await letDueCome(wrong);
  expect(await remindersOf(wrong).heldTexts()).toEqual(['twilio reminders']);
  await signInOf(wrong).requestLink(student.phone);
  expect((await shown(wrong))[0]?.reason).toContain('isn’t a number in this account');
});

test('wrong keys put all texts on hold', async () => {
  await using wrong = await openPortal({
    environment: { TWILIO_AUTH_TOKEN: 'another-auth-token' },
  });
  await openStudent(wrong, { phone: '+12025552801' });
  await openClient(wrong).post('/api/auth/login', { email: '+12025552801' });
  expect(await remindersOf(wrong).heldTexts()).toEqual(['twilio']);
  expect(await shown(wrong)).toMatchObject([
    { what: 'All texts', reason: expect.stringContaining('doesn’t accept the account’s keys') },
  ]);
});

test('a country that the account can’t text puts only its own texts on hold', async () => {
  const british = '+447400123456';
  const [, american] = await reminded(portal, british, undefined);
  await letDueCome();
  expect(await world.heldTexts()).toEqual(['twilio to GB']);
  await expect
    .poll(() => world.textsTo(american?.phone ?? ''), { timeout: 10_000 })
    .toHaveLength(1);
  await world.faults({ countries: ['+1', '+44'] });
  await world.retryHeldTexts();
  expect(await world.textsTo(british)).toHaveLength(1);
});

test('a login text on hold until its link expires shows in the person’s row', async () => {
  const phone = '+12025552802';
  const { id } = await openStudent(portal, { phone });
  await world.faults({ emptyServices: true });
  await openClient(portal).post('/api/auth/login', { email: phone });
  await world.heldTexts();
  portal.clock.moveOn(16 * 60 * 1000);
  await world.retryHeldTexts();
  const { body: rows } = await (await admin()).get('/api/students');
  expect(rows.find((row: { id: number }) => row.id === id).messageProblem).toBe(
    'The link expired before we could send it.',
  );
});

test('a past hold is no problem once no text waits for it', async () => {
  await reminded();
  await world.faults({ emptyServices: true });
  await letDueCome();
  await world.heldTexts();
  const age = (minutes: number) =>
    portal.database.execute(
      sql`update holds set retry_at = ${portal.clock.now().toISOString()}::timestamptz - make_interval(mins => ${minutes})`,
    );
  portal.clock.moveTo(new Date('2026-11-25T16:00:00-08:00'));
  await world.retryHeldTexts();
  await age(9);
  expect(await shown()).toHaveLength(1);
  await age(11);
  expect(await shown()).toEqual([]);
});

test('a reminder on hold until its class begins is dropped', async () => {
  const [student] = await reminded();
  await world.faults({ emptyServices: true });
  await letDueCome();
  await world.heldTexts();
  portal.clock.moveTo(new Date('2026-11-25T16:00:00-08:00'));
  await world.retryHeldTexts();
  expect((await world.planned(student.id))[0]).toMatchObject({ outcome: 'too late' });
  expect(await world.textsTo(student.phone)).toEqual([]);
});

test.each([
  ['an hour holds the texts of its sender', 3600, ['twilio reminders']],
  ['seconds holds none', 30, []],
])('a limit of %s', async (_, seconds, scopes) => {
  const { id: personId } = await openStudent(portal);
  const reminder = { kind: 'reminder', about: {}, toStaff: false, body: 'x' };
  const busy = async () => {
    throw new TextProblem('busy', 'As many texts as it may send in a day', seconds);
  };
  const text = {
    row: { key: `limit of ${seconds}`, personId, ...reminder },
    ...{ to: '+12025552803', body: 'x', searchText: 'x', usefulUntil: portal.clock.now() },
    sender: 'reminders',
  } as const;
  const sending = sendLocked({ ...portal, texts: { ...portal.texts, send: busy } }, text);
  await expect(sending).rejects.toBeInstanceOf(TryLater);
  expect((await portal.database.select().from(holds)).map(({ scope }) => scope)).toEqual(scopes);
});

// Must be the last test, because its text never leaves the queue.
test('a number in a country without texts, entered by staff, gets none, and Problems says why', async () => {
  await reminded(portal, '+5351234567');
  await letDueCome();
  expect(await world.heldTexts()).toEqual(['twilio to CU']);
  expect((await shown())[0]?.reason).toContain('TEXT_COUNTRIES doesn’t allow texts to CU');
});
