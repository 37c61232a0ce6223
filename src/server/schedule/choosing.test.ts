import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilWaiting } from '../../../tests/support/row-locks.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { LAST_CLASS_NUMBER } from '../../course/course.ts';
import { classStart } from '../../course/pacific-time.ts';
import { SLOT_PROBLEMS, type SlotProblem } from '../../course/slot-choice.ts';
import { classes, registrations } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

const refused = (name: SlotProblem) => ({ status: 409, body: { message: SLOT_PROBLEMS[name] } });
async function addCourse(): Promise<number[]> {
  const weekly = ['2026-11-17', '2026-11-24', '2026-12-01'];
  const monthly = ['2026-12-22', '2027-01-19', '2027-02-16'];
  return [
    ...(await Promise.all(weekly.map((date) => addClassOn(portal, date)))),
    ...(await Promise.all(monthly.map((date) => addClassOn(portal, date, '4PM', 'Monthly')))),
  ];
}

test('a student chooses classes 5 to 10 one after another and sees them in the schedule', async () => {
  const student = await openStudent(portal);
  const course = await addCourse();
  const entries = [];
  for (const classId of course) entries.push((await student.choose(classId)).body);
  expect(entries.map(({ classNumber }) => classNumber)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(entries[0]).toEqual({
    id: expect.any(Number),
    classNumber: 5,
    classId: course[0],
    isRescheduled: false,
    cancellation: null,
    studentZoomJoinUrl: null,
    wasInRoom: false,
    wasHeld: null,
    class: { startTime: '2026-11-18T00:00:00.000Z', zoomJoinUrl: null, instructorFirstName: null },
  });
  const schedule = (await student.get('/api/schedule')).body;
  expect(schedule.map(({ id }: { id: number }) => id)).toEqual(entries.map(({ id }) => id));
  expect(await student.queued()).toEqual(course.toSorted((a, b) => a - b));
});

test('a class that does not fit is rejected with the reason, and nothing is saved', async () => {
  const student = await openStudent(portal, { startDate: '2026-11-18' });
  const wrong: [SlotProblem, number][] = [
    ['started', await addClassOn(portal, '2026-11-16', '9AM')],
    ['wrong-type', await addClassOn(portal, '2026-11-20', '4PM', 'Monthly')],
    ['before-start-date', await addClassOn(portal, '2026-11-18')],
  ];
  for (const [name, classId] of wrong)
    expect(await student.choose(classId), name).toMatchObject(refused(name));
  expect(await student.rows()).toEqual([]);
  expect(await student.queued()).toEqual([]);
});

test('a second class in a week and a class before the last one are rejected', async () => {
  const student = await openStudent(portal);
  await student.choose(await addClassOn(portal, '2026-11-26'));
  const sameWeek = await addClassOn(portal, '2026-11-28');
  const earlier = await addClassOn(portal, '2026-11-18');
  expect(await student.choose(sameWeek)).toMatchObject(refused('week-taken'));
  expect(await student.choose(earlier)).toMatchObject(refused('out-of-order'));
  expect(await student.rows()).toHaveLength(1);
});

test('an unknown or deleted class is no longer offered', async () => {
  const student = await openStudent(portal);
  const deleted = await addClassOn(portal, '2026-11-17');
  await portal.database.update(classes).set({ deletedAt: testNow }).where(eq(classes.id, deleted));
  for (const classId of [deleted, 999_999_999]) {
    expect(await student.choose(classId)).toMatchObject(refused('gone'));
  }
  expect((await student.choose(0)).status).toBe(404);
});

test('a double click and a retry return the first response, for class 10 too', async () => {
  const student = await openStudent(portal);
  for (const classId of await addCourse()) {
    const first = await student.choose(classId);
    expect(await student.choose(classId)).toMatchObject({ status: 200, body: first.body });
  }
  expect(await student.rows()).toHaveLength(6);
  expect(await student.queued()).toHaveLength(6);
  const another = await addClassOn(portal, '2027-03-16', '4PM', 'Monthly');
  expect(await student.choose(another)).toMatchObject(refused('all-chosen'));
});

test('a time chosen for a class that is no longer next is rejected with the number of the next class', async () => {
  const student = await openStudent(portal);
  const course = await addCourse();
  const [first, second, third] = course;
  const choose = (classId: number | undefined, classNumber: number | string) =>
    student.post(`/api/register/class/${classId}?classNumber=${classNumber}`);
  expect((await choose(first, 5)).body.classNumber).toBe(5);
  expect(await choose(second, 5)).toMatchObject({
    status: 409,
    body: {
      message:
        'You don’t need a time for Class 5 anymore, perhaps because you picked one in another window. Please pick a time for Class 6.',
    },
  });
  expect((await choose(second, 8)).body.message).toBe(
    'Your classes have changed since you opened this page. Please pick a time for Class 6.',
  );
  expect((await choose(second, 'six')).status).toBe(404);
  expect(await student.rows()).toHaveLength(1);
  expect((await choose(first, 5)).body.classNumber).toBe(5);
  expect((await student.choose(Number(second))).body.classNumber).toBe(6);
  expect((await choose(third, 7)).body.classNumber).toBe(7);
});

test('weeks start at Pacific midnight, even when the clocks change', async () => {
  const changes = [
    ['2026-10-28', '2026-10-31', '2026-11-01', '2026-11-07', '2026-11-08'],
    ['2027-03-10', '2027-03-13', '2027-03-14', '2027-03-20', '2027-03-21'],
  ] as const;
  for (const [today, saturday, sunday, nextSaturday, nextSunday] of changes) {
    portal.clock.moveTo(classStart(today, '8AM'));
    const student = await openStudent(portal);
    expect((await student.choose(await addClassOn(portal, saturday, '8PM'))).status).toBe(200);
    expect((await student.choose(await addClassOn(portal, sunday, '8AM'))).status).toBe(200);
    const sameWeek = await addClassOn(portal, nextSaturday, '8PM');
    expect(await student.choose(sameWeek)).toMatchObject(refused('week-taken'));
    expect((await student.choose(await addClassOn(portal, nextSunday, '8AM'))).status).toBe(200);
  }
});

test('a canceled registration frees its number and its week', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-24');
  const first = await student.choose(classId);
  await portal.database
    .update(registrations)
    .set({ endedAt: testNow, endReason: 'start date changed' })
    .where(eq(registrations.id, first.body.id));
  expect((await student.get('/api/schedule')).body).toEqual([]);
  const second = await student.choose(classId);
  expect(second.body).toMatchObject({ classNumber: 5, classId });
  expect(second.body.id).not.toBe(first.body.id);
});

