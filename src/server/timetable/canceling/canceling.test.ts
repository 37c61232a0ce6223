import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { openClient } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { remindersOf } from '../../../../tests/support/reminders.ts';
import { clearClasses, openStudent } from '../../../../tests/support/students.ts';
import { auditLog, people, registrations } from '../../database/schema.ts';

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

const listed = (body: { id: number }[]) => body.map(({ id }) => id);

test('a canceled class is not offered or listed', async () => {
  const { student, classId, sameWeek, later } = await world.openBooked();
  const other = await openStudent(portal);
  expect((await admin.cancel(classId)).status).toBe(200);
  const offered = await other.get('/api/classes/available?weekOffset=1');
  expect(listed(offered.body.classes)).toEqual([sameWeek]);
  expect((await other.choose(classId)).body.message).toBe(
    'This class is no longer offered. Please choose another time.',
  );
  expect(listed((await admin.get('/api/classes/all')).body)).toEqual([sameWeek, later]);
  const [, session = ''] = (await portal.cookieOf('alumni@demo.test')).split('=');
  const alumni = openClient(portal, { session });
  expect(listed((await alumni.get('/api/alumni/classes')).body)).toEqual([sameWeek, later]);
  expect((await alumni.post(`/api/alumni/classes/${classId}/join`)).status).toBe(404);
  expect((await admin.get(`/api/classes/${classId}/fresh-zoom-url`)).status).toBe(404);
  const file = await fetch(`${portal.url}/api/calendar/file`, {
    headers: { cookie: student.cookie },
  });
  expect(await file.text()).not.toContain('BEGIN:VEVENT');
});

test('a suspended registration keeps its class number, frees its week and loses its reminders', async () => {
  const { student, classId, sameWeek } = await world.openBooked();
  expect(await reminders.planned(student.id)).not.toEqual([]);
  await admin.cancel(classId);
  expect(await reminders.planned(student.id)).toEqual([]);
  const { body } = await student.get('/api/schedule');
  expect(body).toMatchObject([
    { classNumber: 5, classId, cancellation: { reason: 'The teacher is ill' } },
  ]);
  const six = await student.choose(sameWeek);
  expect([six.status, six.body.classNumber, six.body.cancellation]).toEqual([200, 6, null]);
  const { body: students } = await admin.get('/api/students');
  const row = students.find(({ id }: { id: number }) => id === student.id);
  expect(row).toMatchObject({
    classesScheduled: 1,
    classDetails: [
      { classNumber: 5, isSuspended: true },
      { classNumber: 6, isSuspended: false },
    ],
  });
});

test('the student picks a new time with the calls for rescheduling', async () => {
  const { student, classId, sameWeek, later, registrationId } = await world.openBooked();
  await admin.cancel(classId, sameWeek);
  const offer = await student.get(`/api/classes/reschedule-for-class/${registrationId}/0`);
  expect(offer.body).toMatchObject({
    classes: [],
    canGoBack: false,
    canGoOn: true,
    firstFutureWeek: 1,
  });
  expect((await student.reschedule(registrationId, classId)).status).toBe(409);
  const { body } = await student.reschedule(registrationId, later);
  expect(body).toMatchObject({ classId: later, classNumber: 5, cancellation: null });
  const planned = await reminders.planned(student.id);
  expect(planned.map(({ kind }) => kind)).toEqual(['class-day', 'class-hour', 'missed-class']);
});

test('a canceled class is never missed, and the student can pick a new time long after', async () => {
  const { student, classId, later, registrationId } = await world.openBooked();
  await admin.cancel(classId);
  portal.clock.moveTo(new Date('2026-11-30T10:00:00-08:00'));
  const again = await openStudentAgain(student.id);
  const makeup = await again.get(`/api/classes/makeup-for-class/${registrationId}/0`);
  expect(makeup.body.message).toBe('You can only make up a class that you missed.');
  expect(
    (await again.patch(`/api/register/reschedule/${registrationId}`, { newClassId: later })).status,
  ).toBe(200);
});

async function openStudentAgain(id: number) {
  const { openSessions } = await import('../../http/session.ts');
  const { openCookies } = await import('../../http/session.ts');
  const [person] = await portal.database.select().from(people).where(eq(people.id, id));
  if (!person) throw new Error('no student');
  const sessions = openSessions(
    portal.database,
    portal.clock,
    openCookies({ isHttps: false }),
    portal.settings,
  );
  const { session } = await portal.database.transaction((one) => sessions.start(one, person));
  return openClient(portal, { session: session.id });
}

test('the preview lists who is notified, about which class number, and how', async () => {
  const { student, classId } = await world.openBooked();
  const plain = await openStudent(portal);
  await plain.choose(classId);
  const { body } = await admin.post('/api/admin/cancellations/preview', { classIds: [classId] });
  expect(body.people).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ id: student.id, byText: true, classNumbers: [5] }),
      expect.objectContaining({ id: plain.id, byText: false, classNumbers: [5] }),
    ]),
  );
  expect(body.isNotifiedAtOnce).toBe(false);
  expect(listed(body.classes)).toEqual([classId]);
});

test('a class that has started cannot be canceled, nor the others with it', async () => {
  const { classId, later } = await world.openBooked();
  portal.clock.moveTo(new Date('2026-11-24T16:00:00-08:00'));
  admin = await world.openAdmin();
  const answer = await admin.cancel(classId, later);
  expect([answer.status, answer.body.message]).toEqual([
    409,
    'This class has already started, so it can’t be canceled.',
  ]);
  expect(await meetings.classRow(later)).toMatchObject({ cancellationId: null });
});

test('a cancellation and its undo are in the audit log of the class', async () => {
  const { classId } = await world.openBooked();
  const { body } = await admin.cancel(classId);
  await admin.undo(body.id);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.subject, `class:${classId}`)))
    .orderBy(auditLog.id);
  expect(rows.slice(-2)).toMatchObject([
    { action: 'class: canceled', after: { reason: 'The teacher is ill', registered: 1 } },
    { action: 'class: cancellation undone', after: { registered: 1 } },
  ]);
});

test('the database refuses a registration for a canceled class', async () => {
  const { student, classId } = await world.openBooked();
  await admin.cancel(classId);
  const [row] = await student.rows();
  await expect(
    portal.database
      .update(registrations)
      .set({ suspendedBy: null })
      .where(eq(registrations.id, row?.id ?? 0)),
  ).rejects.toMatchObject({
    cause: { constraint: 'registrations_not_in_canceled_class' },
  });
});
