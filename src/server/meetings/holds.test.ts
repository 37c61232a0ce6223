import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { openStudent } from '../../../tests/support/students.ts';

const pollOptions = { timeout: 30_000, interval: 50 };
const minute = 60 * 1000;
let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let admin: ReturnType<typeof openClient>;
let start: Date;
const calls: string[] = [];

beforeAll(async () => {
  portal = await openPortal({
    meetings: (real) => ({
      ...real,
      create(host, plan) {
        calls.push('create');
        return real.create(host, plan);
      },
      list(host) {
        calls.push('list');
        return real.list(host);
      },
      addRegistrant(host, id, guest) {
        calls.push('add');
        return real.addRegistrant(host, id, guest);
      },
    }),
  });
  world = meetingsOf(portal);
  start = portal.clock.now();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => world.forgetDemoClasses());
afterEach(async () => {
  await world.faults({ revokeTokens: true });
  await portal.database.execute('delete from holds; delete from pgboss.job');
  portal.clock.moveTo(start);
  calls.length = 0;
});

const held = () => problemsOf(portal).of('holds');
const meetingOf = async (id: number) => (await world.classRow(id)).zoomMeetingId;
const classOf = async (id: number) =>
  (await admin.get('/api/classes/all')).body.find((one: { id: number }) => one.id === id);
const deadJobs = async () =>
  (await portal.database.execute(`select 1 from pgboss.job where name = 'dead-jobs'`)).rows.length;
const countOf = (call: string) => calls.filter((one) => one === call).length;

async function addClasses(count: number): Promise<number[]> {
  const ids = [];
  for (let n = 0; n < count; n += 1) {
    ids.push(await world.addClass(`2026-12-${String(10 + n).padStart(2, '0')}T00:00:00Z`));
  }
  for (const id of ids) await world.syncMeeting(id);
  return ids;
}

const longWaits = async () => (await world.waits('sync-meeting')).filter((wait) => wait > 30);
const allWait = (count: number) => expect.poll(longWaits, pollOptions).toHaveLength(count);
const allMade = (ids: number[]) =>
  expect
    .poll(async () => (await Promise.all(ids.map(meetingOf))).every(Boolean), pollOptions)
    .toBe(true);

test('a missing scope is reported once, kills no job, and recovers on its own', async () => {
  const readOnly = 'meeting:read:admin report:read:admin user:read:admin';
  await world.faults({ scope: readOnly, revokeTokens: true });
  const ids = await addClasses(6);
  await allWait(6);
  expect(await held()).toMatchObject([
    {
      what: 'Zoom meetings',
      reason: expect.stringMatching(
        /^The Zoom app is missing a scope .* Zoom returned 400 \(4711\)/,
      ),
      since: expect.stringMatching(/^2026-11-16T18:/),
    },
  ]);
  for (const id of ids) expect(await world.classRow(id)).toMatchObject({ meetingProblem: null });
  const before = countOf('create');
  await world.runWaitingJobs();
  await allWait(6);
  expect(countOf('create')).toBe(before);
  portal.clock.moveOn(16 * minute);
  await world.runWaitingJobs();
  await expect.poll(() => countOf('create'), pollOptions).toBe(before + 1);
  await allWait(6);
  expect([await deadJobs(), (await held()).length]).toEqual([0, 1]);
  await world.faults();
  portal.clock.moveOn(16 * minute);
  const [first = 0] = ids;
  await world.syncMeeting(first);
  await allMade(ids);
  expect(await held()).toEqual([]);
  expect(countOf('list')).toBe(0);
});

test('on a Basic plan the classes and seats say so, and an admin’s Retry fixes it', async () => {
  const made = await world.addMeeting('2026-12-02T00:00:00Z');
  await world.faults({ plan: 'basic' });
  const student = await openStudent(portal);
  await world.register(student.id, made, 5);
  await expect
    .poll(async () => (await classOf(made)).registrantProblems, pollOptions)
    .toEqual([expect.stringMatching(/^No personal link for \S.*: .*host’s license.*\(200\)/)]);
  const ids = await addClasses(3);
  await allWait(3);
  const words = (await held()).map(({ what, reason }) => `${what}: ${reason}`).toSorted();
  expect(words).toEqual([
    expect.stringContaining('The Zoom plan or the host’s license doesn’t allow this'),
    expect.stringMatching(
      /^Zoom meetings for \S+: Zoom doesn’t accept registrations .* must allow registration$/,
    ),
  ]);
  expect(countOf('create')).toBeLessThanOrEqual(3 + 1);
  await world.faults();
  expect((await problemsOf(portal).retry('holds')).status).toBe(200);
  await world.finishJobs();
  await allMade(ids);
  await world.link(student.id, made);
  expect(await held()).toEqual([]);
  expect(await classOf(made)).toMatchObject({ registrantProblems: [], meetingProblem: null });
});

test('a host who cannot hold meetings is on hold until Retry on one of the classes', async () => {
  await world.faults({ host: { type: 99 } });
  const [id = 0] = await addClasses(1);
  await allWait(1);
  expect((await held())[0]?.reason).toMatch(/^The host isn’t allowed to hold Zoom meetings\./);
  await world.faults();
  expect((await admin.post(`/api/admin/classes/${id}/retry-meeting`)).status).toBe(200);
  await allMade([id]);
  expect(await held()).toEqual([]);
});

test.each(['headers', 'bare', '300'])(
  'a daily limit reported as %s is noted on each waiting class until midnight UTC',
  async (dailyLimit) => {
    await world.faults({ meetingsPerDay: 0, dailyLimit });
    const ids = await addClasses(4);
    await allWait(4);
    for (const id of ids) {
      expect((await classOf(id)).meetingProblem).toMatch(
        /^Zoom won’t let us create or change any more meetings for this host today\. .* We’ll try again after 4:00 PM PT\.$/,
      );
    }
    expect(await held()).toMatchObject([
      { what: expect.stringMatching(/^Daily limit for Zoom meetings .*, 4 classes waiting$/) },
    ]);
    // At 10:00 AM Pacific, midnight UTC is six hours away.
    for (const wait of await world.waits('sync-meeting')) {
      expect(wait).toBeGreaterThan(6 * 60 * 60 - 120);
      expect(wait).toBeLessThan(6 * 60 * 60 + 300);
    }
    const before = countOf('create');
    await world.runWaitingJobs();
    await allWait(4);
    expect([countOf('create'), countOf('list')]).toEqual([before, 0]);
    await world.faults();
    portal.clock.moveOn(6 * 60 * minute + 1);
    await world.finishJobs();
    await allMade(ids);
    for (const id of ids) expect((await classOf(id)).meetingProblem).toBeNull();
  },
);

test('while Zoom is down a class says so, and Retry works once it is back', async () => {
  await world.faults({ down: true });
  const [id = 0] = await addClasses(1);
  await expect
    .poll(async () => (await classOf(id)).meetingProblem, pollOptions)
    .toMatch(/^We can’t reach Zoom/);
  expect([await held(), await deadJobs()]).toEqual([[], 0]);
  await world.faults();
  await admin.post(`/api/admin/classes/${id}/retry-meeting`);
  await allMade([id]);
  expect((await classOf(id)).meetingProblem).toBeNull();
});

test('after Zoom was down for an hour, the class gets its meeting at the next try', async () => {
  await world.faults({ down: true });
  const [id = 0] = await addClasses(1);
  await expect
    .poll(async () => (await classOf(id)).meetingProblem, pollOptions)
    .toMatch(/^We can’t reach Zoom/);
  portal.clock.moveOn(60 * minute);
  await world.faults();
  await world.finishJobs();
  await allMade([id]);
  expect((await classOf(id)).meetingProblem).toBeNull();
  expect(await deadJobs()).toBe(0);
});

test('a waiting room that the account has locked is noted on the class, which keeps its meeting', async () => {
  await world.faults({ waitingRoomLocked: true });
  const [id = 0] = await addClasses(1);
  await allMade([id]);
  expect((await classOf(id)).meetingProblem).toMatch(
    /^Zoom didn’t keep the settings .*: the waiting room is on .* press Retry\.$/,
  );
  await world.faults();
  await admin.post(`/api/admin/classes/${id}/retry-meeting`);
  await expect.poll(async () => (await classOf(id)).meetingProblem, pollOptions).toBeNull();
});

test('a person whom Zoom rejects is noted on the class, and Retry tries again', async () => {
  const id = await world.addMeeting('2026-12-02T00:00:00Z');
  await world.faults({ capacity: 0 });
  const student = await openStudent(portal);
  await world.register(student.id, id, 5);
  await expect
    .poll(async () => (await classOf(id)).registrantProblems[0], pollOptions)
    .toMatch(
      /^No personal link for \S.*: Zoom returned 400 \(3043\): Meeting has reached maximum attendee capacity\.$/,
    );
  await expect.poll(deadJobs, pollOptions).toBe(1);
  await world.faults();
  await admin.post(`/api/admin/classes/${id}/retry-meeting`);
  await world.link(student.id, id);
  expect((await classOf(id)).registrantProblems).toEqual([]);
});

test('a meeting whose registration URL was lost with the response uses the join URL instead', async () => {
  const id = await world.addMeeting('2026-12-02T00:00:00Z');
  expect((await classOf(id)).zoomRegistrationUrl).toContain('/zoom/meeting/register/');
  await portal.database.execute(
    `update classes set zoom_meeting_id = null, zoom_registration_url = null, meeting_asked_at = now() where id = ${id}`,
  );
  await world.syncMeeting(id);
  await allMade([id]);
  expect((await classOf(id)).zoomRegistrationUrl).toBe((await world.classRow(id)).zoomJoinUrl);
});

test('a class that has started still gets its meeting, though with a later start in Zoom', async () => {
  const begun = new Date(start.getTime() - 10 * minute).toISOString();
  const id = await world.addMeeting(begun);
  expect((await world.classRow(id)).meetingStartsAt?.getTime()).toBeGreaterThan(Date.parse(begun));
  expect((await classOf(id)).meetingProblem).toBeNull();
});
