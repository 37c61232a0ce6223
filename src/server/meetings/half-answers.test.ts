import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { meetingRegistrants } from '../database/schema.ts';
import { reconcileMeetingsJob } from './jobs.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;

beforeAll(async () => {
  portal = await openPortal();
  world = meetingsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => world.forgetDemoClasses());
afterEach(() => world.faults());

const host = () => portal.settings.meetings.hostUser;
const meetingOf = async (id: number) => (await world.classRow(id)).zoomMeetingId ?? '';
const problemOf = async (id: number) => (await world.classRow(id)).meetingProblem;
const linksOf = () =>
  portal.database
    .select({ personId: meetingRegistrants.personId, link: meetingRegistrants.joinUrl })
    .from(meetingRegistrants)
    .orderBy(meetingRegistrants.classId, meetingRegistrants.personId);

async function reconcile() {
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, reconcileMeetingsJob, {}),
  );
}

async function openFullClass(startsAt: string, size: number) {
  const id = await world.addMeeting(startsAt);
  const students = [];
  for (let serial = 0; serial < size; serial += 1) {
    const student = await openStudent(portal);
    await world.register(student.id, id, 5);
    students.push(student.id);
  }
  for (const student of students) await world.link(student, id);
  return { id, students };
}

async function takeOff(classId: number, count: number) {
  const meetingId = await meetingOf(classId);
  const registrants = (await portal.zoom.listRegistrants(host(), meetingId)) ?? [];
  for (const one of registrants.slice(0, count))
    await portal.zoom.removeRegistrant(host(), meetingId, one.id);
}

async function retry(classId: number) {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const admin = openClient(portal, { session });
  expect((await admin.post(`/api/admin/classes/${classId}/retry-meeting`)).status).toBe(200);
  await world.finishJobs();
}

const failedChecks = async () => {
  const { rows } = await portal.database.execute<{ tries: number }>(
    `select count(*)::int as tries from pgboss.job
     where name in ('reconcile-meetings', 'check-registrants') and state in ('retry', 'failed')`,
  );
  return rows[0]?.tries ?? 0;
};

test.each([{ html: true }, { half: true }, { down: true }])(
  'a comparison while Zoom responds with %j keeps every link and creates no second meeting',
  async (fault) => {
    const { id } = await openFullClass('2026-12-02T00:00:00Z', 2);
    const [before, meetingId] = [await linksOf(), await meetingOf(id)];
    const failed = await failedChecks();
    await world.faults(fault);
    const isDown = { kind: 'down' };
    await expect(portal.zoom.list(host())).rejects.toMatchObject(isDown);
    await expect(portal.zoom.listRegistrants(host(), meetingId)).rejects.toMatchObject(isDown);
    await expect(portal.zoom.find(host(), meetingId)).rejects.toMatchObject(isDown);
    await expect(portal.zoom.report(meetingId)).rejects.toMatchObject(isDown);
    await reconcile();
    await expect.poll(failedChecks, { timeout: 10_000 }).toBeGreaterThan(failed);
    expect(await linksOf()).toEqual(before);
    await world.faults();
    await world.finishJobs();
    expect(await linksOf()).toEqual(before);
    const isOurs = ({ marker }: { marker: string }) => marker === `Class ${id} of ${portal.url}`;
    expect((await portal.zoom.list(host())).filter(isOurs).map((meeting) => meeting.id)).toEqual([
      meetingId,
    ]);
  },
);

test('a meeting whose response was lost is not created twice, even if the list is incomplete', async () => {
  const id = await world.addMeeting('2026-12-03T00:00:00Z');
  const meetingId = await meetingOf(id);
  // Simulate a process that crashed before it saved what Zoom created.
  await portal.database.execute(
    `update classes set zoom_meeting_id = null, meeting_asked_at = now() where id = ${id}`,
  );
  await world.faults({ half: true });
  await world.syncMeeting(id);
  await expect.poll(() => problemOf(id), { timeout: 10_000 }).toContain('couldn’t read');
  await world.faults();
  await world.finishJobs();
  expect(await meetingOf(id)).toBe(meetingId);
});

