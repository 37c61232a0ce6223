import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { correctionsOf } from '../../../tests/support/corrections.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { openStudent, type Student } from '../../../tests/support/students.ts';
import { attendance, auditLog, people, registrations } from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof correctionsOf>;
const minute = 60 * 1000;

beforeAll(async () => {
  portal = await openPortal();
  world = correctionsOf(portal);
  await world.forgetDemoClasses();
});
afterAll(() => portal[Symbol.asyncDispose]());

interface Mark {
  personId: number;
  status?: string;
  version?: number;
  isWalkIn?: boolean;
}

const mark = (classId: number, marks: Mark[], reason = 'Marked in class') =>
  world.admin().put(`/api/admin/classes/${classId}/attendance`, {
    reason,
    people: marks.map((one) => ({ status: 'Present', version: 0, ...one })),
  });

const walkIn = (classId: number, { id: personId }: { id: number }) =>
  mark(classId, [{ personId, isWalkIn: true }]);

test('a whole class is marked in one call, with one reason and one audit entry per person', async () => {
  const { classId, students } = await world.openClass(2);
  const [came, absent] = students as [Student, Student];
  const marks = [
    { personId: came.id, version: 0 },
    { personId: absent.id, version: 0, status: 'Missed' },
  ];
  expect(await mark(classId, marks)).toMatchObject({
    status: 200,
    body: { message: 'Attendance saved' },
  });
  expect(await world.statusOf(came)).toEqual(['Present']);
  expect(await world.guestOf(classId, absent)).toMatchObject({
    attendance: null,
    correction: { status: 'Missed', reason: 'Marked in class', version: 1 },
  });
  const corrected = and(
    eq(auditLog.action, 'attendance: corrected'),
    eq(auditLog.classId, classId),
  );
  expect(await portal.database.$count(auditLog, corrected)).toBe(2);
});

test('if someone else has corrected one of them, nothing is saved', async () => {
  const { classId, students } = await world.openClass(2);
  const [one, other] = students as [Student, Student];
  await world.correct(classId, other, 'Excused');
  const marks = students.map(({ id: personId }) => ({ personId, version: 0 }));
  expect(await mark(classId, marks)).toMatchObject({
    status: 409,
    body: { current: { status: 'Excused', version: 1 } },
  });
  expect(await world.guestOf(classId, one)).toMatchObject({ attendance: null, correction: null });
  expect(await world.statusOf(other)).toEqual(['Excused']);
});

test('someone who is not registered is refused unless they walked in', async () => {
  const { classId, student } = await world.openClass();
  const stranger = await openStudent(portal);
  const marks = [{ personId: student.id }, { personId: stranger.id }];
  expect((await mark(classId, marks)).body.message).toBe(
    'This person isn’t registered for this class.',
  );
  expect(await world.statusOf(student)).toEqual([]);
});

test.each(['student', 'alumni'] as const)(
  'a walk-in (%s) is listed as present without a class number',
  async (role) => {
    const { classId } = await world.openClass();
    const guest = await openStudent(portal, { role });
    expect((await walkIn(classId, guest)).status).toBe(200);
    expect(await world.guestOf(classId, guest)).toMatchObject({
      role,
      classNumber: null,
      attendance: { status: 'Present', source: 'hand' },
    });
    portal.clock.moveOn(61 * minute);
    const { body } = await world.admin().get('/api/admin/past-classes');
    expect(body.classes[0]).toMatchObject({ id: classId, registered: 1, came: 0, missed: 1 });
  },
);

test('walking in completes no class number', async () => {
  const { classId } = await world.openClass();
  const student = await openStudent(portal);
  await walkIn(classId, student);
  const { body } = await world.admin().get(`/api/admin/people/${student.id}`);
  expect(body.courseLine.map(({ state }: { state: string }) => state)).not.toContain('done');
});

test('a walk-in noted by mistake is withdrawn, and can be noted again', async () => {
  const { classId } = await world.openClass();
  const student = await openStudent(portal);
  await walkIn(classId, student);
  await world.correct(classId, student, 'Withdrawn', { version: 1 });
  expect(await world.guestOf(classId, student)).toBeUndefined();
  expect((await walkIn(classId, student)).status).toBe(200);
  expect(await world.guestOf(classId, student)).toMatchObject({
    attendance: { status: 'Present' },
  });
});

test('a walk-in noted twice at the same time is one row with one audit entry', async () => {
  const { classId } = await world.openClass();
  const guest = await openStudent(portal);
  const marks = [guest, guest].map(({ id: personId }) => ({ personId, isWalkIn: true }));
  const answers = await Promise.all([mark(classId, marks), mark(classId, marks)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await world.guestOf(classId, guest)).toMatchObject({ correction: { version: 1 } });
  const entries = and(
    eq(auditLog.action, 'attendance: corrected'),
    eq(auditLog.personId, guest.id),
  );
  expect(await portal.database.$count(auditLog, entries)).toBe(1);
  const other = await mark(classId, [{ personId: guest.id, isWalkIn: true, status: 'Missed' }]);
  expect(other).toMatchObject({ status: 409, body: { current: { status: 'Present' } } });
});

test('someone who walks in after canceling is not counted as registered', async () => {
  const { classId, startsAt, student } = await world.openClass();
  const { id: personId } = student;
  const endedAt = new Date(startsAt.getTime() - minute);
  await portal.database
    .update(registrations)
    .set({ endedAt, endReason: 'canceled' })
    .where(eq(registrations.studentId, personId));
  await mark(classId, [{ personId, isWalkIn: true }]);
  portal.clock.moveOn(61 * minute);
  const counts = async () => {
    const { body } = await world.admin().get(`/api/admin/past-classes?class=${classId}`);
    const { body: trends } = await world.admin().get('/api/admin/journey/trends');
    const attended = trends.funnel.find(({ step }: { step: string }) => step === 'first-class');
    return [body.classes[0].registered, attended.reached];
  };
  const [registered, attended] = await counts();
  expect(registered).toBe(0);
  await portal.database
    .update(registrations)
    .set({ endedAt: new Date(startsAt.getTime() + minute) })
    .where(eq(registrations.studentId, personId));
  expect(await counts()).toEqual([1, attended + 1]);
});

test('a thousand people are marked in one call', async () => {
  const { classId, student } = await world.openClass();
  const { rows } = await portal.database.execute<{ id: number }>(sql`
    insert into ${people} (role, email, first_name, last_name, start_date, created_at)
    select 'student', 'many-' || n || '@school.test', 'Many', 'Of ' || n, '2026-01-01', now()
      from generate_series(1, 999) n returning id`);
  const walkIns = rows.map(({ id: personId }) => ({ personId, isWalkIn: true }));
  expect((await mark(classId, [{ personId: student.id }, ...walkIns])).status).toBe(200);
  expect(await world.statusOf(student)).toEqual(['Present']);
  const present = eq(attendance.classId, classId);
  expect(await portal.database.$count(attendance, present)).toBe(1000);
});

test('only active students and alumni can walk in', async () => {
  const { classId } = await world.openClass();
  const gone = await openStudent(portal);
  const deactivatedAt = portal.clock.now();
  await portal.database.update(people).set({ deactivatedAt }).where(eq(people.id, gone.id));
  expect((await walkIn(classId, gone)).status).toBe(404);
  expect((await walkIn(classId, world.admin())).status).toBe(404);
  expect((await walkIn(classId, { id: 999_999 })).status).toBe(404);
});
