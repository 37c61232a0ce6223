import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageTo, openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import type { AdminClass } from '../../contract/timetable.ts';
import { auditLog, classes, people, registrations } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let teacherId: number;
beforeAll(async () => {
  portal = await openPortal();
  const [name = '', value = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { [name]: value });
  const [teacher] = await portal.database
    .select()
    .from(people)
    .where(eq(people.email, 'teacher@demo.test'));
  teacherId = teacher?.id ?? 0;
});
afterAll(() => portal[Symbol.asyncDispose]());

const fields = (date: string, change: object = {}) => ({
  pacificDate: `${date}T12:00:00`,
  timeSlot: '4PM',
  dayOfWeek: 'Friday',
  classType: 'Weekly',
  instructorId: teacherId,
  ...change,
});
const add = (date: string, change: object = {}) =>
  admin.post('/api/classes/test', {
    ...fields(date, change),
    startTime: `${date}T23:00:00Z`,
    weekIndex: 0,
    totalCount: 1,
  });

async function registered(email: string) {
  const rows = await portal.database
    .select({ registration: registrations, courseClass: classes })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(and(eq(people.email, email), isNull(registrations.endedAt)))
    .orderBy(classes.startsAt);
  return rows;
}

test('a class on a January afternoon keeps its Pacific hour, regardless of startTime', async () => {
  const { body } = await add('2027-01-15');
  expect(body).toMatchObject({
    startTime: '2027-01-16T00:00:00.000Z',
    timeSlot: '4PM',
    dayOfWeek: 'Friday',
  });
  expect(body).toMatchObject({
    instructorFirstName: 'Daniel',
    topic: 'TM Weekly Class',
    registrationCount: 0,
  });
  const summer = await add('2027-07-16');
  expect(summer.body.startTime).toBe('2027-07-16T23:00:00.000Z');
});

