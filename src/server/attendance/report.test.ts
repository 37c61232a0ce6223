import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { roomsOf } from '../../../tests/support/rooms.ts';
import { auditLog } from '../database/schema.ts';
import { listDeadJobs } from '../jobs/dead-jobs.ts';
import { readReportsJob, settleAttendanceJob } from './jobs.ts';

let portal: Portal;
let world: ReturnType<typeof roomsOf>;
let nora: number;
let asked: string[];
const minute = 60 * 1000;
const hour = 60 * minute;

beforeAll(async () => {
  asked = [];
  portal = await openPortal({
    meetings: (real) => ({
      ...real,
      report: (id) => {
        asked.push(id);
        return real.report(id);
      },
    }),
  });
  world = roomsOf(portal);
  await world.forgetDemoClasses();
  nora = await world.personId('new-student@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(() => world.setZoomReporting());

let weeks = 0;
async function holdClass() {
  weeks += 1;
  const start = new Date(Date.parse('2026-11-18T00:00:00Z') + weeks * 7 * 24 * hour);
  const room = await world.openRoom(start.toISOString(), [nora], weeks);
  await room.enter(0);
  portal.clock.moveOn(50 * minute);
  asked = [];
  await room.end();
  return room;
}

async function runNightly() {
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, readReportsJob, {}),
  );
}

const problemOf = async (classId: number) => (await world.classRow(classId)).attendanceProblem;

async function clientOf(email: 'admin@demo.test' | 'teacher@demo.test') {
  const [, session = ''] = (await portal.cookieOf(email)).split('=');
  return openClient(portal, { session });
}

test.each([
  [
    'basic-plan',
    'The Zoom plan or the host’s license doesn’t allow this. Zoom returned 400 (200): No permission.',
  ],
  [
    'no-scope',
    'The Zoom app is missing a scope (the Setup page shows which one). Zoom returned 400 (4711): Invalid access token, does not contain scopes:[report:read:admin',
  ],
  [
    'no-scope-old-app',
    'The Zoom app is missing a scope (the Setup page shows which one). Zoom returned 400 (4700): Invalid access token',
  ],
  [
    'no-hosting',
    'The host isn’t allowed to hold Zoom meetings. Zoom returned 400 (3161): Your user',
  ],
])(
  'a report refused for %s shows on the class with advice, and webhooks still count',
  async (reports, said) => {
    await world.setZoomReporting({ reports, reportTiming: 'at-once' });
    const { classId } = await holdClass();
    await expect
      .poll(() => problemOf(classId), { timeout: 10_000 })
      .toContain(`Zoom won’t tell us who attended: ${said}`);
    expect(await problemOf(classId)).toContain(
      'Reports require a Pro plan or higher and the scope report:read:admin. Ask the person who manages your Zoom account to set this up, then press Retry.',
    );
    expect(await world.present(classId)).toEqual([nora]);
    await world.finishJobs();
    expect(await listDeadJobs(portal.database)).toEqual([]);
    await world.setZoomReporting();
    portal.clock.moveOn(8 * hour);
    await runNightly();
    await world.finishJobs();
    expect(await problemOf(classId)).toBeNull();
    expect(await world.record(nora, classId)).toMatchObject({ source: 'report' });
  },
);

test('staff see refused reports once for all classes, and editors can retry them', async () => {
  await world.setZoomReporting({ reports: 'basic-plan' });
  const { classId } = await holdClass();
  await expect.poll(() => problemOf(classId), { timeout: 10_000 }).toContain('No permission');
  const admin = await clientOf('admin@demo.test');
  const teacher = await clientOf('teacher@demo.test');
  const { startsAt } = await world.classRow(classId);
  const problems = problemsOf(portal);
  expect(await problems.of('attendance')).toMatchObject([
    {
      reason: await problemOf(classId),
      classes: [{ id: classId, startTime: startsAt.toISOString() }],
    },
  ]);
  expect((await teacher.post('/api/admin/attendance-problems/retry')).status).toBe(403);
  await world.setZoomReporting();
  portal.clock.moveOn(hour);
  expect(await admin.post('/api/admin/attendance-problems/retry')).toMatchObject({
    status: 200,
    body: { message: 'We’re asking Zoom again.' },
  });
  await world.finishJobs();
  expect(await problems.of('attendance')).toEqual([]);
  const action = 'attendance: reports asked for again';
  expect(await portal.database.$count(auditLog, eq(auditLog.action, action))).toBe(1);
});

test('the nightly job reads reports that webhooks missed, and yesterday’s again', async () => {
  await world.setZoomReporting({ webhooks: 'never', reportTiming: 'at-once' });
  const { classId, meetingId } = await holdClass();
  await runNightly();
  await world.finishJobs();
  // The report is requested an hour after the start at the earliest.
  expect(asked).toEqual([]);
  portal.clock.moveOn(8 * hour);
  await runNightly();
  await world.finishJobs();
  expect(await world.present(classId)).toEqual([nora]);
  expect(asked).toEqual([meetingId, meetingId]);
  const { attendanceSettledAt } = await world.classRow(classId);
  expect(attendanceSettledAt).not.toBeNull();
  await runNightly();
  await world.finishJobs();
  expect(asked).toHaveLength(3);
  expect((await world.classRow(classId)).attendanceSettledAt).toEqual(attendanceSettledAt);
  portal.clock.moveOn(24 * hour);
  await runNightly();
  await world.finishJobs();
  expect(asked).toHaveLength(3);
});

test('an empty class requests no report, and a missing report is requested for one day', async () => {
  const startsAt = new Date(portal.clock.now().getTime() + 48 * hour);
  const empty = await world.addMeeting(startsAt.toISOString());
  portal.clock.moveTo(new Date(startsAt.getTime() + 2 * hour));
  asked = [];
  await runNightly();
  await world.finishJobs();
  expect((await world.classRow(empty)).attendanceSettledAt).not.toBeNull();
  expect(asked).toEqual([]);

  await world.setZoomReporting({ reportTiming: 'never' });
  const { classId } = await holdClass();
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(1);
  portal.clock.moveOn(24 * hour);
  await world.finishJobs();
  expect((await world.classRow(classId)).attendanceSettledAt).not.toBeNull();
  expect(await world.present(classId)).toEqual([nora]);
  expect(asked).toHaveLength(2);
});

test('an empty report is not taken as complete', async () => {
  await world.setZoomReporting({ webhooks: 'never' });
  weeks += 1;
  const start = new Date(Date.parse('2026-11-18T00:00:00Z') + weeks * 7 * 24 * hour);
  const room = await world.openRoom(start.toISOString(), [nora], weeks);
  await room.enter(0);
  portal.clock.moveOn(50 * minute);
  await world.setZoomReporting({ webhooks: 'in-order' });
  asked = [];
  await room.end();
  await expect.poll(() => asked.length).toBe(1);
  await expect.poll(() => world.waits('settle-attendance')).toHaveLength(1);
  portal.clock.moveOn(3 * minute);
  await world.runWaitingJobs();
  await expect.poll(() => asked.length).toBe(2);
  portal.clock.moveOn(4 * minute);
  await world.finishJobs();
  expect(await world.present(room.classId)).toEqual([nora]);
  expect((await world.classRow(room.classId)).attendanceSettledAt).not.toBeNull();
});

test('a report and a webhook on two nodes at once leave one record', async () => {
  await world.setZoomReporting({ reportTiming: 'at-once' });
  const { classId } = await holdClass();
  await portal.database.transaction((transaction) =>
    portal.queue.addAll(
      transaction,
      settleAttendanceJob,
      Array.from({ length: 8 }, () => ({ classId, instanceId: null })),
    ),
  );
  await world.finishJobs();
  expect(await world.present(classId)).toEqual([nora]);
  const { rows } = await portal.database.execute<{ times: number }>(
    `select count(*)::int as times from room_events where class_id = ${classId} and source = 'report'`,
  );
  expect(rows).toEqual([{ times: 2 }]);
});

test('time in a breakout room counts, and the person is listed once', async () => {
  await world.setZoomReporting({ reportTiming: 'at-once' });
  weeks += 1;
  const start = Date.parse('2026-11-18T00:00:00Z') + weeks * 7 * 24 * hour;
  const room = await world.openRoom(new Date(start).toISOString(), [nora], weeks);
  const breakout = () => world.post(`/zoom/s/${room.meetingId}/breakout`);
  await room.enter(0);
  portal.clock.moveOn(4 * minute);
  await breakout();
  portal.clock.moveOn(42 * minute);
  await breakout();
  portal.clock.moveOn(4 * minute);
  await room.end();
  await world.finishJobs();
  const admin = await clientOf('admin@demo.test');
  const { body } = await admin.get(`/api/admin/classes/${room.classId}`);
  expect(body.guests).toHaveLength(1);
  expect(body.guests[0].attendance).toMatchObject({
    status: 'Present',
    source: 'report',
    joinedAt: new Date(start).toISOString(),
    leftAt: new Date(start + 50 * minute).toISOString(),
  });
  expect(body.unknownGuests).toEqual([]);
});
