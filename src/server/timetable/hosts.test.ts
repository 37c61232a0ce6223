import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { auditLog, classes, people } from '../database/schema.ts';

const second = 'second-host@sandbox.test';
let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let admin: ReturnType<typeof openClient>;
let daniel: number;
let elena: number;
let ruth: number;

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  world = meetingsOf(portal);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  const idOf = async (email: string) =>
    (await portal.database.select().from(people).where(eq(people.email, email)))[0]?.id ?? 0;
  daniel = await idOf('teacher@demo.test');
  elena = await idOf('elena.moretti@demo.test');
  ruth = await idOf('ruth.abara@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.forgetDemoClasses();
  await portal.database.update(people).set({ zoomUser: null });
});

const setUser = (id: number, zoomUser: string | null) =>
  portal.database.update(people).set({ zoomUser }).where(eq(people.id, id));

const fields = (change: object = {}) => ({
  pacificDate: '2026-11-24T12:00:00',
  timeSlot: '5PM',
  dayOfWeek: 'Tuesday',
  classType: 'Weekly',
  ...change,
});
const add = (change: object = {}) =>
  admin.post('/api/classes/test', {
    ...fields(change),
    startTime: '2026-11-25T01:00:00Z',
    weekIndex: 0,
    totalCount: 1,
  });
const edit = (id: number, change: object) => admin.patch(`/api/classes/${id}`, fields(change));
const hostOf = async (id: number) => (await world.classRow(id)).host;

const ofCourse = (whose = '') =>
  `The course’s Zoom account already hosts a class on Tuesday, November 24 at 5:00 PM PT${whose}. Choose an instructor with their own Zoom user, or another time.`;
const danielHasOne = ofCourse(' (Daniel Reyes)');
const refusal = (who: string) =>
  `${who} on Tuesday, November 24 at 5:00 PM PT. Please choose another time or instructor.`;

test('a second class of one host at the same time is refused, and the other instructor is named', async () => {
  await add({ instructorId: daniel });
  const { status, body } = await add({ instructorId: elena });
  expect([status, body.message]).toEqual([409, danielHasOne]);
});

test('a class without an instructor also occupies its host', async () => {
  await add();
  const { body } = await add({ instructorId: elena });
  expect(body.message).toBe(ofCourse());
});

test('an instructor with their own Zoom user can have a class at the same time', async () => {
  await setUser(elena, second);
  await add({ instructorId: daniel });
  const { status, body } = await add({ instructorId: elena });
  expect(status).toBe(200);
  expect(await hostOf(body.id)).toBe(second);
});

test('the portal’s own Zoom user is not a second host', async () => {
  await setUser(elena, 'HOST@sandbox.test');
  await add({ instructorId: daniel });
  expect((await add({ instructorId: elena })).body.message).toBe(danielHasOne);
});

test('of two concurrent classes of one host one is created, and the other names its instructor', async () => {
  const answers = await Promise.all([daniel, elena, ruth].map((id) => add({ instructorId: id })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  for (const { status, body } of answers) {
    if (status === 409) expect(body.message).toMatch(/already hosts a class .+ \(\S+ \S+\)\./);
  }
});

test('classes of one host can follow each other hour by hour', async () => {
  expect((await add({ instructorId: daniel })).status).toBe(200);
  expect((await add({ instructorId: elena, timeSlot: '6PM' })).status).toBe(200);
  expect((await add({ instructorId: ruth, timeSlot: '4PM' })).status).toBe(200);
});

test('a class does not move to a time at which its host is busy', async () => {
  await add({ instructorId: daniel });
  const { body: later } = await add({ instructorId: elena, timeSlot: '7PM' });
  const { status, body } = await edit(later.id, { instructorId: elena });
  expect([status, body.message]).toEqual([409, danielHasOne]);
  expect((await edit(later.id, { instructorId: elena, timeSlot: '6PM' })).status).toBe(200);
});

test('two classes cannot both move to the same time of one host', async () => {
  const ids = [];
  for (const [instructorId, timeSlot] of [
    [daniel, '7PM'],
    [elena, '8PM'],
  ]) {
    ids.push((await add({ instructorId, timeSlot })).body.id);
  }
  const answers = await Promise.all([
    edit(ids[0], { instructorId: daniel }),
    edit(ids[1], { instructorId: elena }),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('the database itself refuses a second class of a host at one time', async () => {
  await world.addClass('2026-11-25T01:00:00Z', { host: second, instructorId: daniel });
  const twin = world.addClass('2026-11-25T01:00:00Z', { host: second, instructorId: elena });
  await expect(twin).rejects.toMatchObject({
    cause: { constraint: 'classes_one_per_start_and_host' },
  });
});

test('a new instructor is refused if their Zoom user has another class at that time', async () => {
  await setUser(elena, second);
  const { body: hers } = await add({ instructorId: elena });
  await edit(hers.id, { instructorId: ruth, keepHost: true });
  const { body: his } = await add({ instructorId: daniel });
  const { status, body } = await edit(his.id, { instructorId: elena });
  const ruthHasOne = refusal('Ruth Abara already has a class with this Zoom host');
  expect([status, body.message]).toEqual([409, ruthHasOne]);
  expect((await edit(his.id, { instructorId: elena, keepHost: true })).status).toBe(200);
  expect(await hostOf(his.id)).toBeNull();
});

test('a new instructor without a Zoom user keeps the class’s host', async () => {
  await setUser(elena, second);
  const { body: made } = await add({ instructorId: elena });
  await edit(made.id, { instructorId: daniel });
  expect(await hostOf(made.id)).toBe(second);
  await edit(made.id, {});
  expect(await hostOf(made.id)).toBe(second);
});

test('within the last hour before a class its host stays the same', async () => {
  await setUser(elena, second);
  const { body: made } = await add({ instructorId: daniel });
  const now = portal.clock.now();
  portal.clock.moveTo(new Date(Date.parse(made.startTime) - 50 * 60_000));
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const { status } = await openClient(portal, { session }).patch(
    `/api/classes/${made.id}`,
    fields({ instructorId: elena }),
  );
  portal.clock.moveTo(now);
  expect([status, await hostOf(made.id)]).toEqual([200, null]);
});

test('the audit log names the new host of a class', async () => {
  await setUser(elena, second);
  const { body: made } = await add({ instructorId: daniel });
  await edit(made.id, { instructorId: elena });
  const entries = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `class:${made.id}`))
    .orderBy(auditLog.id);
  expect(entries.at(-1)?.after).toMatchObject({ instructorId: elena, host: second });
});

test('a class that was allowed to overlap can be edited at its time', async () => {
  const at = '2026-11-25T01:00:00Z';
  await world.addClass(at, { mayShareHost: true, instructorId: daniel });
  const id = await world.addClass(at, { mayShareHost: true, instructorId: elena });
  expect((await edit(id, { instructorId: elena, classType: 'Monthly' })).status).toBe(200);
  expect((await edit(id, { instructorId: ruth, classType: 'Monthly' })).status).toBe(200);
  const moved = await edit(id, { instructorId: ruth, classType: 'Monthly', timeSlot: '6PM' });
  expect(moved.status).toBe(200);
  expect((await edit(id, { instructorId: ruth, classType: 'Monthly' })).status).toBe(409);
  const [row] = await portal.database.select().from(classes).where(eq(classes.id, id));
  expect(row?.mayShareHost).toBe(false);
});
