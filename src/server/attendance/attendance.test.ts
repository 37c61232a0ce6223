import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { roomsOf } from '../../../tests/support/rooms.ts';
import { attendanceCorrections, roomEvents } from '../database/schema.ts';
import { decideAttendanceJob } from './jobs.ts';

let portal: Portal;
let world: ReturnType<typeof roomsOf>;
let students: number[];
let nora: number;
let marcus: number;
const cast = ['new-student@demo.test', 'mid-course@demo.test', 'alumni@demo.test'] as const;
const minute = 60 * 1000;

beforeAll(async () => {
  portal = await openPortal();
  world = roomsOf(portal);
  await world.forgetDemoClasses();
  students = await Promise.all(cast.map(world.personId));
  [nora = 0, marcus = 0] = students;
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(() => world.setZoomReporting());

let weeks = 0;
function nextRoom(who = students) {
  weeks += 1;
  const start = new Date(Date.parse('2026-11-18T00:00:00Z') + weeks * 7 * 24 * 60 * minute);
  return world.openRoom(start.toISOString(), who, weeks);
}

function expectNear(found: Date | null | undefined, minutes: number, startsAt: Date) {
  const seconds = ((found?.getTime() ?? 0) - startsAt.getTime()) / 1000;
  expect(seconds).toBeGreaterThanOrEqual(minutes * 60);
  expect(seconds).toBeLessThan(minutes * 60 + 60);
}

const reportedIn = (classId: number) =>
  and(eq(roomEvents.classId, classId), eq(roomEvents.source, 'report'));

const settled = (classId: number) => async () =>
  (await world.classRow(classId)).attendanceSettledAt !== null;

async function decideAgain(classId: number, personId: number) {
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, decideAttendanceJob, { classId, personId }),
  );
}

test('ten minutes make a student Present, in one stay or two, matched by registrant', async () => {
  await world.setZoomReporting({ reportTiming: 'at-once', webhooks: 'never' });
  const room = await nextRoom();
  // Names and emails can change, so they don't identify anyone. The report still contains the old ones.
  await portal.database.execute(
    `update people set first_name = 'New', last_name = 'Name', email = 'new-name@demo.test' where id = ${nora}`,
  );
  expect(await room.enter(0)).toContain('You’re in the meeting as');
  await room.enter(1);
  portal.clock.moveOn(5 * minute);
  await room.leave(1);
  await room.enter(2);
  portal.clock.moveOn(2 * minute);
  await room.enter(1);
  portal.clock.moveOn(5 * minute);
  await world.setZoomReporting({ reportTiming: 'at-once' });
  await room.end();
  await world.finishJobs();
  expect((await world.present(room.classId)).toSorted()).toEqual([nora, marcus].toSorted());
  const { startsAt, attendanceSettledAt } = await world.classRow(room.classId);
  expect(attendanceSettledAt).not.toBeNull();
  const record = await world.record(nora, room.classId);
  expect(record?.source).toBe('report');
  expectNear(record?.joinedAt, 0, startsAt);
  expectNear(record?.leftAt, 12, startsAt);
});

test('a student is Joined right away, and Present after enough minutes', async () => {
  const room = await nextRoom([nora]);
  const { startsAt } = await world.classRow(room.classId);
  await room.enter(0);
  expect(await world.record(nora, room.classId)).toEqual({
    personId: nora,
    classId: room.classId,
    status: 'Joined',
    source: 'webhook',
    joinedAt: expect.any(Date),
    leftAt: null,
    recordedAt: expect.any(Date),
  });
  await expect
    .poll(() => world.waits(decideAttendanceJob.name), { timeout: 30_000 })
    .toContainEqual(expect.closeTo(600, -1.5));
  portal.clock.moveOn(10 * minute);
  await decideAgain(room.classId, nora);
  await expect.poll(() => world.present(room.classId), { timeout: 30_000 }).toEqual([nora]);
  await room.leave(0);
  const record = await world.record(nora, room.classId);
  expect(record?.status).toBe('Present');
  expectNear(record?.joinedAt, 0, startsAt);
  expectNear(record?.leftAt, 10, startsAt);
});

test('a student who leaves early is Joined until the class is over, then has no record', async () => {
  const room = await nextRoom([nora]);
  await room.enter(0);
  portal.clock.moveOn(3 * minute);
  await room.leave(0);
  expect(await world.record(nora, room.classId)).toMatchObject({ status: 'Joined' });
  portal.clock.moveOn(58 * minute);
  await decideAgain(room.classId, nora);
  await expect.poll(() => world.record(nora, room.classId), { timeout: 30_000 }).toBeUndefined();
});

test.each(['out-of-order', 'late'])(
  'join and leave events that arrive %s have the same result',
  async (webhooks) => {
    await world.setZoomReporting({ webhooks, reportTiming: 'never' });
    const room = await nextRoom([nora, marcus]);
    await room.enter(0);
    await room.enter(1);
    portal.clock.moveOn(4 * minute);
    await room.leave(1);
    portal.clock.moveOn(8 * minute);
    await room.leave(0);
    portal.clock.moveOn(50 * minute);
    await room.end();
    await expect.poll(() => world.present(room.classId), { timeout: 30_000 }).toEqual([nora]);
    await decideAgain(room.classId, marcus);
    await expect
      .poll(() => world.record(marcus, room.classId), { timeout: 30_000 })
      .toBeUndefined();
  },
);

