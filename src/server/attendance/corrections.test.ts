import { and, desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { outboxOf } from '../../../tests/support/client.ts';
import { correctionsOf } from '../../../tests/support/corrections.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { attendance, auditLog, people, roomEvents } from '../database/schema.ts';
import { erasePerson } from '../people/index.ts';
import { readReportsJob } from './jobs.ts';

let portal: Portal;
let world: ReturnType<typeof correctionsOf>;
const minute = 60 * 1000;
const day = 24 * 60 * minute;

beforeAll(async () => {
  portal = await openPortal();
  world = correctionsOf(portal);
  await world.forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());
afterEach(() => world.setZoomReporting());

async function readReports() {
  portal.clock.moveOn(8 * 60 * minute);
  await portal.database.transaction((transaction) =>
    portal.queue.add(transaction, readReportsJob, {}),
  );
  await world.finishJobs();
}

test('a correction to Present shows on the student’s schedule right away', async () => {
  const { classId, student } = await world.openClass();
  portal.clock.moveOn(61 * minute);
  const [{ id: registration } = { id: 0 }] = await student.rows();
  expect((await student.get(`/api/classes/makeup-for-class/${registration}/1`)).status).toBe(200);
  expect(await world.correct(classId, student, 'Present')).toMatchObject({
    status: 200,
    body: { message: 'Attendance corrected' },
  });
  expect(await world.statusOf(student)).toEqual(['Present']);
  expect((await student.get(`/api/classes/makeup-for-class/${registration}/1`)).status).toBe(409);
  expect(await world.guestOf(classId, student)).toMatchObject({
    attendance: { status: 'Present', source: 'hand' },
    correction: { status: 'Present', reason: 'phone was dead', by: expect.any(String), version: 1 },
  });
});

test('a correction is never overwritten by a report that comes later', async () => {
  await world.setZoomReporting({ reportTiming: 'at-once' });
  const { classId, students, end, enter } = await world.openClass(2);
  const [came, absent] = students as [Student, Student];
  await enter(0);
  portal.clock.moveOn(55 * minute);
  await world.correct(classId, came, 'Missed');
  await world.correct(classId, absent, 'Excused');
  await end();
  await readReports();
  expect((await world.classRow(classId)).attendanceSettledAt).not.toBeNull();
  const reported = and(eq(roomEvents.classId, classId), eq(roomEvents.source, 'report'));
  expect(await portal.database.$count(roomEvents, reported)).toBe(2);
  expect(await world.statusOf(came)).toEqual([]);
  expect(await world.statusOf(absent)).toEqual(['Excused']);

  await world.correct(classId, came, 'Withdrawn', { version: 1 });
  await world.correct(classId, absent, 'Withdrawn', { version: 1 });
  expect(await world.guestOf(classId, came)).toMatchObject({
    attendance: { status: 'Present', source: 'report', joinedAt: expect.any(String) },
    correction: { status: 'Withdrawn', version: 2 },
  });
  expect(await world.statusOf(absent)).toEqual([]);
});

test('withdrawing a correction also restores imported and very old records', async () => {
  const { classId, student } = await world.openClass();
  portal.clock.moveOn(61 * minute);
  for (const source of ['import', 'report'] as const) {
    const record = { classId, personId: student.id, status: 'Present', source } as const;
    await portal.database
      .insert(attendance)
      .values({ ...record, recordedAt: portal.clock.now() })
      .onConflictDoUpdate({ target: [attendance.personId, attendance.classId], set: { source } });
    await world.correct(classId, student, 'Missed');
    expect(await world.record(student.id, classId)).toBeUndefined();
    await world.correct(classId, student, 'Withdrawn');
    expect(await world.record(student.id, classId)).toMatchObject({ status: 'Present', source });
  }
});

test('a makeup is canceled when the class turns out to have been attended', async () => {
  const { classId, student, startsAt } = await world.openClass();
  portal.clock.moveOn(61 * minute);
  const makeup = await world.addMeeting(new Date(startsAt.getTime() + 7 * day).toISOString());
  const [{ id } = { id: 0 }] = await student.rows();
  expect((await student.makeUp(id, makeup)).status).toBe(200);
  expect(await world.guestOf(classId, student)).toMatchObject({
    classNumber: 5,
    makeup: { classId: makeup },
  });
  expect((await world.correct(classId, student, 'Present')).status).toBe(200);
  expect(await student.rows()).toMatchObject([{ classId, isRescheduled: false }]);
  await expect
    .poll(async () => (await outboxOf(portal)).map(({ to, subject }) => [to, subject]), {
      timeout: 10_000,
    })
    .toContainEqual([student.email, 'Class 5 is complete']);

  await world.correct(classId, student, 'Missed');
  expect((await student.makeUp(id, makeup)).status).toBe(200);
});

test('the audit log keeps the editor, both values, and the reason until the person is erased', async () => {
  const { classId, student, enter } = await world.openClass();
  await enter(0);
  await world.correct(classId, student, 'Excused', { reason: 'Sam had a fever' });
  const read = () =>
    portal.database
      .select()
      .from(auditLog)
      .where(
        and(eq(auditLog.subject, `person:${student.id}`), eq(auditLog.actorId, world.admin().id)),
      )
      .orderBy(desc(auditLog.id));
  expect(await read()).toMatchObject([
    {
      action: 'attendance: corrected',
      before: { classId, status: 'Joined', source: 'webhook' },
      after: { classId, status: 'Excused', source: 'hand', reason: 'Sam had a fever' },
    },
  ]);
  await erasePerson(portal, { id: world.admin().id, ip: '::1' }, student.id, student.email);
  expect(await read()).toContainEqual(
    expect.objectContaining({ action: 'attendance: corrected', before: null, after: null }),
  );
  expect(await world.guestOf(classId, student)).toMatchObject({ correction: { reason: 'Erased' } });
});

test('the second of two editors gets the first one’s correction, and can save again', async () => {
  const { classId, student } = await world.openClass();
  const other = await staffOf(portal).open('admin');
  expect((await world.correct(classId, student, 'Present', { version: 0 })).status).toBe(200);
  const late = () => world.correct(classId, student, 'Excused', { version: 0, by: other });
  expect(await late()).toMatchObject({
    status: 409,
    body: {
      message:
        'Someone else has changed this attendance in the meantime. Please check the new values before you save again.',
      current: { status: 'Present', reason: 'phone was dead', version: 1 },
    },
  });
  expect((await world.correct(classId, student, 'Present', { version: 0 })).status).toBe(200);
  expect(await world.guestOf(classId, student)).toMatchObject({ correction: { version: 1 } });
  const saved = await world.correct(classId, student, 'Excused', { version: 1, by: other });
  expect(saved.status).toBe(200);

  const both = await Promise.all(
    ['Missed', 'Present'].map((status) => world.correct(classId, student, status, { version: 2 })),
  );
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});

test('teachers can only view, until they get edit rights', async () => {
  const { classId, student } = await world.openClass();
  const teacher = await staffOf(portal).open('teacher');
  expect((await teacher.get(`/api/admin/classes/${classId}`)).status).toBe(200);
  expect((await world.correct(classId, student, 'Present', { by: teacher })).status).toBe(403);
  expect(await world.guestOf(classId, student)).toMatchObject({
    attendance: null,
    correction: null,
  });
  await portal.database.update(people).set({ isAdmin: true }).where(eq(people.id, teacher.id));
  expect((await world.correct(classId, student, 'Present', { by: teacher })).status).toBe(200);
  expect((await world.correct(classId, student, 'Present', { by: student })).status).toBe(403);
});

test('a correction needs a reason, a class that has started, and a person in it', async () => {
  const { classId, student } = await world.openClass();
  const say = async (...asked: Parameters<typeof world.correct>) => {
    const { status, body } = await world.correct(...asked);
    return [status, body.message];
  };
  expect(await say(classId, student, 'Present', { reason: ' ' })).toEqual([
    400,
    'Please give a reason',
  ]);
  expect(await say(classId, student, 'Late')).toEqual([400, 'Please choose a status']);
  const stranger = await openStudent(portal);
  expect(await say(classId, stranger, 'Present')).toEqual([
    409,
    'This person isn’t registered for this class.',
  ]);
  const ahead = await world.addClass('2028-01-05T00:00:00Z');
  await world.register(student.id, ahead, 6);
  expect(await say(ahead, student, 'Present')).toEqual([
    409,
    'Before the class starts, you can only excuse students.',
  ]);
  expect(await say(999_999, student, 'Present')).toEqual([
    404,
    'We couldn’t find this class. It may have been deleted.',
  ]);
  expect((await world.correct(classId, student, 'Withdrawn')).status).toBe(200);
  expect(await world.guestOf(classId, student)).toMatchObject({ correction: null });
});

test('a student excused before the class stays excused and gets no reminder', async () => {
  await world.setZoomReporting({ reportTiming: 'at-once' });
  await world.openClass();
  const startsAt = new Date('2028-02-09T20:00:00Z');
  portal.clock.moveTo(new Date(startsAt.getTime() - 2 * day));
  const student = await remindersOf(portal).openTextedStudent();
  const admin = await staffOf(portal).open('admin');
  const classId = await world.addMeeting(startsAt.toISOString());
  await student.choose(classId);
  const [{ id } = { id: 0 }] = await student.rows();
  expect((await world.correct(classId, student, 'Excused', { by: admin })).status).toBe(200);
  const link = await world.link(student.id, classId);
  await remindersOf(portal).passTo('2028-02-08T20:00:01Z');
  expect(await remindersOf(portal).textsTo(student.phone)).toEqual([]);
  const planned = await remindersOf(portal).planned(student.id);
  expect(planned[0]).toMatchObject({ registrationId: id, outcome: 'excused' });

  portal.clock.moveTo(startsAt);
  const { zoomMeetingId } = await world.classRow(classId);
  await fetch(`${portal.sandbox.url}/zoom/s/${zoomMeetingId}?end_other`);
  await fetch(link);
  await portal.sandbox.zoomWebhooksSent();
  portal.clock.moveOn(55 * minute);
  await world.post(`/zoom/s/${zoomMeetingId}/end`);
  await readReports();
  expect(await world.record(student.id, classId)).toMatchObject({
    status: 'Excused',
    source: 'hand',
    joinedAt: expect.any(Date),
  });
});
