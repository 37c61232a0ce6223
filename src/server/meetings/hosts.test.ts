import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { roomsOf } from '../../../tests/support/rooms.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { classes, people } from '../database/schema.ts';
import { reconcileMeetingsJob } from './jobs.ts';
import { planMeeting } from './meeting-plan.ts';

const second = 'second-host@sandbox.test';
const at = '2026-12-02T00:00:00Z';
let portal: Portal;
let world: ReturnType<typeof roomsOf>;
let start: Date;
let portalHost: string;

beforeAll(async () => {
  portal = await openPortal();
  world = roomsOf(portal);
  start = portal.clock.now();
  portalHost = portal.settings.meetings.hostUser;
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => world.forgetDemoClasses());
afterEach(async () => {
  await world.faults();
  // A job that is still running could put its vendor on hold, or queue itself again.
  await portal.database.execute(`delete from pgboss.job where state < 'active'`);
  await expect.poll(() => portal.database.$count(sql`pgboss.job`, sql`state = 'active'`)).toBe(0);
  await portal.database.execute('delete from holds; delete from pgboss.job');
  await portal.database.update(people).set({ zoomUser: null });
  portal.settings.meetings.hostUser = portalHost;
  portal.clock.moveTo(start);
});

async function reconcile() {
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, reconcileMeetingsJob, {}),
  );
  await world.finishJobs();
}

const meetingOf = async (id: number) => (await world.classRow(id)).zoomMeetingId ?? '';
const hostOfMeeting = async (id: number) => (await world.classRow(id)).meetingHost;

test('two classes of two hosts at the same hour both start, and both get attendance', async () => {
  const rooms = [];
  const teachers = { 'teacher@demo.test': null, 'admin@demo.test': second } as const;
  for (const [email, host] of Object.entries(teachers)) {
    const instructorId = await world.personId(email as keyof typeof teachers);
    const student = await openStudent(portal);
    const id = await world.addMeeting(at, { host, instructorId });
    await world.register(student.id, id, 5);
    rooms.push({ id, student, link: await world.link(student.id, id) });
  }
  portal.clock.moveTo(new Date(at));
  for (const { id, link } of rooms) {
    const opened = await fetch(`${portal.sandbox.url}/zoom/s/${await meetingOf(id)}`);
    expect(opened.status).toBe(200);
    await fetch(link);
  }
  portal.clock.moveOn(55 * 60_000);
  for (const { id } of rooms) await world.post(`/zoom/s/${await meetingOf(id)}/end`);
  await portal.sandbox.zoomWebhooksSent();
  for (const { id, student } of rooms) {
    await expect.poll(() => world.present(id), { timeout: 10_000 }).toEqual([student.id]);
  }
});

test('a host at Zoom runs one meeting at a time', async () => {
  const first = await world.addMeeting(at);
  const other = await world.addMeeting('2026-12-02T01:00:00Z');
  expect((await fetch(`${portal.sandbox.url}/zoom/s/${await meetingOf(first)}`)).status).toBe(200);
  expect((await fetch(`${portal.sandbox.url}/zoom/s/${await meetingOf(other)}`)).status).toBe(409);
  await world.post(`/zoom/s/${await meetingOf(first)}/end`);
});

test('the meeting is longer than the class, which may run over', async () => {
  const row = await world.classRow(await world.addMeeting(at));
  expect(planMeeting(portal.settings, row).minutes).toBe(75);
});

test('the comparison covers every host’s meetings, and leaves meetings of others alone', async () => {
  const id = await world.addMeeting(at, { host: second });
  const row = await world.classRow(id);
  const plan = planMeeting(portal.settings, row);
  const twin = await portal.zoom.create(second, plan);
  const foreign = await portal.zoom.create(second, { ...plan, marker: 'Our staff meeting' });
  const later = new Date(row.startsAt.getTime() + 60 * 60_000);
  await portal.zoom.change(second, await meetingOf(id), { ...plan, startsAt: later });
  await reconcile();
  expect((await portal.zoom.find(portalHost, await meetingOf(id)))?.startsAt).toEqual(row.startsAt);
  expect(await portal.zoom.find(portalHost, twin.id)).toBeNull();
  expect(await portal.zoom.find(portalHost, foreign.id)).not.toBeNull();
});

