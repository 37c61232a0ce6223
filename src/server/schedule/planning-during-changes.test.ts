import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import {
  addMondays,
  numbersOf,
  openPlanner,
  refusedPlan,
  register,
} from '../../../tests/support/planning.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { untilWaiting } from '../../../tests/support/row-locks.ts';
import { clearClasses } from '../../../tests/support/students.ts';
import { classStart } from '../../course/pacific-time.ts';
import { classes } from '../database/schema.ts';

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

test('if a class is deleted at the same moment, the error names it and nothing is registered', async () => {
  const { student, plan } = await openPlanner(portal, course);
  const [, , seven = 0] = course;
  const answer = await registerDuring({ deletedAt: testNow }, seven, () => register(student, plan));
  expect(answer).toMatchObject(refusedPlan([7, 'gone']));
  expect(await numbersOf(student)).toEqual([5]);
});

test("if an admin moves a class into a planned week at the same moment, the admin's change wins", async () => {
  const { student, plan } = await openPlanner(portal, course);
  const [five = 0] = course;
  const change = { startsAt: classStart('2026-11-25', '4PM') };
  const answer = await registerDuring(change, five, () => register(student, plan));
  expect(answer).toMatchObject(refusedPlan([6, 'week-taken']));
  expect(await numbersOf(student)).toEqual([5]);
});
