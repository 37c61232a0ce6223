import { desc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { classStart } from '../../course/pacific-time.ts';
import { SLOT_PROBLEMS, type SlotProblem } from '../../course/slot-choice.ts';
import { attendance, auditLog, classes, registrations } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

const minute = 60 * 1000;
const refused = (name: SlotProblem) => ({ status: 409, body: { message: SLOT_PROBLEMS[name] } });
const notFound = { status: 404, body: { message: 'Not found' } };

async function openBooked() {
  const student = await openStudent(portal);
  const five = await student.choose(await addClassOn(portal, '2026-11-17'));
  const six = await student.choose(await addClassOn(portal, '2026-11-24'));
  return { student, five: five.body, six: six.body };
}

const minutesAfterStart = (minutes: number) =>
  new Date(classStart('2026-11-17', '4PM').getTime() + minutes * minute);

test('rescheduling moves the registration itself, marks it, and logs it in the audit log', async () => {
  const { student, five } = await openBooked();
  const newClassId = await addClassOn(portal, '2026-12-01');
  const moved = await student.reschedule(five.id, newClassId);
  expect(moved).toMatchObject({
    status: 200,
    body: { id: five.id, classNumber: 5, classId: newClassId, isRescheduled: true },
  });
  expect((await student.get('/api/schedule')).body[0]).toEqual(moved.body);
  const [entry] = await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  expect(entry).toMatchObject({
    actorId: student.id,
    action: 'registration: reschedule',
    subject: `registration:${five.id}`,
    before: { classId: five.classId },
    after: { classId: newClassId },
  });
});

test('a move updates the meetings of both classes, and repeating the request changes nothing', async () => {
  const { student, five } = await openBooked();
  const newClassId = await addClassOn(portal, '2026-12-01');
  await portal.database.execute(sql`delete from pgboss.job`);
  const first = await student.reschedule(five.id, newClassId);
  const queued = await student.queued();
  expect(queued).toEqual([five.classId, newClassId]);
  const recorded = await portal.database.$count(auditLog);
  expect(await student.reschedule(five.id, newClassId)).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect(await portal.database.$count(auditLog)).toBe(recorded);
  expect(await student.queued()).toEqual(queued);
});

test('moving a class to its current time changes nothing', async () => {
  const { student, five } = await openBooked();
  expect(await student.reschedule(five.id, five.classId)).toMatchObject({
    status: 200,
    body: five,
  });
});

test('a class can move within its own week and past a later number', async () => {
  const { student, five } = await openBooked();
  const sameWeek = await addClassOn(portal, '2026-11-20');
  const behind = await addClassOn(portal, '2026-12-15');
  expect((await student.reschedule(five.id, sameWeek)).status).toBe(200);
  expect((await student.reschedule(five.id, behind)).status).toBe(200);
});

test('a move to a class that does not fit is rejected with the reason', async () => {
  const { student, five } = await openBooked();
  const wrong: [SlotProblem, number][] = [
    ['week-taken', await addClassOn(portal, '2026-11-25')],
    ['wrong-type', await addClassOn(portal, '2026-12-01', '4PM', 'Monthly')],
    ['started', await addClassOn(portal, '2026-11-16', '9AM')],
  ];
  for (const [name, classId] of wrong)
    expect(await student.reschedule(five.id, classId), name).toMatchObject(refused(name));
  expect((await student.get('/api/schedule')).body[0]).toEqual(five);
});

test('a class can be rescheduled until one hour after its start, and made up after that', async () => {
  const { student, five } = await openBooked();
  const [soon, later] = [
    await addClassOn(portal, '2026-12-01'),
    await addClassOn(portal, '2026-12-08'),
  ];
  portal.clock.moveTo(minutesAfterStart(59.8));
  expect(await student.makeUp(five.id, soon)).toMatchObject(refused('not-missed'));
  const offers = (kind: string) => student.get(`/api/classes/${kind}-for-class/${five.id}/2`);
  expect(await offers('makeup')).toMatchObject(refused('not-missed'));
  expect((await offers('reschedule')).status).toBe(200);
  portal.clock.moveTo(minutesAfterStart(60.1));
  expect(await student.reschedule(five.id, soon)).toMatchObject(refused('over'));
  expect(await offers('reschedule')).toMatchObject(refused('over'));
  expect((await offers('makeup')).status).toBe(200);
  const made = await student.makeUp(five.id, later);
  expect(made.body).toMatchObject({ id: five.id, classId: later, isRescheduled: true });
  expect(await student.makeUp(five.id, later)).toMatchObject({ status: 200, body: made.body });
});

test('an attended class cannot be made up', async () => {
  const { student, five } = await openBooked();
  await portal.database.insert(attendance).values({
    personId: student.id,
    classId: five.classId,
    status: 'Present',
    source: 'report',
    recordedAt: minutesAfterStart(60),
  });
  portal.clock.moveTo(minutesAfterStart(90));
  const newClassId = await addClassOn(portal, '2026-12-01');
  expect(await student.makeUp(five.id, newClassId)).toMatchObject(refused('not-missed'));
  expect((await student.get('/api/attendance')).body).toEqual([
    { classId: five.classId, status: 'Present' },
  ]);
});

test('returns 404 for another student’s, a canceled, and an unknown registration', async () => {
  const { five } = await openBooked();
  const student = await openStudent(portal);
  const { body: canceled } = await student.choose(five.classId);
  await portal.database
    .update(registrations)
    .set({ endedAt: testNow, endReason: 'start date changed' })
    .where(eq(registrations.id, canceled.id));
  const classId = await addClassOn(portal, '2026-12-01');
  for (const id of [five.id, canceled.id, 999_999_999]) {
    expect(await student.reschedule(id, classId)).toMatchObject(notFound);
    expect(await student.makeUp(id, classId)).toMatchObject(notFound);
    for (const kind of ['reschedule', 'makeup'])
      expect(await student.get(`/api/classes/${kind}-for-class/${id}/0`)).toMatchObject(notFound);
  }
});

test('an unknown or deleted class is no longer offered for a move', async () => {
  const { student, five } = await openBooked();
  const deleted = await addClassOn(portal, '2026-12-01');
  await portal.database.update(classes).set({ deletedAt: testNow }).where(eq(classes.id, deleted));
  for (const classId of [deleted, 999_999_999])
    expect(await student.reschedule(five.id, classId)).toMatchObject(refused('gone'));
  expect(await student.reschedule(five.id, 2 ** 40)).toMatchObject(notFound);
  expect((await student.patch(`/api/register/reschedule/${five.id}`, {})).body).toEqual({
    message: 'Please choose a class time',
    field: 'newClassId',
  });
});