test('an unknown host does not stop the comparison of other hosts', async () => {
  const lost = await world.addClass(at, { host: 'gone@school.test' });
  const id = await world.addMeeting('2026-12-03T00:00:00Z', { host: second });
  await portal.zoom.remove(portalHost, await meetingOf(id));
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, reconcileMeetingsJob, {}),
  );
  await expect
    .poll(async () => portal.zoom.find(portalHost, await meetingOf(id)), { timeout: 10_000 })
    .not.toBeNull();
  await expect
    .poll(
      async () =>
        (await problemsOf(portal).of('holds')).map(({ what, reason }) => `${what}: ${reason}`),
      { timeout: 10_000 },
    )
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(
          /^Zoom meetings for gone@school\.test: .*can’t find this class’s host/,
        ),
      ]),
    );
  expect(await meetingOf(lost)).toBe('');
});

test.each([
  ['was deleted', null],
  ['can no longer hold meetings', { status: 'inactive' }],
])(
  'the class of a Zoom user who %s moves to another host, and no other class waits',
  async (_, change) => {
    const id = await world.addMeeting(at, { host: second });
    const other = await world.addMeeting('2026-12-03T00:00:00Z');
    const [student, guest] = [await openStudent(portal), await openStudent(portal)];
    await world.register(student.id, id, 5);
    const before = await world.link(student.id, id);
    await world.faults({ users: { [second]: change } });
    await portal.database.update(classes).set({ host: null }).where(eq(classes.id, id));
    await world.syncMeeting(id);
    await world.register(guest.id, other, 5);
    await world.link(guest.id, other);
    await world.finishJobs();
    expect(await hostOfMeeting(id)).toBe(portalHost);
    expect(await world.link(student.id, id)).not.toBe(before);
    expect(await world.guests(id)).toEqual([student.email]);
  },
);

test('classes of a deleted Zoom user are not reported as lost meetings', async () => {
  const days = ['02', '03', '04', '05', '06', '07'];
  const ids = [];
  for (const day of days) {
    ids.push(await world.addMeeting(`2026-12-${day}T00:00:00Z`, { host: second }));
  }
  await world.faults({ users: { [second]: null } });
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, reconcileMeetingsJob, {}),
  );
  await expect
    .poll(
      async () =>
        (await problemsOf(portal).of('holds')).map(({ what, reason }) => `${what}: ${reason}`),
      { timeout: 10_000 },
    )
    .toContainEqual(expect.stringMatching(/^Zoom meetings for second-host@sandbox\.test: /));
  for (const id of ids) expect((await world.classRow(id)).meetingProblem).toBeNull();
});

test('the daily limit of a host affects no other host', async () => {
  await world.faults({ meetingsPerDay: 1 });
  portal.clock.moveTo(new Date('2026-11-20T18:00:00Z'));
  await world.addMeeting(at);
  const waiting = await world.addClass('2026-12-03T00:00:00Z');
  await world.syncMeeting(waiting);
  await expect
    .poll(async () => (await world.classRow(waiting)).meetingProblem, { timeout: 10_000 })
    .toMatch(/more meetings for this host today\./);
  await world.addMeeting('2026-12-04T00:00:00Z', { host: second });
  expect(await meetingOf(waiting)).toBe('');
});

test('a new default host takes over the meetings of the old one, and no others', async () => {
  const own = await world.addMeeting(at);
  const instructors = await world.addMeeting('2026-12-03T00:00:00Z', { host: second });
  const [before, kept] = [await meetingOf(own), await meetingOf(instructors)];
  await world.faults({ users: { 'new-host@sandbox.test': {} } });
  portal.settings.meetings.hostUser = 'new-host@sandbox.test';
  await reconcile();
  expect(await hostOfMeeting(own)).toBe('new-host@sandbox.test');
  expect(await portal.zoom.find(portalHost, before)).toBeNull();
  expect([await hostOfMeeting(instructors), await meetingOf(instructors)]).toEqual([second, kept]);
});

test('a user who is named by id instead of by email keeps the meetings', async () => {
  const id = await world.addMeeting(at);
  const before = await meetingOf(id);
  portal.settings.meetings.hostUser = 'sandbox-host';
  await reconcile();
  expect([await meetingOf(id), await hostOfMeeting(id)]).toEqual([before, 'sandbox-host']);
});

test('overlapping classes are a problem until one of them moves', async () => {
  const overlaps = () => problemsOf(portal).of('overlaps');
  const [daniel] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'teacher@demo.test'));
  await world.addClass(at, { mayShareHost: true });
  const instructorId = daniel?.id ?? 0;
  const id = await world.addClass(at, { mayShareHost: true, instructorId });
  expect(await overlaps()).toMatchObject([{ reason: 'no instructor, Daniel Reyes' }]);
  await portal.database.update(classes).set({ host: second }).where(eq(classes.id, id));
  expect(await overlaps()).toEqual([]);
});