test('waiting to be let in does not count as attendance', async () => {
  await world.setZoomReporting({ door: 'waiting-room', reportTiming: 'at-once' });
  const room = await nextRoom([nora, marcus]);
  expect(await room.enter(0)).toContain('Please wait');
  await room.enter(1);
  portal.clock.moveOn(15 * minute);
  await room.leave(1);
  await room.admit();
  expect(await world.record(nora, room.classId)).toMatchObject({ status: 'Joined' });
  portal.clock.moveOn(9 * minute);
  expect(await room.open()).not.toContain('waiting');
  await room.end();
  await world.finishJobs();
  portal.clock.moveOn(60 * minute);
  for (const student of [nora, marcus]) await decideAgain(room.classId, student);
  await expect
    .poll(() => Promise.all([nora, marcus].map((one) => world.record(one, room.classId))))
    .toEqual([undefined, undefined]);
});

test('guests with the shared link are kept by name, without attendance', async () => {
  await world.setZoomReporting({ sharedLink: 'lets-in' });
  const room = await nextRoom([nora]);
  await fetch(`${portal.sandbox.url}/zoom/j/${room.meetingId}/guest`, {
    method: 'POST',
    body: new URLSearchParams({ name: 'Nora’s iPad' }),
  });
  await portal.sandbox.zoomWebhooksSent();
  const events = await portal.database.select().from(roomEvents);
  const ofClass = events.filter(({ classId }) => classId === room.classId);
  expect(ofClass).toMatchObject([{ kind: 'joined', personId: null, name: 'Nora’s iPad' }]);
  expect(await world.record(nora, room.classId)).toBeUndefined();
});

test('a growing report adds attendance right away and removes it only once complete', async () => {
  const room = await nextRoom([nora, marcus]);
  await room.enter(0);
  await world.setZoomReporting({ webhooks: 'never' });
  await room.enter(1);
  portal.clock.moveOn(4 * minute);
  // The leave event never arrives, so the student still seems to be in the room.
  await room.leave(0);
  portal.clock.moveOn(58 * minute);
  await world.setZoomReporting({ webhooks: 'in-order' });
  await room.end();
  await expect
    .poll(() => world.waits('settle-attendance'), { timeout: 30_000 })
    .toEqual([expect.closeTo(300, -1.5)]);
  expect(await world.present(room.classId)).toEqual([nora]);

  portal.clock.moveOn(3 * minute);
  await world.runWaitingJobs();
  await expect
    .poll(() => portal.database.$count(roomEvents, reportedIn(room.classId)), { timeout: 30_000 })
    .toBe(2);
  expect(await world.present(room.classId)).toEqual([nora]);

  portal.clock.moveOn(4 * minute);
  await world.finishJobs();
  await expect.poll(settled(room.classId), { timeout: 30_000 }).toBe(true);
  expect(await world.present(room.classId)).toEqual([marcus]);
  expect(await world.record(nora, room.classId)).toBeUndefined();
  expect(await world.record(marcus, room.classId)).toMatchObject({ source: 'report' });
});

test('corrections override webhooks and reports', async () => {
  await world.setZoomReporting({ reportTiming: 'at-once' });
  const room = await nextRoom();
  const by = await world.personId('admin@demo.test');
  const statuses = ['Missed', 'Present', 'Excused'] as const;
  await portal.database.insert(attendanceCorrections).values(
    students.map((personId, at) => ({
      personId,
      classId: room.classId,
      status: statuses[at] ?? 'Present',
      reason: 'by phone',
      correctedBy: by,
      correctedAt: portal.clock.now(),
    })),
  );
  for (const at of [0, 2]) await room.enter(at);
  portal.clock.moveOn(62 * minute);
  await room.end();
  await world.finishJobs();
  const records = await Promise.all(students.map((one) => world.record(one, room.classId)));
  expect(records).toMatchObject([
    undefined as never,
    { status: 'Present', source: 'hand' },
    { status: 'Excused', source: 'hand' },
  ]);
});

test('trying out the room before the class records nothing', async () => {
  const classId = await world.addMeeting('2027-06-23T00:00:00Z');
  await world.register(nora, classId, 10);
  const link = await world.link(nora, classId);
  const { zoomMeetingId } = await world.classRow(classId);
  await fetch(`${portal.sandbox.url}/zoom/s/${zoomMeetingId}`);
  await fetch(link);
  portal.clock.moveOn(20 * minute);
  await world.post(`/zoom/s/${zoomMeetingId}/end`);
  await portal.sandbox.zoomWebhooksSent();
  await world.finishJobs();
  expect((await world.classRow(classId)).attendanceSettledAt).toBeNull();
  expect(await world.record(nora, classId)).toBeUndefined();
});
