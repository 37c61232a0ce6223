import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { alreadyDid } from '../../../../tests/support/limits.ts';
import { missedClassesOf, reminderNumber } from '../../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { people } from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  await addClassOn(portal, '2026-12-01');
  await addClassOn(portal, '2026-12-08');
});

type Notified = Awaited<ReturnType<typeof world.openNotified>>;

const isUnchanged = async ({ id: _, classId, rows }: Notified) =>
  (await rows())[0]?.classId === classId;

test.each(['3', '2 please', '12', 'Tuesday please'])(
  'a reply of “%s” to two times gets a reply that lists the options',
  async (words) => {
    const student = await world.openNotified();
    expect(await world.say(student.phone, words)).toMatch(
      /Please reply with just 1 or 2, or pick a time here: \S+\/s\/[\w-]{22} Reply STOP to end\.$/,
    );
    expect(await isUnchanged(student)).toBe(true);
  },
);

test('a reply without a number gets no reply, and an unclear one gets none if nothing was proposed', async () => {
  const student = await world.openNotified();
  const before = await world.textsTo(student.phone);
  await world.say(student.phone, 'I was ill, sorry');
  expect(await world.textsTo(student.phone)).toEqual(before);
  const other = await world.openTextedStudent();
  await world.say(other.phone, 'See you at 4');
  expect(await world.textsTo(other.phone)).toEqual([]);
});

test('after STOP a number picks nothing, since we could not confirm it', async () => {
  const student = await world.openNotified();
  await world.say(student.phone, 'STOP');
  const before = await world.textsTo(student.phone);
  await world.postReply(student.phone, '1', `SM-stopped-${student.id}`);
  await world.finishJobs();
  expect(await isUnchanged(student)).toBe(true);
  expect(await world.textsTo(student.phone)).toEqual(before);
});

test('a number sent together with STOP counts as STOP', async () => {
  const student = await world.openNotified();
  await world.postReply(student.phone, '1 STOP', `SM-both-${student.id}`);
  await world.finishJobs();
  expect(await isUnchanged(student)).toBe(true);
  expect(await world.consentOf(student.id)).toBe(false);
});

test('a reply from an unknown phone, or from one that now belongs to someone else, picks nothing', async () => {
  const student = await world.openNotified();
  const { phone } = student;
  await portal.database.update(people).set({ phone: null }).where(eq(people.id, student.id));
  expect(await world.postReply(phone, '1', `SM-nobody-${student.id}`)).toBe(200);
  const heir = await world.openTextedStudent();
  await portal.database.update(people).set({ phone }).where(eq(people.id, heir.id));
  expect(await world.postReply(phone, '1', `SM-heir-${student.id}`)).toBe(200);
  await world.finishJobs();
  expect(await isUnchanged(student)).toBe(true);
  expect(await heir.rows()).toEqual([]);
  expect((await world.textsTo(phone)).at(-1)).toContain('There are no times to pick by text');
});

test('a number sent to the login link sender picks nothing', async () => {
  const student = await world.openNotified();
  await world.postReply(student.phone, '1', `SM-login-${student.id}`, '+12025550190');
  await world.finishJobs();
  expect(await isUnchanged(student)).toBe(true);
  expect(await world.textsTo(student.phone)).toHaveLength(1);
});

test('a deactivated person picks nothing and gets no reply', async () => {
  const student = await world.openNotified();
  const deactivatedAt = portal.clock.now();
  await portal.database.update(people).set({ deactivatedAt }).where(eq(people.id, student.id));
  await world.reply(student.phone, '1', reminderNumber);
  await world.finishJobs();
  expect(await isUnchanged(student)).toBe(true);
  expect(await world.textsTo(student.phone)).toHaveLength(1);
});

test('an auto-responder stops getting replies', async () => {
  const student = await world.openTextedStudent();
  await alreadyDid(portal, 'replies by text', 18, student.id);
  for (let n = 0; n < 4; n += 1) {
    await world.postReply(student.phone, '1', `SM-loop-${student.id}-${n}`);
  }
  await world.finishJobs();
  expect(await world.textsTo(student.phone)).toHaveLength(2);
});

test('a reply that Twilio rejected at first is sent once when Twilio recovers', async () => {
  const student = await world.openNotified();
  await world.faults({ status: 500 });
  await world.postReply(student.phone, '1', `SM-late-${student.id}`);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  await world.faults();
  await world.finishJobs();
  expect(await world.textsTo(student.phone)).toHaveLength(2);
});

test('a choice that was undone before its confirmation went out is not confirmed', async () => {
  const student = await world.openNotified();
  await world.faults({ status: 500 });
  await world.postReply(student.phone, '1', `SM-first-${student.id}`);
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1);
  await world.postReply(student.phone, 'UNDO', `SM-then-${student.id}`);
  await world.faults();
  await world.finishJobs();
  const texts = (await world.textsTo(student.phone)).slice(1);
  expect(texts).toEqual([expect.stringContaining('We canceled your makeup')]);
});

async function waiting(): Promise<number> {
  const { rows } = await portal.database.execute<{ count: number }>(
    `select count(*)::int as count from pgboss.job where state = 'retry' and name = 'text-makeup-answer'`,
  );
  return rows[0]?.count ?? 0;
}
