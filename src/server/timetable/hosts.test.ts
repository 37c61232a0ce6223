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
  `${who} on Tuesday, November 24 at 5:00 PM PT. Please choose another time, or another instructor.`;

test('a second class at the hour of another with the same host is refused, and says whose that is', async () => {
  await add({ instructorId: daniel });
  const { status, body } = await add({ instructorId: elena });
  expect([status, body.message]).toEqual([409, danielHasOne]);
});

test('a class without an instructor holds its host as well', async () => {
  await add();
  const { body } = await add({ instructorId: elena });
  expect(body.message).toBe(ofCourse());
});

test('an instructor with a Zoom user of their own has a class at the same hour', async () => {
  await setUser(elena, second);
  await add({ instructorId: daniel });
  const { status, body } = await add({ instructorId: elena });
  expect(status).toBe(200);
  expect(await hostOf(body.id)).toBe(second);
});

test('a Zoom user that is the portal’s own is no second host', async () => {
  await setUser(elena, 'HOST@sandbox.test');
  await add({ instructorId: daniel });
  expect((await add({ instructorId: elena })).body.message).toBe(danielHasOne);
});

test('of two classes of one host that are asked for at once one is made, and the other learns whose it is', async () => {
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

test('a class does not move to an hour at which its host has another', async () => {
  await add({ instructorId: daniel });
  const { body: later } = await add({ instructorId: elena, timeSlot: '7PM' });
  const { status, body } = await edit(later.id, { instructorId: elena });
  expect([status, body.message]).toEqual([409, danielHasOne]);
  expect((await edit(later.id, { instructorId: elena, timeSlot: '6PM' })).status).toBe(200);
});

test('two classes that move to one hour at once do not both get there', async () => {
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

test('a new instructor does not take a class to a user who has another one then', async () => {
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

test('a new instructor without a Zoom user teaches with the host that the class has', async () => {
  await setUser(elena, second);
  const { body: made } = await add({ instructorId: elena });
  await edit(made.id, { instructorId: daniel });
  expect(await hostOf(made.id)).toBe(second);
  await edit(made.id, {});
  expect(await hostOf(made.id)).toBe(second);
});

test('within the last hour before a class its host stays, whoever teaches it', async () => {
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

test('the log says to which host a class was moved', async () => {
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

test('a class that overlaps since before that was refused can be edited where it is', async () => {
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
