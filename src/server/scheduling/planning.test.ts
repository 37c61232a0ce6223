import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellingOf, classesOf } from '../../../tests/support/cancelling.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilWaiting } from '../../../tests/support/row-locks.ts';
import {
  addClassOn,
  clearClasses,
  openStudent,
  resetAccount,
  type Student,
} from '../../../tests/support/students.ts';
import { classStart } from '../../course/pacific-time.ts';
import { PLAN_PROBLEMS, type PlanProblem } from '../../course/plan.ts';
import { classes, people } from '../database/schema.ts';

let portal: Portal;
/** Classes 5 to 10 on Mondays at 6 PM. */
let course: number[];
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  course = [];
  for (const date of ['2026-11-16', '2026-11-23', '2026-11-30'])
    course.push(await addClassOn(portal, date, '6PM'));
  for (const date of ['2026-12-28', '2027-01-25', '2027-02-22'])
    course.push(await addClassOn(portal, date, '6PM', 'Monthly'));
});

const rowsOf = (classIds: number[], from = 6) =>
  classIds.map((classId, at) => ({ classNumber: from + at, classId }));
const register = (student: Student, rows: object[]) => student.post('/api/plan', { classes: rows });
const refused = (...problems: [number, PlanProblem][]) => ({
  status: 409,
  body: {
    current: {
      problems: problems.map(([classNumber, name]) => ({
        classNumber,
        message: PLAN_PROBLEMS[name],
      })),
    },
  },
});
const numbersOf = async (student: Student) =>
  (await student.rows()).map(({ classNumber }) => classNumber);

/** A student with class 5, and the other five as they are proposed to them. */
async function openPlanner() {
  const student = await openStudent(portal);
  await student.choose(course[0] ?? 0);
  return { student, plan: rowsOf(course.slice(1)) };
}

async function scheduleMails({ id }: Student): Promise<number> {
  const { rows } = await portal.database.execute(
    sql`select from pgboss.job where name = 'mail-schedule' and data ->> 'personId' = ${String(id)}`,
  );
  return rows.length;
}

test('the proposal names a time for each class that is left, and registering it answers the schedule entries', async () => {
  const { student } = await openPlanner();
  await addClassOn(portal, '2026-11-24', '6PM');
  await addClassOn(portal, '2026-12-26', '1PM', 'Monthly');
  const { body } = await student.get('/api/plan');
  expect(body.classes[0]).toEqual({
    classNumber: 6,
    slot: { id: course[1], startTime: '2026-11-24T02:00:00.000Z', dayOfWeek: 'Monday' },
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
  expect(await scheduleMails(student)).toBe(1);
});

test('nothing is proposed before the first class, nor for what the timetable does not have yet', async () => {
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
  expect(await scheduleMails(student)).toBe(0);
});

test('the times of a class after the next one are offered week by week', async () => {
  const { student } = await openPlanner();
  const ask = (week: number, number: number) =>
    student.get(`/api/classes/available?weekOffset=${week}&classNumber=${number}`);
  expect((await ask(6, 8)).body).toMatchObject({
    nextClassNumber: 6,
    classes: [{ id: course[3] }],
    firstFutureWeek: 6,
  });
  expect((await ask(0, 9)).body).toMatchObject({ classes: [], firstFutureWeek: 6 });
  expect((await ask(0, 11)).status).toBe(404);
});

test('where one time cannot be had none is registered, and each is named with its reason', async () => {
  const { student, plan } = await openPlanner();
  const sameWeek = await addClassOn(portal, '2026-11-26');
  await portal.database
    .update(classes)
    .set({ deletedAt: testNow })
    .where(eq(classes.id, course[4] ?? 0));
  const wrong = [plan[0], { classNumber: 7, classId: sameWeek }, ...plan.slice(2)] as object[];
  const answer = await register(student, wrong);
  expect(answer).toMatchObject(refused([7, 'week-taken'], [9, 'gone']));
  expect(answer.body.message).toBe(
    `Nothing was registered yet. Class 7: ${PLAN_PROBLEMS['week-taken']} Class 9: ${PLAN_PROBLEMS.gone}`,
  );
  expect(await numbersOf(student)).toEqual([5]);
  expect(await student.queued()).toEqual([course[0]]);
});

test('a time that has started meanwhile, or belongs to the other part of the course, is refused', async () => {
  const { student, plan } = await openPlanner();
  const monthly = await addClassOn(portal, '2026-12-02', '6PM', 'Monthly');
  portal.clock.moveTo(classStart('2026-11-23', '6PM'));
  const rows = [plan[0] as object, { classNumber: 7, classId: monthly }];
  expect(await register(student, rows)).toMatchObject(refused([6, 'started'], [7, 'wrong-type']));
});

test('a second click and a lost answer get the answer of the first, and no second mail', async () => {
  const { student, plan } = await openPlanner();
  const first = await register(student, plan);
  expect(await register(student, plan)).toMatchObject({ status: 200, body: first.body });
  expect(await numbersOf(student)).toEqual([5, 6, 7, 8, 9, 10]);
  expect(await scheduleMails(student)).toBe(1);
});

test('the same plan sent from two tabs at once is registered once', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { student, plan } = await openPlanner();
    const answers = await Promise.all(Array.from({ length: 6 }, () => register(student, plan)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await numbersOf(student)).toEqual([5, 6, 7, 8, 9, 10]);
    expect(await scheduleMails(student)).toBe(1);
  }
});

test('of two different plans at once one is registered, and the other hears which classes have a time', async () => {
  const others = [
    ...(await Promise.all(['2026-11-24', '2026-12-01'].map((date) => addClassOn(portal, date)))),
    await addClassOn(portal, '2026-12-30', '6PM', 'Monthly'),
  ];
  for (let round = 0; round < 8; round += 1) {
    const { student, plan } = await openPlanner();
    const answers = await Promise.all([register(student, plan), register(student, rowsOf(others))]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - winner]).toMatchObject(
      refused([6, 'number-taken'], [7, 'number-taken'], [8, 'number-taken']),
    );
    const chosen = winner === 0 ? plan : rowsOf(others);
    expect((await student.rows()).slice(1)).toMatchObject(chosen);
  }
});

