import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { classes, registrations } from '../database/schema.ts';
import { reconcileMeetingsJob } from './jobs.ts';
import { planMeeting } from './meeting-plan.ts';

let portal: Portal;
let world: ReturnType<typeof meetingsOf>;
let student: number;

beforeAll(async () => {
  portal = await openPortal();
  world = meetingsOf(portal);
  student = await world.personId('new-student@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => world.forgetDemoClasses());

async function reconcile() {
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, reconcileMeetingsJob, {}),
  );
  await world.finishJobs();
}

const host = () => portal.settings.meetings.hostUser;
const meetingOf = async (id: number) => (await world.classRow(id)).zoomMeetingId ?? '';

test('a class whose job was lost gets its meeting, and its students get links', async () => {
  const id = await world.addClass('2026-12-02T00:00:00Z');
  const { pacificWeek } = await world.classRow(id);
  const createdAt = portal.clock.now();
  await portal.database
    .insert(registrations)
    .values({ studentId: student, classId: id, pacificWeek, classNumber: 5, createdAt });
  await reconcile();
  expect(await meetingOf(id)).not.toBe('');
  await world.link(student, id);
});

test('a meeting whose time was changed by hand in Zoom goes back to the class’s time', async () => {
  const id = await world.addMeeting('2026-12-03T00:00:00Z');
  const { startsAt } = await world.classRow(id);
  const plan = planMeeting(portal.settings, await world.classRow(id));
  const later = new Date(startsAt.getTime() + 60 * 60 * 1000);
  await portal.zoom.change(host(), await meetingOf(id), { ...plan, startsAt: later });
  await reconcile();
  expect((await portal.zoom.find(host(), await meetingOf(id)))?.startsAt).toEqual(startsAt);
});

test('a meeting that was deleted in Zoom is created again with everyone in it', async () => {
  const id = await world.addMeeting('2026-12-04T00:00:00Z');
  await world.register(student, id, 5);
  const oldLink = await world.link(student, id);
  const old = await meetingOf(id);
  await portal.zoom.remove(host(), old);
  await reconcile();
  expect(await meetingOf(id)).not.toBe(old);
  expect(await world.link(student, id)).not.toBe(oldLink);
  expect(await world.guests(id)).toEqual(['new-student@demo.test']);
});

test('a seat in a meeting that was deleted or closed in Zoom is added after the repair', async () => {
  const id = await world.addMeeting('2026-12-04T01:00:00Z');
  await portal.zoom.remove(host(), await meetingOf(id));
  await world.register(student, id, 5);
  await world.finishJobs();
  await world.link(student, id);
  const closed = await world.addMeeting('2026-12-11T01:00:00Z');
  const settings = { approval_type: 2 };
  await world.zoomCall('PATCH', `/meetings/${await meetingOf(closed)}`, { settings });
  await world.register(student, closed, 6);
  await world.finishJobs();
  await world.link(student, closed);
});

test('a registrant who was removed in Zoom gets a new link', async () => {
  const id = await world.addMeeting('2026-12-05T00:00:00Z');
  await world.register(student, id, 5);
  const oldLink = await world.link(student, id);
  const [registrant] = (await portal.zoom.listRegistrants(host(), await meetingOf(id))) ?? [];
  await portal.zoom.removeRegistrant(host(), await meetingOf(id), registrant?.id ?? '');
  await reconcile();
  expect(await world.link(student, id)).not.toBe(oldLink);
  expect(await world.guests(id)).toHaveLength(1);
});

test('a duplicate meeting is removed, and one of another portal is left alone', async () => {
  const id = await world.addMeeting('2026-12-06T00:00:00Z');
  const plan = planMeeting(portal.settings, await world.classRow(id));
  const twin = await portal.zoom.create(host(), plan);
  const foreign = await portal.zoom.create(host(), {
    ...plan,
    marker: `Class ${id} of https://other.test`,
  });
  await reconcile();
  expect(await portal.zoom.find(host(), twin.id)).toBeNull();
  expect(await portal.zoom.find(host(), await meetingOf(id))).not.toBeNull();
  expect(await portal.zoom.find(host(), foreign.id)).not.toBeNull();
});

test('an incomplete list leads to a second meeting until the next comparison', async () => {
  await world.faults({ listLagSeconds: 60 });
  const id = await world.addMeeting('2026-12-06T01:00:00Z');
  const asked = { zoomMeetingId: null, meetingAskedAt: portal.clock.now() };
  await portal.database.update(classes).set(asked).where(eq(classes.id, id));
  await world.syncMeeting(id);
  await world.finishJobs();
  portal.clock.moveOn(60_000);
  const { marker } = planMeeting(portal.settings, await world.classRow(id));
  const marked = async () =>
    (await portal.zoom.list(host())).filter((one) => one.marker === marker);
  expect(await marked()).toHaveLength(2);
  await reconcile();
  await world.faults();
  expect((await marked()).map((meeting) => meeting.id)).toEqual([await meetingOf(id)]);
});

test('the leftover meeting of a deleted class is deleted', async () => {
  const id = await world.addMeeting('2026-12-07T00:00:00Z');
  const meetingId = await meetingOf(id);
  await portal.database
    .update(classes)
    .set({ deletedAt: portal.clock.now() })
    .where(eq(classes.id, id));
  await reconcile();
  expect(await portal.zoom.find(host(), meetingId)).toBeNull();
});

test('a second run finds nothing to do', async () => {
  await world.addMeeting('2026-12-08T00:00:00Z');
  await reconcile();
  const before = await portal.zoom.list(host());
  await reconcile();
  expect(await portal.zoom.list(host())).toEqual(before);
});
