import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { rounds } from '../../../../tests/support/rounds.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { classes } from '../../database/schema.ts';

const second = 'second-host@sandbox.test';
let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let staff: ReturnType<typeof staffOf>;
let admin: Awaited<ReturnType<typeof staff.open>>;
let grace: Awaited<ReturnType<typeof staff.open>>;
let other: Awaited<ReturnType<typeof staff.open>>;

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  world = meetingsOf(portal);
  staff = staffOf(portal);
  admin = await staff.open('admin');
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await world.forgetDemoClasses();
  await portal.database.execute('delete from pgboss.job');
  grace = await staff.open('teacher');
  other = await staff.open('teacher');
});

const hostOf = async (id: number) => (await world.classRow(id)).host;
const setUser = (zoomUser: string) => staff.edit(admin, grace.id, { zoomUser });

async function queued(): Promise<number[]> {
  const { rows } = await portal.database.execute<{ id: number }>(
    `select (data ->> 'classId')::int as id from pgboss.job where name = 'sync-meeting' order by 1`,
  );
  return rows.map(({ id }) => id);
}

test('an instructor’s classes move to their new Zoom user, and the response and the audit log say so', async () => {
  const ids = [];
  for (const day of ['24', '25']) {
    ids.push(await world.addClass(`2026-11-${day}T01:00:00Z`, { instructorId: grace.id }));
  }
  const others = await world.addClass('2026-11-26T01:00:00Z', { instructorId: other.id });
  const { status, body } = await setUser('Second-Host@sandbox.test');
  expect([status, body.message]).toEqual([
    200,
    expect.stringMatching(
      /has been updated\. 2 upcoming classes are moving to the new Zoom host, and we’re emailing the new links\.$/,
    ),
  ]);
  for (const id of ids) expect(await hostOf(id)).toBe(second);
  expect([await hostOf(others), await queued()]).toEqual([null, ids]);
  expect((await staff.lastAudit(grace.id))?.after).toMatchObject({ movedClasses: 2 });
});

test('without a Zoom user their classes go back to the portal’s host', async () => {
  const id = await world.addClass('2026-11-24T01:00:00Z', { instructorId: grace.id });
  await setUser(second);
  expect(await hostOf(id)).toBe(second);
  expect((await setUser('')).body.message).toContain(
    '1 upcoming class is moving to the new Zoom host',
  );
  expect(await hostOf(id)).toBeNull();
});

test('past classes, deleted ones, and those that begin within the hour stay where they are', async () => {
  const inMinutes = (minutes: number) =>
    new Date(portal.clock.now().getTime() + minutes * 60_000).toISOString();
  const ids = [
    await world.addClass(inMinutes(-180), { instructorId: grace.id }),
    await world.addClass(inMinutes(30), { instructorId: grace.id }),
    await world.addClass('2026-11-24T01:00:00Z', {
      instructorId: grace.id,
      deletedAt: portal.clock.now(),
    }),
  ];
  expect((await setUser(second)).body.message).toMatch(/has been updated$/);
  for (const id of ids) expect(await hostOf(id)).toBeNull();
});

test('other edits of a staff member move no classes', async () => {
  await setUser(second);
  const id = await world.addClass('2026-11-24T01:00:00Z', { instructorId: grace.id });
  expect((await staff.edit(admin, grace.id, { lastName: 'Hopper' })).status).toBe(200);
  expect([await hostOf(id), await queued()]).toEqual([null, []]);
});

test('a Zoom user with another class at that time is rejected at the field, and nothing changes', async () => {
  const at = '2026-11-25T01:00:00Z';
  const free = await world.addClass('2026-11-24T01:00:00Z', { instructorId: grace.id });
  await world.addClass(at, { instructorId: grace.id });
  await world.addClass(at, { instructorId: other.id, host: second });
  const { status, body } = await setUser(second);
  expect([status, body.field, body.message]).toEqual([
    409,
    'zoomUser',
    expect.stringMatching(
      /^Sam Sample \d+ already has a class with this Zoom host on Tuesday, November 24 at 5:00 PM PT\. Please move one of the classes first, or enter another Zoom user\.$/,
    ),
  ]);
  expect(await hostOf(free)).toBeNull();
  expect((await staff.rowOf(admin, grace.id)).zoomUser).toBeNull();
});

test('two instructors who get the same Zoom user at once cannot both bring a class at the same time', async () => {
  const at = '2026-11-25T01:00:00Z';
  const third = 'third@school.test';
  await world.addClass(at, { instructorId: grace.id });
  await world.addClass(at, { instructorId: other.id, host: third });
  const answers = await Promise.all(
    [grace, other].map(({ id }) => staff.edit(admin, id, { zoomUser: second })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('assigning classes to an instructor while their Zoom user changes causes no deadlock', async () => {
  const id = await world.addClass('2026-12-02T01:00:00Z');
  const giveTo = (instructorId: number) =>
    admin.patch(`/api/classes/${id}`, {
      pacificDate: '2026-12-01T12:00:00',
      timeSlot: '5PM',
      dayOfWeek: 'Tuesday',
      classType: 'Weekly',
      instructorId,
    });
  for (let round = 0; round < rounds; round += 1) {
    const [zoomUser, teacher] = round % 2 ? ['', grace.id] : [second, other.id];
    const answers = await Promise.all([giveTo(teacher), setUser(zoomUser), giveTo(grace.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  }
  await setUser(second);
  await giveTo(grace.id);
  expect(await hostOf(id)).toBe(second);
});

test('a class added while its instructor’s Zoom user changes gets the new one', async () => {
  const add = (slot: number) =>
    admin.post('/api/classes/test', {
      pacificDate: '2026-12-01T12:00:00',
      timeSlot: `${slot}PM`,
      dayOfWeek: 'Tuesday',
      classType: 'Weekly',
      instructorId: grace.id,
      startTime: '2026-12-01T19:00:00Z',
      weekIndex: 0,
      totalCount: 1,
    });
  await Promise.all([add(1), add(2), setUser(second), add(3), add(4), add(5)]);
  const rows = await portal.database
    .select({ host: classes.host })
    .from(classes)
    .where(eq(classes.instructorId, grace.id));
  expect(rows.map(({ host }) => host)).toEqual(Array(5).fill(second));
});