test('a host’s meeting without a start time does not stop the comparison', async () => {
  const id = await world.addClass('2026-12-04T00:00:00Z');
  await world.zoomCall('POST', `/users/${host()}/meetings`, { topic: 'Office hours', type: 3 });
  expect((await portal.zoom.list(host())).map(({ startsAt }) => startsAt)).toContain(null);
  await reconcile();
  await world.finishJobs();
  expect(await meetingOf(id)).not.toBe('');
});

test('a few registrants who are missing in Zoom are registered again', async () => {
  const { id, students } = await openFullClass('2026-12-05T00:00:00Z', 4);
  const before = await linksOf();
  await takeOff(id, 3);
  await reconcile();
  await world.finishJobs();
  for (const student of students) await world.link(student, id);
  const after = await linksOf();
  expect(after.filter(({ link }, at) => link !== before[at]?.link)).toHaveLength(3);
  expect(await problemOf(id)).toBeNull();
});

test('many registrants who are gone at once keep their links until an admin presses Retry', async () => {
  const { id, students } = await openFullClass('2026-12-06T00:00:00Z', 5);
  const before = await linksOf();
  await takeOff(id, 4);
  for (const _night of [1, 2]) {
    await reconcile();
    await world.finishJobs();
    expect(await linksOf()).toEqual(before);
    expect(await problemOf(id)).toMatch(/^Zoom says 4 of 5 registrants are gone\. We/);
  }
  expect(portal.logged.join('')).toContain('4 of 5 registrants are gone');
  // The meeting itself is fine, but syncing it doesn't clear the problem about its registrants.
  await world.syncMeeting(id);
  await world.finishJobs();
  expect(await problemOf(id)).toContain('4 of 5');
  await retry(id);
  for (const student of students) await world.link(student, id);
  expect(await world.guests(id)).toHaveLength(5);
  expect(await problemOf(id)).toBeNull();
});

test('Retry for another problem does not register many missing people again', async () => {
  const { id } = await openFullClass('2026-12-15T00:00:00Z', 5);
  const before = await linksOf();
  await takeOff(id, 4);
  await portal.database.execute(
    `update classes set meeting_problem = 'Zoom returned 500.' where id = ${id}`,
  );
  await retry(id);
  expect(await linksOf()).toEqual(before);
  expect(await problemOf(id)).toBeNull();
});

test('the note about registrants goes away once Zoom has them again', async () => {
  const { id } = await openFullClass('2026-12-07T00:00:00Z', 1);
  await portal.database.execute(
    `update classes set meeting_problem = 'Zoom says 4 of 5 registrants are gone. We' where id = ${id}`,
  );
  await reconcile();
  await world.finishJobs();
  expect(await problemOf(id)).toBeNull();
});

test('many missing meetings are created again only after an admin presses Retry', async () => {
  const ids = [];
  for (const day of [8, 9, 10, 11, 12, 13]) {
    const { id } = await openFullClass(`2026-12-${String(day).padStart(2, '0')}T00:00:00Z`, 1);
    ids.push(id);
  }
  const before = await Promise.all(ids.map(meetingOf));
  const links = await linksOf();
  for (const meetingId of before) await portal.zoom.remove(host(), meetingId);
  const unannounced = await world.addClass('2026-12-14T00:00:00Z');
  await reconcile();
  await world.finishJobs();
  expect(await Promise.all(ids.map(meetingOf))).toEqual(before);
  expect(await linksOf()).toEqual(links);
  const { rows: dead } = await portal.database.execute(
    `select source_output->>'reason' as reason from pgboss.job
     where name = 'dead-jobs' and source_name = 'reconcile-meetings'`,
  );
  expect(dead).toEqual([{ reason: expect.stringMatching(/^Zoom says 6 of 6 meetings/) }]);
  for (const id of ids) {
    expect(await problemOf(id)).toMatch(/^Zoom says 6 of 6 meetings are gone/);
  }
  expect(await meetingOf(unannounced)).not.toBe('');
  const [first = 0, second = 0] = ids;
  await retry(first);
  expect(await meetingOf(first)).not.toBe(before[0]);
  expect(await problemOf(first)).toBeNull();
  expect(await meetingOf(second)).toBe(before[1]);
});
