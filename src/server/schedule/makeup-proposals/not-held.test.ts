import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { missedClassesOf, notifiedAt } from '../../../../tests/support/missed-classes.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { roomsOf } from '../../../../tests/support/rooms.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { addClassOn } from '../../../../tests/support/students.ts';
import { classes, meetingRegistrants, webhookEvents } from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof missedClassesOf>;
/** A minute after the first check, which requested the report from Zoom. */
const secondLook = '2026-11-24T19:02:00-08:00';
const dayAfter = '2026-11-25T17:05:00-08:00';

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = missedClassesOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  await portal.database.delete(webhookEvents);
  await addClassOn(portal, '2026-12-01');
});

type Registered = Awaited<ReturnType<typeof world.openRegistered>>;

async function receiveEvents() {
  const receivedAt = portal.clock.now();
  await portal.database.insert(webhookEvents).values({ source: 'zoom', key: 'any', receivedAt });
}

const heldOf = async ({ get }: Registered) => (await get('/api/schedule')).body[0].wasHeld;

const subjectsTo = async ({ email }: Registered) =>
  (await world.mailsTo(email)).map(({ subject }) => subject);

async function openWaiting() {
  await receiveEvents();
  const student = await world.openRegistered();
  await world.passTo(notifiedAt);
  await world.passTo(secondLook);
  return student;
}

test('students who waited for a class that never started get an apology and new times, even without a personal link', async () => {
  await receiveEvents();
  const student = await world.openRegistered();
  const unlinked = await world.openRegistered();
  await portal.database
    .update(meetingRegistrants)
    .set({ zoomRegistrantId: null })
    .where(eq(meetingRegistrants.personId, unlinked.id));
  await world.passTo(notifiedAt);
  expect(await heldOf(student)).toBe(false);
  await world.passTo(secondLook);
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.subject).toBe('We’re sorry: Class 5 didn’t happen');
  expect(mail?.text).toContain('Class 5 on Tuesday, November 24 at 4:00 PM PT didn’t happen');
  expect(mail?.text).toContain('Tuesday, December 1, 2026: 4:00 PM PT');
  expect(await world.textsTo(student.phone)).toEqual([
    expect.stringMatching(
      /^Quiet Mornings: We're sorry that Class 5 didn't happen\. For a new time, reply 1\.\n1: Tue Dec 1/,
    ),
  ]);
  expect(await subjectsTo(unlinked)).toHaveLength(1);
  expect(await world.say(student.phone, '1')).toContain('Class 5 is now on Tue Dec 1');
});

test('without events we wait a day for the report, and no one gets a message before that', async () => {
  const student = await world.openRegistered();
  await world.passTo(notifiedAt);
  await world.passTo('2026-11-25T15:59:00-08:00');
  expect(await heldOf(student)).toBe(null);
  await world.passTo(dayAfter);
  await world.passTo('2026-11-25T18:10:00-08:00');
  expect(await subjectsTo(student)).toEqual(['We’re sorry: Class 5 didn’t happen']);
});

test('if Zoom returns no reports, we never claim that a class was not held', async () => {
  await receiveEvents();
  const student = await world.openRegistered();
  await world.setZoomReporting({ reports: 'basic-plan' });
  await world.passTo(notifiedAt);
  await world.passTo(dayAfter);
  await world.passTo('2026-11-28T10:00:00-08:00');
  await world.setZoomReporting();
  expect(await heldOf(student)).toBe(null);
  expect(await subjectsTo(student)).toEqual([]);
  expect(await world.outcomeOf(student.registrationId)).toBe('too late');
});

test('staff see that the class never started, and no one counts as absent unless staff say it was held', async () => {
  const student = await openWaiting();
  const admin = await staffOf(portal).open('admin');
  const problems = async () =>
    (await admin.get('/api/admin/problems?kind=not-held')).body.groups.flatMap(
      (group: { problems: { what: string }[] }) => group.problems.map(({ what }) => what),
    );
  const missed = async () =>
    (await admin.get('/api/admin/past-classes')).body.classes.find(
      ({ id }: { id: number }) => id === student.classId,
    ).missed;
  const flagged = async () => (await admin.get('/api/admin/journey')).body.groups;
  expect(await problems()).toEqual(['No one started this class: 1 student needs a new time']);
  expect(await missed()).toBe(0);
  const before = await flagged();
  const address = `/api/admin/classes/${student.classId}/held`;
  expect((await admin.post(address)).status).toBe(200);
  expect((await admin.post(address)).status).toBe(200);
  expect(await problems()).toEqual([]);
  expect(await missed()).toBe(1);
  const after = await flagged();
  expect(after.missed - before.missed).toBe(1);
  expect(before['choose-again'] - after['choose-again']).toBe(1);
  expect(await heldOf(student)).toBe(true);
});

test('a late event or a correction shows that the class was held', async () => {
  const student = await openWaiting();
  const markNotHeld = () =>
    portal.database.update(classes).set({ wasHeld: false }).where(eq(classes.id, student.classId));
  const { zoomMeetingId: id } = await world.classRow(student.classId);
  const object = { id, uuid: 'late', end_time: '2026-11-25T00:59:00Z' };
  await roomsOf(portal).postWebhook(
    JSON.stringify({ event: 'meeting.ended', payload: { object } }),
  );
  expect(await heldOf(student)).not.toBe(false);
  const admin = await staffOf(portal).open('admin');
  const place = `/api/admin/classes/${student.classId}/attendance/${student.id}`;
  for (const status of ['Present', 'Missed']) {
    await markNotHeld();
    expect((await admin.patch(place, { status, reason: 'I was there' })).status).toBe(200);
    expect(await heldOf(student)).not.toBe(false);
  }
});