test('the same class requested twice at once is created once', async () => {
  const answers = await Promise.all([1, 2, 3, 4].map(() => add('2027-01-22')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'There’s already a class on Friday, January 22 at 4:00 PM PT with this instructor. Please choose another time or instructor.',
  );
});

test('a second class without an instructor at the same time is refused', async () => {
  const noInstructor = { instructorId: undefined };
  expect((await add('2027-01-29', noInstructor)).status).toBe(200);
  const { status, body } = await add('2027-01-29', noInstructor);
  expect([status, body.message]).toEqual([
    409,
    'There’s already a class on Friday, January 29 at 4:00 PM PT without an instructor. Please choose another time or instructor.',
  ]);
});

test('a past day, a past time today, an unknown instructor, and a student as instructor are rejected', async () => {
  expect(await add('2026-11-15')).toMatchObject({
    status: 400,
    body: { message: 'Please select today or a later day.' },
  });
  expect(await add('2026-11-16', { timeSlot: '10AM' })).toMatchObject({
    status: 400,
    body: { message: 'This time has passed. Please choose a later one.', field: 'timeSlot' },
  });
  expect((await add('2026-11-16')).status).toBe(200);
  expect((await add('2027-02-05', { instructorId: 999_999 })).status).toBe(400);
  const [student] = await portal.database
    .select()
    .from(people)
    .where(eq(people.role, 'student'))
    .limit(1);
  expect((await add('2027-02-05', { instructorId: student?.id })).status).toBe(400);
});

test('the dashboard’s list keeps a class until one hour after its start', async () => {
  const { body: made } = await add('2027-02-12');
  const isListed = async () =>
    (await admin.get('/api/classes/all')).body.some(({ id }: AdminClass) => id === made.id);
  const before = portal.clock.now();
  portal.clock.moveTo(new Date(Date.parse(made.startTime) + 59 * 60_000));
  const session = admin.cookies.session ?? '';
  const again = await portal.cookieOf('admin@demo.test');
  admin.cookies.session = again.split('=')[1] ?? '';
  expect(await isListed()).toBe(true);
  portal.clock.moveOn(2 * 60_000);
  expect(await isListed()).toBe(false);
  portal.clock.moveTo(before);
  admin.cookies.session = session;
});

test('deleting a class with registrations is rejected with the specification’s message', async () => {
  const [row] = await registered('mid-course@demo.test');
  const answer = await admin.delete(`/api/classes/${row?.courseClass.id}`);
  expect(answer.status).toBe(409);
  expect(answer.body.message).toBe(
    'There are students registered for this class. It cannot be deleted.',
  );
  expect(
    (await admin.get(`/api/classes/${row?.courseClass.id}/registrations/count`)).body.count,
  ).toBeGreaterThan(0);
});

test('an empty class is deleted once, stays as a row, and its time can be used again', async () => {
  const { body: made } = await add('2027-02-19');
  expect((await admin.delete(`/api/classes/${made.id}`)).body.message).toBe(
    'Class deleted successfully',
  );
  expect(await admin.delete(`/api/classes/${made.id}`)).toMatchObject({
    status: 404,
    body: { message: 'This class has been deleted.' },
  });
  expect(await admin.delete('/api/classes/999999')).toMatchObject({
    status: 404,
    body: { message: 'Not found' },
  });
  const [row] = await portal.database.select().from(classes).where(eq(classes.id, made.id));
  expect(row?.deletedAt).not.toBeNull();
  expect((await add('2027-02-19')).status).toBe(200);
});

test('moving a class moves its students and emails them', async () => {
  const last = (await registered('finished-picking@demo.test')).at(-1);
  if (!last) throw new Error('nothing is registered');
  const { courseClass, registration } = last;
  const slot = {
    timeSlot: '8AM',
    classType: courseClass.classType,
    instructorId: courseClass.instructorId ?? undefined,
  };
  const date = new Date(courseClass.startsAt.getTime() - 8 * 3_600_000).toISOString().slice(0, 10);
  const { status, body } = await admin.patch(`/api/classes/${courseClass.id}`, fields(date, slot));
  expect([status, body.timeSlot]).toEqual([200, '8AM']);
  const mail = await messageTo(portal, 'finished-picking@demo.test');
  expect(mail.subject).toBe(`Your new time for Class ${registration.classNumber}`);
  expect(mail.text).toContain('8:00 AM PT');
});

test('a class does not move into a week in which one of its students has another class', async () => {
  const held = await registered('finished-picking@demo.test');
  const [first, second] = held;
  if (!first || !second) throw new Error('nothing is registered');
  const date = new Date(second.courseClass.startsAt.getTime() - 8 * 3_600_000)
    .toISOString()
    .slice(0, 10);
  const change = {
    classType: first.courseClass.classType,
    timeSlot: '7PM',
    instructorId: teacherId,
  };
  const answer = await admin.patch(`/api/classes/${first.courseClass.id}`, fields(date, change));
  expect(answer.status).toBe(409);
  expect(answer.body.message).toMatch(
    /^You can’t move the class to that week: \p{Lu}.+ already (has|have) another class then\.$/u,
  );
});

test('the type of a class with students cannot change', async () => {
  const [first] = await registered('finished-picking@demo.test');
  if (!first) throw new Error('nothing is registered');
  const date = new Date(first.courseClass.startsAt.getTime() - 8 * 3_600_000)
    .toISOString()
    .slice(0, 10);
  const answer = await admin.patch(
    `/api/classes/${first.courseClass.id}`,
    fields(date, { classType: 'Monthly' }),
  );
  expect(answer.status).toBe(409);
  expect(answer.body.message).toMatch(
    /^\p{Lu}.+ (is registered and needs|are registered and need) this to stay a Weekly class\.$/u,
  );
});

test('every change of a class is in the audit log with before and after', async () => {
  const { body: made } = await add('2027-02-26');
  await admin.patch(`/api/classes/${made.id}`, fields('2027-02-26', { timeSlot: '5PM' }));
  await admin.delete(`/api/classes/${made.id}`);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `class:${made.id}`))
    .orderBy(auditLog.id);
  expect(rows.map(({ action }) => action)).toEqual([
    'class: added',
    'class: edited',
    'class: deleted',
  ]);
  expect(rows[1]).toMatchObject({
    before: { startsAt: '2027-02-27T00:00:00.000Z' },
    after: { startsAt: '2027-02-27T01:00:00.000Z' },
  });
});

test('teachers and admins are instructors', async () => {
  const { body } = await admin.get('/api/instructors');
  expect(new Set(body.map(({ role }: { role: string }) => role))).toEqual(
    new Set(['admin', 'teacher']),
  );
  expect(body.map(({ name }: { name: string }) => name)).toContain('Daniel Reyes');
});
