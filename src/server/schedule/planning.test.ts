import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import {
  addMondays,
  numbersOf,
  openPlanner,
  refusedPlan,
  register,
  rowsOf,
  scheduleMails,
} from '../../../tests/support/planning.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import {
  addClassOn,
  clearClasses,
  openStudent,
  resetAccount,
} from '../../../tests/support/students.ts';
import { classStart } from '../../course/pacific-time.ts';
import { PLAN_PROBLEMS } from '../../course/plan.ts';
import { classes, people } from '../database/schema.ts';

let portal: Portal;
let course: number[];
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  course = await addMondays(portal);
});

test('the proposal has a time for each remaining class, and registering it returns the schedule entries', async () => {
  const { student } = await openPlanner(portal, course);
  await addClassOn(portal, '2026-11-24', '6PM');
  await addClassOn(portal, '2026-12-26', '1PM', 'Monthly');
  const { body } = await student.get('/api/plan');
  expect(body.classes[0]).toEqual({
    classNumber: 6,
    slot: {
      ...{ id: course[1], startTime: '2026-11-24T02:00:00.000Z', dayOfWeek: 'Monday' },
      ...{ placesLeft: null, isFull: false },
    },
  });
  const plan = body.classes.map(
    ({ classNumber, slot }: { classNumber: number; slot: { id: number } }) => ({
      classNumber,
      classId: slot.id,
    }),
  );
  expect(plan).toEqual(rowsOf(course.slice(1)));
  const answer = await register(student, plan);
  expect(answer.status).toBe(200);
  expect((await student.get('/api/schedule')).body.slice(1)).toEqual(answer.body);
  expect(await student.queued()).toEqual(course.toSorted((a, b) => a - b));
  expect(await scheduleMails(portal, student)).toBe(1);
});

test('nothing is proposed before the first class, nor beyond the end of the timetable', async () => {
  const student = await openStudent(portal);
  expect((await student.get('/api/plan')).body).toEqual({ classes: [] });
  await student.choose(course[0] ?? 0);
  await portal.database
    .update(classes)
    .set({ deletedAt: testNow })
    .where(eq(classes.id, course[4] ?? 0));
  await portal.database
    .update(classes)
    .set({ deletedAt: testNow })
    .where(eq(classes.id, course[5] ?? 0));
  const { body } = await student.get('/api/plan');
  expect(body.classes.map(({ slot }: { slot: { id: number } | null }) => slot?.id ?? null)).toEqual(
    [course[1], course[2], course[3], null, null],
  );
  const part = rowsOf(course.slice(1, 4));
  expect((await register(student, part)).status).toBe(200);
  expect(await numbersOf(student)).toEqual([5, 6, 7, 8]);
  expect(await scheduleMails(portal, student)).toBe(0);
  expect((await student.rows()).map(({ choiceMailDueAt }) => choiceMailDueAt)).not.toContain(null);
});

test('times for a class after the next one are offered week by week', async () => {
  const { student } = await openPlanner(portal, course);
  const ask = (week: number, number: number) =>
    student.get(`/api/classes/available?weekOffset=${week}&classNumber=${number}`);
  expect((await ask(6, 8)).body).toMatchObject({
    nextClassNumber: 6,
    classes: [{ id: course[3] }],
    firstFutureWeek: 6,
  });
  expect((await ask(0, 9)).body).toMatchObject({ classes: [], firstFutureWeek: 6 });
  expect((await ask(0, 11)).status).toBe(404);
  for (const number of [1, 5]) expect((await ask(0, number)).status).toBe(409);
});

test('if one time is unavailable, none is registered and the error lists each with its reason', async () => {
  const { student, plan } = await openPlanner(portal, course);
  const sameWeek = await addClassOn(portal, '2026-11-26');
  await portal.database
    .update(classes)
    .set({ deletedAt: testNow })
    .where(eq(classes.id, course[4] ?? 0));
  const wrong = [plan[0], { classNumber: 7, classId: sameWeek }, ...plan.slice(2)] as object[];
  const answer = await register(student, wrong);
  expect(answer).toMatchObject(refusedPlan([7, 'week-taken'], [9, 'gone']));
  expect(answer.body.message).toBe(
    `We haven’t saved any of these times yet. Class 7: ${PLAN_PROBLEMS['week-taken']} Class 9: ${PLAN_PROBLEMS.gone}`,
  );
  expect(await numbersOf(student)).toEqual([5]);
  expect(await student.queued()).toEqual([course[0]]);
});

test('a time that has started, or belongs to the other part of the course, is rejected', async () => {
  const { student, plan } = await openPlanner(portal, course);
  const monthly = await addClassOn(portal, '2026-12-02', '6PM', 'Monthly');
  portal.clock.moveTo(classStart('2026-11-23', '6PM'));
  const rows = [plan[0] as object, { classNumber: 7, classId: monthly }];
  expect(await register(student, rows)).toMatchObject(
    refusedPlan([6, 'started'], [7, 'wrong-type']),
  );
});

test('a double click and a retry return the first response and send no second email', async () => {
  const { student, plan } = await openPlanner(portal, course);
  const first = await register(student, plan);
  expect(await register(student, plan)).toMatchObject({ status: 200, body: first.body });
  expect(await numbersOf(student)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(await scheduleMails(portal, student)).toBe(1);
});

test('a planned class that was already chosen on its own counts as registered', async () => {
  const { student, plan } = await openPlanner(portal, course);
  await student.choose(course[1] ?? 0);
  const answer = await register(student, plan);
  expect(answer.body.map(({ classId }: { classId: number }) => classId)).toEqual(course.slice(1));
});

test('a plan whose first class is no longer the next one is rejected as a whole', async () => {
  const { student, plan } = await openPlanner(portal, course);
  await resetAccount(portal, student);
  expect(await register(student, plan)).toMatchObject(refusedPlan([6, 'not-next']));
});

test('a plan never registers a class that the teacher books', async () => {
  const { student } = await openPlanner(portal, course);
  const rows = rowsOf(course.slice(1, 3), 1);
  expect(await register(student, rows)).toMatchObject(
    refusedPlan([1, 'not-next'], [2, 'not-next']),
  );
  expect(await numbersOf(student)).toEqual([5]);
});

test('a person who is no longer a student cannot register anything', async () => {
  const { student, plan } = await openPlanner(portal, course);
  await portal.database
    .update(people)
    .set({ deactivatedAt: testNow })
    .where(eq(people.id, student.id));
  expect((await register(student, plan)).status).toBe(401);
});

test('an invalid plan is rejected before any lookup', async () => {
  const { student, plan } = await openPlanner(portal, course);
  const bodies = [
    {},
    { classes: [] },
    { classes: [plan[0], plan[2]] },
    { classes: [plan[0], plan[0]] },
    { classes: [{ classNumber: 11, classId: 1 }] },
    { classes: [{ classNumber: 6 }] },
    { classes: plan, startDate: '2026-01-01' },
    { classes: [{ ...plan[0], studentId: 1 }] },
  ];
  for (const body of bodies) expect((await student.post('/api/plan', body)).status).toBe(400);
  expect(await numbersOf(student)).toEqual([5]);
});