test('a single choice at the same moment comes before or after, never in between', async () => {
  const tuesday = await addClassOn(portal, '2026-11-24');
  for (let round = 0; round < 8; round += 1) {
    const { student, plan } = await openPlanner();
    const [planned, single] = await Promise.all([register(student, plan), student.choose(tuesday)]);
    const numbers = await numbersOf(student);
    if (planned.status === 200) {
      expect(single.status).toBe(409);
      expect(numbers).toEqual([5, 6, 7, 8, 9, 10]);
    } else {
      expect(single.status).toBe(200);
      expect(planned).toMatchObject(refused([6, 'number-taken']));
      expect(numbers).toEqual([5, 6]);
    }
  }
});

test('a class of the plan that was chosen by itself before counts as registered', async () => {
  const { student, plan } = await openPlanner();
  await student.choose(course[1] ?? 0);
  const answer = await register(student, plan);
  expect(answer.body.map(({ classId }: { classId: number }) => classId)).toEqual(course.slice(1));
});

/** Sends the plan in the middle of an admin's change, and lets that go through first. */
async function registerDuring(
  change: Partial<typeof classes.$inferInsert>,
  classId: number,
  send: () => ReturnType<typeof register>,
) {
  const { answer } = await portal.database.transaction(async (admin) => {
    await admin.update(classes).set(change).where(eq(classes.id, classId));
    const waiting = send();
    await untilWaiting(portal);
    return { answer: waiting };
  });
  return answer;
}

test('a class that is taken away at that very moment is named, and the rest is not registered', async () => {
  const { student, plan } = await openPlanner();
  const [, , seven = 0] = course;
  const answer = await registerDuring({ deletedAt: testNow }, seven, () => register(student, plan));
  expect(answer).toMatchObject(refused([7, 'gone']));
  expect(await numbersOf(student)).toEqual([5]);
});

test('a class that is cancelled at the same moment is left out, or its place waits for another time', async () => {
  const [, , , , nine = 0] = course;
  for (let round = 0; round < 4; round += 1) {
    const { student, plan } = await openPlanner();
    const admin = await cancellingOf(portal).openAdmin();
    const [planned, cancelled] = await Promise.all([register(student, plan), admin.cancel(nine)]);
    expect(cancelled.status).toBe(200);
    if (planned.status === 200) {
      expect((await classesOf(student)).slice(4, 5)).toEqual([[9, nine, true]]);
    } else {
      expect(planned).toMatchObject(refused([9, 'gone']));
      expect(await numbersOf(student)).toEqual([5]);
    }
    expect((await admin.undo(cancelled.body.id)).status).toBe(200);
  }
});

test('a class that an admin moves into a planned week at that very moment has the last word', async () => {
  const { student, plan } = await openPlanner();
  const [five = 0] = course;
  const change = { startsAt: classStart('2026-11-25', '4PM') };
  const answer = await registerDuring(change, five, () => register(student, plan));
  expect(answer).toMatchObject(refused([6, 'week-taken']));
  expect(await numbersOf(student)).toEqual([5]);
});

test('a plan whose first class is no longer the next one is refused as a whole', async () => {
  const { student, plan } = await openPlanner();
  await resetAccount(portal, student);
  const { status, body } = await register(student, plan);
  expect([status, body.message]).toEqual([
    409,
    'One of these classes was changed at this moment. Please try again.',
  ]);
});

test('somebody who is no longer a student registers nothing', async () => {
  const { student, plan } = await openPlanner();
  await portal.database
    .update(people)
    .set({ deactivatedAt: testNow })
    .where(eq(people.id, student.id));
  expect((await register(student, plan)).status).toBe(401);
});

test('what is not a plan is refused before anything is looked at', async () => {
  const { student, plan } = await openPlanner();
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