async function askDuring<Answer>(
  change: Partial<typeof classes.$inferInsert>,
  classId: number,
  ask: () => Promise<Answer>,
): Promise<Answer> {
  const { answer } = await portal.database.transaction(async (admin) => {
    await admin.update(classes).set(change).where(eq(classes.id, classId));
    const waiting = ask();
    await untilWaiting(portal);
    return { answer: waiting };
  });
  return answer;
}

test('a choice is rejected if an admin moves a class into that week at the same moment', async () => {
  const student = await openStudent(portal);
  const held = await addClassOn(portal, '2026-11-18');
  await student.choose(held);
  const wanted = await addClassOn(portal, '2026-11-24');
  const change = { startsAt: classStart('2026-11-26', '4PM') };
  const answer = await askDuring(change, held, () => student.choose(wanted));
  expect(answer).toMatchObject(refused('week-taken'));
  expect(await student.rows()).toHaveLength(1);
});

test('a class that an admin deletes at the same moment is no longer offered', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-24');
  const answer = await askDuring({ deletedAt: testNow }, classId, () => student.choose(classId));
  expect(answer).toMatchObject(refused('gone'));
  expect(await student.rows()).toEqual([]);
});

test('if students choose from class 1 on, they choose all ten', async () => {
  await using whole = await openPortal({ environment: { COURSE_FIRST_CLASS: '1' } });
  await clearClasses(whole);
  const student = await openStudent(whole);
  const offer = await student.get('/api/classes/available?weekOffset=0');
  expect(offer.body.nextClassNumber).toBe(1);
  for (let number = 1; number <= LAST_CLASS_NUMBER; number += 1) {
    const date = new Date(testNow.getTime() + number * 7 * 24 * 60 * 60 * 1000);
    const type = number <= 7 ? 'Weekly' : 'Monthly';
    const classId = await addClassOn(whole, date.toISOString().slice(0, 10), '4PM', type);
    expect((await student.choose(classId)).body.classNumber).toBe(number);
  }
});
