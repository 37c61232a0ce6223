import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { outboxOf } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { readCalendar } from '../../../tests/support/read-calendar.ts';
import { roomsOf } from '../../../tests/support/rooms.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { SLOT_PROBLEMS } from '../../course/slot-choice.ts';
import { attendance, auditLog, makeups, reminders } from '../database/schema.ts';
import { readReportsJob } from './jobs.ts';

let portal: Portal;
let world: ReturnType<typeof roomsOf>;
const minute = 60 * 1000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  portal = await openPortal();
  world = roomsOf(portal);
  await world.forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(() => world.setZoomReporting());

let weeks = 0;
async function openMakeup() {
  await world.setZoomReporting({ webhooks: 'never', reportTiming: 'at-once' });
  weeks += 2;
  const start = new Date(Date.parse('2026-11-04T00:00:00Z') + weeks * 7 * day);
  const student = await openStudent(portal);
  const room = await world.openRoom(start.toISOString(), [student.id]);
  await room.enter(0);
  portal.clock.moveOn(62 * minute);
  await room.end();
  const makeupStart = new Date(start.getTime() + 7 * day);
  const makeup = await world.addMeeting(makeupStart.toISOString());
  const [{ id } = { id: 0 }] = await student.rows();
  expect((await student.makeUp(id, makeup)).status).toBe(200);
  await world.link(student.id, makeup);
  const readReports = async () => {
    portal.clock.moveOn(8 * 60 * minute);
    await portal.database.transaction((transaction) =>
      portal.queue.add(transaction, readReportsJob, {}),
    );
    await world.finishJobs();
  };
  return { student, id, missed: room.classId, makeup, start, makeupStart, readReports };
}

const mailsTo = async (email: string) =>
  (await outboxOf(portal)).filter(
    ({ to, subject }) => to === email && /is complete$/.test(subject),
  );

test('a late Present cancels the makeup and notifies the student once', async () => {
  const { student, id, missed, makeup, start, readReports } = await openMakeup();
  expect(await world.guests(makeup)).toEqual([student.email]);
  await readReports();
  expect(await student.rows()).toMatchObject([
    { id, classId: missed, isRescheduled: false, calendarSequence: 2 },
  ]);
  const records = (await student.get('/api/attendance')).body;
  expect(records).toEqual([{ classId: missed, status: 'Present' }]);
  expect(await world.guests(makeup)).toEqual([]);
  const planned = await portal.database
    .select()
    .from(reminders)
    .where(eq(reminders.registrationId, id));
  expect(planned).toEqual([]);
  const action = 'registration: makeup not needed';
  expect(
    await portal.database.select().from(auditLog).where(eq(auditLog.action, action)),
  ).toMatchObject([{ actorId: null, subject: `registration:${id}`, before: { classId: makeup } }]);

  await readReports();
  const mails = await mailsTo(student.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]).toMatchObject({
    subject: 'Class 5 is complete',
    text: expect.stringContaining(
      'You don’t need a makeup, so we canceled the one on Tuesday, November 24 at 4:00 PM PT.',
    ),
  });
  const [event] = readCalendar(mails[0]?.attachments[0]?.content ?? '').events;
  const at = start.toISOString().replace(/[-:]|\.000/g, '');
  expect(event).toMatchObject({ SEQUENCE: '2', DTSTART: at });
});

test('a makeup that wasn’t needed leaves a request for other times open', async () => {
  const { student, missed, readReports } = await openMakeup();
  const wish = { classNumber: 5, days: ['Monday'], hours: ['evening'], comment: '' };
  expect((await student.post('/api/class-time-wish', wish)).status).toBe(200);
  await readReports();
  expect(await student.rows()).toMatchObject([{ classId: missed }]);
  expect((await student.get('/api/class-time-wish')).body).toMatchObject({ classNumber: 5 });
});

test('a makeup is kept if it was attended too, or if another class has taken its original week', async () => {
  const attended = await openMakeup();
  await portal.database.insert(attendance).values({
    personId: attended.student.id,
    classId: attended.makeup,
    status: 'Joined',
    source: 'webhook',
    recordedAt: portal.clock.now(),
  });
  await attended.readReports();
  const [kept] = await attended.student.rows();
  expect(kept).toMatchObject({ classId: attended.makeup, isRescheduled: true });
  expect(await world.present(attended.missed)).toEqual([attended.student.id]);

  const busy = await openMakeup();
  const sameWeek = await world.addMeeting(new Date(busy.start.getTime() + day).toISOString());
  await world.register(busy.student.id, sameWeek, 6);
  await busy.readReports();
  expect((await busy.student.rows())[0]).toMatchObject({ classId: busy.makeup });
  expect(await mailsTo(busy.student.email)).toEqual([]);
});

test('a makeup of a makeup is canceled when the first class turns out to have been attended', async () => {
  const { student, id, missed, makeup, makeupStart, readReports } = await openMakeup();
  portal.clock.moveTo(new Date(makeupStart.getTime() + 61 * minute));
  const next = await world.addMeeting(new Date(makeupStart.getTime() + 5 * day).toISOString());
  expect((await student.makeUp(id, next)).status).toBe(200);
  portal.clock.moveTo(new Date(makeupStart.getTime() - 6 * day));
  await readReports();
  expect((await student.rows())[0]).toMatchObject({ classId: missed });
  const noted = await portal.database.select().from(makeups).where(eq(makeups.registrationId, id));
  expect(noted.map(({ missedClassId, undoneAt }) => [missedClassId, undoneAt !== null])).toEqual([
    [missed, true],
    [makeup, false],
  ]);
});

test('a student who was seen joining can’t get a makeup', async () => {
  weeks += 2;
  const start = new Date(Date.parse('2026-11-04T00:00:00Z') + weeks * 7 * day);
  const student = await openStudent(portal);
  const room = await world.openRoom(start.toISOString(), [student.id]);
  portal.clock.moveOn(55 * minute);
  await room.enter(0);
  portal.clock.moveOn(7 * minute);
  const records = (await student.get('/api/attendance')).body;
  expect(records).toEqual([{ classId: room.classId, status: 'Joined' }]);
  const [{ id } = { id: 0 }] = await student.rows();
  const later = await world.addMeeting(new Date(start.getTime() + 7 * day).toISOString());
  const refused = { status: 409, body: { message: SLOT_PROBLEMS['not-missed'] } };
  expect(await student.get(`/api/classes/makeup-for-class/${id}/1`)).toMatchObject(refused);
  expect(await student.makeUp(id, later)).toMatchObject(refused);
});

test('a student who reschedules during a class and stays gets it back', async () => {
  await world.setZoomReporting({ reportTiming: 'at-once' });
  weeks += 2;
  const start = new Date(Date.parse('2026-11-04T00:00:00Z') + weeks * 7 * day);
  const student = await openStudent(portal);
  const room = await world.openRoom(start.toISOString(), [student.id]);
  await room.enter(0);
  portal.clock.moveOn(20 * minute);
  const [{ id } = { id: 0 }] = await student.rows();
  const later = await world.addMeeting(new Date(start.getTime() + 7 * day).toISOString());
  expect((await student.reschedule(id, later)).status).toBe(200);
  await world.finishJobs();
  portal.clock.moveOn(45 * minute);
  await room.end();
  await world.finishJobs();
  expect(await student.rows()).toMatchObject([{ classId: room.classId, isRescheduled: false }]);
  expect(await world.record(student.id, room.classId)).toMatchObject({ status: 'Present' });
});
