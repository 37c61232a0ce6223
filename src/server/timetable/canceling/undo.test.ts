import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf, classesOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { remindersOf } from '../../../../tests/support/reminders.ts';
import { addClassOn, clearClasses, openStudent } from '../../../../tests/support/students.ts';
import { reminders as plannedReminders } from '../../database/schema.ts';
import { reminderMessages } from '../../reminders/index.ts';

let portal: Portal;
let world: ReturnType<typeof cancellationsOf>;
let meetings: ReturnType<typeof meetingsOf>;
let reminders: ReturnType<typeof remindersOf>;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;

beforeAll(async () => {
  portal = await openPortal();
  world = cancellationsOf(portal);
  meetings = meetingsOf(portal);
  reminders = remindersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  admin = await world.openAdmin();
});

async function openLinked() {
  const booked = await world.openBooked();
  await meetings.syncMeeting(booked.classId);
  const link = await meetings.link(booked.student.id, booked.classId);
  const { zoomMeetingId } = await meetings.classRow(booked.classId);
  return {
    ...booked,
    link,
    findMeeting: () => portal.zoom.find(portal.settings.meetings.hostUser, zoomMeetingId ?? ''),
  };
}

test('an undo restores the meeting with the same links, and no one is notified', async () => {
  const { student, classId, link, findMeeting } = await openLinked();
  const { body } = await admin.cancel(classId);
  const [waiting] = (await student.get('/api/schedule')).body;
  expect([waiting.studentZoomJoinUrl, waiting.class.zoomJoinUrl]).toEqual([null, null]);
  await meetings.syncMeeting(classId);
  const openSyncs = sql`select 1 from pgboss.job where name = 'sync-meeting' and state < 'completed'`;
  await expect.poll(async () => (await portal.database.execute(openSyncs)).rows).toEqual([]);
  expect((await admin.undo(body.id)).status).toBe(200);
  await world.passUndo();
  expect(await findMeeting()).not.toBeNull();
  expect(await meetings.link(student.id, classId)).toBe(link);
  expect(await meetings.guests(classId)).toEqual([student.email]);
  expect(await world.mailsTo(student.email)).toEqual([]);
});

test('the meeting is removed once the cancellation can no longer be undone', async () => {
  const { classId, findMeeting } = await openLinked();
  await admin.cancel(classId);
  await world.passUndo();
  await expect.poll(async () => (await meetings.classRow(classId)).zoomMeetingId).toBeNull();
  expect(await findMeeting()).toBeNull();
});

test('a seat that was requested while the class was canceled exists after the undo', async () => {
  const { classId } = await openLinked();
  const other = await openStudent(portal);
  await meetings.faults({ down: true });
  await other.choose(classId);
  const { body } = await admin.cancel(classId);
  await meetings.faults();
  await meetings.runWaitingJobs();
  await admin.undo(body.id);
  await meetings.link(other.id, classId);
});

test('an undo in time restores everything, and no one is notified', async () => {
  const { student, classId } = await world.openBooked();
  const before = await reminders.planned(student.id);
  const { body } = await admin.cancel(classId);
  const listed = async () => {
    const { body: open } = await admin.get('/api/admin/cancellations');
    return open.filter(({ id }: { id: number }) => id === body.id);
  };
  expect(await listed()).toMatchObject([
    { id: body.id, reason: 'The teacher is ill', classes: [{ id: classId }], isAnnounced: false },
  ]);
  expect((await admin.undo(body.id)).body).toEqual({
    classes: 1,
    classesLeft: [],
    studentsLeft: 0,
  });
  expect(await listed()).toEqual([]);
  const { body: entries } = await student.get('/api/schedule');
  expect(entries).toMatchObject([{ classId, classNumber: 5, cancellation: null }]);
  expect((await reminders.planned(student.id)).map(({ key }) => key)).toEqual(
    before.map(({ key }) => key),
  );
  await world.passUndo();
  expect(await world.mailsTo(student.email)).toEqual([]);
  expect(await reminders.textsTo(student.phone)).toEqual([]);
});

test('an undo is refused after ten minutes', async () => {
  const { classId } = await world.openBooked();
  const { body } = await admin.cancel(classId);
  portal.clock.moveOn(10 * 60_000);
  expect((await admin.undo(body.id)).body.message).toBe('It’s too late to undo this.');
});

test('a student who picked a new time keeps it after the undo', async () => {
  const { student, classId, later, registrationId } = await world.openBooked();
  const other = await openStudent(portal);
  await other.choose(classId);
  const { body } = await admin.cancel(classId);
  await student.reschedule(registrationId, later);
  expect((await admin.undo(body.id)).body).toEqual({
    classes: 1,
    classesLeft: [],
    studentsLeft: 0,
  });
  expect(await classesOf(student)).toEqual([[5, later, false]]);
  expect(await classesOf(other)).toEqual([[5, classId, false]]);
});

test('a student with another class that week stays suspended after an undo, and is notified', async () => {
  const { student, classId, sameWeek } = await world.openBooked();
  const { body } = await admin.cancel(classId);
  await student.choose(sameWeek);
  expect((await admin.undo(body.id)).body).toEqual({
    classes: 1,
    classesLeft: [],
    studentsLeft: 1,
  });
  expect(await classesOf(student)).toEqual([
    [5, classId, true],
    [6, sameWeek, false],
  ]);
  await world.passUndo();
  expect((await world.mailsTo(student.email)).map(({ subject }) => subject)).toEqual([
    'Class 5 is canceled',
  ]);
});

test('a class stays canceled while another class has its time', async () => {
  const { student, classId } = await world.openBooked();
  const { body } = await admin.cancel(classId);
  const other = await addClassOn(portal, '2026-11-24');
  const startTime = '2026-11-25T00:00:00.000Z';
  const reason = 'another class without an instructor starts at that time';
  expect((await admin.undo(body.id)).body).toEqual({
    classes: 0,
    classesLeft: [{ id: classId, startTime, reason }],
    studentsLeft: 1,
  });
  expect(await classesOf(student)).toEqual([[5, classId, true]]);
  await admin.delete(`/api/classes/${other}`);
  expect((await admin.undo(body.id)).body).toMatchObject({ classes: 1, studentsLeft: 0 });
});

test('a reminder that became due while the class was canceled is sent after the undo', async () => {
  const { student, classId } = await world.openBooked();
  const other = await reminders.openTextedStudent();
  await other.choose(classId);
  // The reminder is due at 4 PM on the 23rd. The other student's reminder is already queued when the class is canceled.
  portal.clock.moveTo(new Date('2026-11-23T23:58:00Z'));
  admin = await world.openAdmin();
  const [claimed] = await reminders.planned(other.id);
  const whereClaimed = eq(plannedReminders.id, claimed?.id ?? 0);
  await portal.database
    .update(plannedReminders)
    .set({ claimedAt: portal.clock.now() })
    .where(whereClaimed);
  const { body } = await admin.cancel(classId);
  await portal.database.transaction((transaction) =>
    reminderMessages['class-day'].send(portal.queue, transaction, [
      { reminderId: claimed?.id ?? 0, personId: other.id },
    ]),
  );
  const outcome = async () => (await reminders.planned(other.id))[0]?.outcome;
  await expect.poll(outcome).toBe('moved or canceled');
  portal.clock.moveTo(new Date('2026-11-24T00:02:00Z'));
  expect((await admin.undo(body.id)).status).toBe(200);
  await reminders.lookOnly();
  for (const { phone } of [student, other]) {
    const texts = () => reminders.textsTo(phone);
    await expect.poll(texts).toEqual([expect.stringContaining('Class 5 is tomorrow')]);
  }
});
