import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { classes } from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
const broken = { afterCreate: false };

beforeAll(async () => {
  portal = await openPortal({
    meetings: (real) => ({
      ...real,
      async create(host, plan) {
        const meeting = await real.create(host, plan);
        if (broken.afterCreate) throw new Error('the process died');
        return meeting;
      },
    }),
  });
  world = meetingsOf(portal);
  await world.forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(() => world.faults());

const settled = async (id: number, field: 'zoomMeetingId' | 'meetingProblem') =>
  expect.poll(async () => (await world.classRow(id))[field], { timeout: 10_000 }).not.toBeNull();

test('a new class gets a meeting with registration at the right time', async () => {
  const id = await world.addMeeting('2026-12-02T00:00:00Z');
  const row = await world.classRow(id);
  expect(row).toMatchObject({ meetingProblem: null, meetingAskedAt: null });
  expect(row.meetingStartsAt).toEqual(row.startsAt);
  expect(row.zoomJoinUrl).toContain(`/zoom/j/${row.zoomMeetingId}`);
  expect(row.zoomRegistrationUrl).toContain('/zoom/meeting/register/');
  expect(
    await portal.zoom.find(portal.settings.meetings.hostUser, row.zoomMeetingId ?? ''),
  ).toMatchObject({
    topic: 'TM Weekly Class',
    marker: `Class ${id} of ${portal.url}`,
  });
});

test('classes on both sides of both clock changes begin at the same time in Zoom', async () => {
  // 4 PM Pacific: before and after the fall change, before and after the spring change.
  const starts = [
    '2027-11-06T23:00:00Z',
    '2027-11-08T00:00:00Z',
    '2027-03-14T00:00:00Z',
    '2027-03-14T23:00:00Z',
  ];
  for (const start of starts) {
    const row = await world.classRow(await world.addMeeting(start));
    const meeting = await portal.zoom.find(
      portal.settings.meetings.hostUser,
      row.zoomMeetingId ?? '',
    );
    expect(meeting?.startsAt?.toISOString()).toBe(new Date(start).toISOString());
  }
});

test('an edited class moves its meeting and keeps its addresses', async () => {
  const id = await world.addMeeting('2026-12-03T00:00:00Z');
  const before = await world.classRow(id);
  const startsAt = new Date('2026-12-04T02:00:00Z');
  await portal.database
    .update(classes)
    .set({ startsAt, classType: 'Monthly' })
    .where(eq(classes.id, id));
  await world.syncMeeting(id);
  await expect
    .poll(async () => (await world.classRow(id)).meetingStartsAt, { timeout: 10_000 })
    .toEqual(startsAt);
  const { zoomMeetingId } = await world.classRow(id);
  expect(zoomMeetingId).toBe(before.zoomMeetingId);
  const meeting = await portal.zoom.find(portal.settings.meetings.hostUser, zoomMeetingId ?? '');
  expect(meeting).toMatchObject({ startsAt, topic: 'TM Monthly Class' });
});

test('deleting a class deletes its meeting', async () => {
  const id = await world.addMeeting('2026-12-05T00:00:00Z');
  const { zoomMeetingId } = await world.classRow(id);
  await portal.database
    .update(classes)
    .set({ deletedAt: portal.clock.now() })
    .where(eq(classes.id, id));
  await world.syncMeeting(id);
  await expect
    .poll(async () => (await world.classRow(id)).zoomMeetingId, { timeout: 10_000 })
    .toBeNull();
  expect(await portal.zoom.find(portal.settings.meetings.hostUser, zoomMeetingId ?? '')).toBeNull();
});

test('a process that dies right after Zoom created the meeting leaves one meeting, not two', async () => {
  const id = await world.addClass('2026-12-06T00:00:00Z');
  broken.afterCreate = true;
  await world.syncMeeting(id);
  const isOurs = ({ marker }: { marker: string }) => marker === `Class ${id} of ${portal.url}`;
  await expect
    .poll(
      async () => (await portal.zoom.list(portal.settings.meetings.hostUser)).filter(isOurs).length,
      { timeout: 10_000 },
    )
    .toBe(1);
  expect((await world.classRow(id)).zoomMeetingId).toBeNull();
  broken.afterCreate = false;
  await expect.poll(() => world.waits('sync-meeting')).toHaveLength(1);
  await world.runWaitingJobs();
  await settled(id, 'zoomMeetingId');
  const made = (await portal.zoom.list(portal.settings.meetings.hostUser)).filter(isOurs);
  expect(made.map((meeting) => meeting.id)).toEqual([(await world.classRow(id)).zoomMeetingId]);
});

test('the same job ten times at once creates one meeting', async () => {
  const id = await world.addClass('2026-12-07T00:00:00Z');
  await world.faults({ delayMs: 100 });
  await Promise.all(Array.from({ length: 10 }, () => world.syncMeeting(id)));
  await settled(id, 'zoomMeetingId');
  await world.finishJobs();
  const markers = (await portal.zoom.list(portal.settings.meetings.hostUser)).map(
    ({ marker }) => marker,
  );
  expect(markers.filter((marker) => marker === `Class ${id} of ${portal.url}`)).toHaveLength(1);
});

test('a busy Zoom delays the meeting as long as Zoom asks, and the class says why', async () => {
  await world.faults({ status: 429, retryAfter: 1800 });
  const id = await world.addClass('2026-12-08T00:00:00Z');
  await world.syncMeeting(id);
  await settled(id, 'meetingProblem');
  expect((await world.classRow(id)).meetingProblem).toContain('Zoom returned 429');
  await expect.poll(() => world.waits('sync-meeting')).toHaveLength(1);
  const [wait] = await world.waits('sync-meeting');
  expect(wait).toBeGreaterThan(1780);
  expect(wait).toBeLessThanOrEqual(1800);
  await world.faults();
  await world.runWaitingJobs();
  await settled(id, 'zoomMeetingId');
  expect((await world.classRow(id)).meetingProblem).toBeNull();
});

test('an expired or revoked token is replaced silently', async () => {
  await world.addMeeting('2026-12-08T01:00:00Z');
  portal.clock.moveOn(2 * 60 * 60 * 1000);
  await world.addMeeting('2026-12-08T02:00:00Z');
  await world.faults({ revokeTokens: true });
  const id = await world.addMeeting('2026-12-08T03:00:00Z');
  expect((await world.classRow(id)).meetingProblem).toBeNull();
  expect(portal.logged.join('')).not.toContain('(124)');
});

test('staff get a fresh start URL with each click, and it is never stored', async () => {
  const id = await world.addMeeting('2026-12-09T00:00:00Z');
  const staff = openClient(portal, sessionOf(await portal.cookieOf('teacher@demo.test')));
  const first = await staff.get(`/api/classes/${id}/fresh-zoom-url`);
  const second = await staff.get(`/api/classes/${id}/fresh-zoom-url`);
  expect(first.body.startUrl).toContain('/zoom/s/');
  expect(second.body.startUrl).not.toBe(first.body.startUrl);
  expect(first.headers.get('cache-control')).toBe('no-store');
  expect(JSON.stringify(await world.classRow(id))).not.toContain('zak');
  expect((await staff.get('/api/classes/999999/fresh-zoom-url')).status).toBe(404);
  const without = await world.addClass('2026-12-10T00:00:00Z');
  const refused = await staff.get(`/api/classes/${without}/fresh-zoom-url`);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toContain('Zoom meeting');
  const student = openClient(portal, sessionOf(await portal.cookieOf('new-student@demo.test')));
  expect((await student.get(`/api/classes/${id}/fresh-zoom-url`)).status).toBe(403);
  expect((await openClient(portal).get(`/api/classes/${id}/fresh-zoom-url`)).status).toBe(401);
});

test('an error is shown within seconds if Zoom does not respond', async () => {
  const id = await world.addMeeting('2026-12-11T00:00:00Z');
  const staff = openClient(portal, sessionOf(await portal.cookieOf('admin@demo.test')));
  for (const fault of [{ down: true }, { delayMs: 40_000 }, { status: 500 }]) {
    await world.faults(fault);
    const start = performance.now();
    const { status, body } = await staff.get(`/api/classes/${id}/fresh-zoom-url`);
    expect(status).toBe(503);
    expect(body.message).toMatch(/^Zoom isn’t responding/);
    expect(performance.now() - start).toBeLessThan(30_000);
  }
});

function sessionOf(cookie: string): Record<string, string> {
  const [name = '', value = ''] = cookie.split('=');
  return { [name]: value };
}

test('jobs outlast a two-day outage', async () => {
  const { rows } = await portal.database.execute(
    `select name, retry_limit * retry_delay_max >= 2 * 24 * 60 * 60 as is_long from pgboss.queue
     where name in ('sync-meeting', 'sync-registrant') order by name`,
  );
  expect(rows).toEqual([
    { name: 'sync-meeting', is_long: true },
    { name: 'sync-registrant', is_long: true },
  ]);
});
