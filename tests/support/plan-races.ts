import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf, classesOf } from './canceling.ts';
import { testNow } from './clock.ts';
import {
  addMondays,
  numbersOf,
  openPlanner,
  refusedPlan,
  register,
  rowsOf,
  scheduleMails,
} from './planning.ts';
import { openPortal, type Portal } from './portal.ts';
import { addClassOn, clearClasses } from './students.ts';

export function raceForPlans({ rounds }: { rounds: number }): void {
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

  test('the same plan sent from two tabs at once is registered once', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { student, plan } = await openPlanner(portal, course);
      const answers = await Promise.all(Array.from({ length: 6 }, () => register(student, plan)));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
      expect(await numbersOf(student)).toEqual([5, 6, 7, 8, 9, 10]);
      expect(await scheduleMails(portal, student)).toBe(1);
    }
  });

  test('if two plans are sent at once, one is registered and the other gets the list of taken classes', async () => {
    const others = [
      ...(await Promise.all(['2026-11-24', '2026-12-01'].map((date) => addClassOn(portal, date)))),
      await addClassOn(portal, '2026-12-30', '6PM', 'Monthly'),
    ];
    for (let round = 0; round < rounds; round += 1) {
      const { student, plan } = await openPlanner(portal, course);
      const answers = await Promise.all([
        register(student, plan),
        register(student, rowsOf(others)),
      ]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(answers[1 - winner]).toMatchObject(
        refusedPlan([6, 'number-taken'], [7, 'number-taken'], [8, 'number-taken']),
      );
      const chosen = winner === 0 ? plan : rowsOf(others);
      expect((await student.rows()).slice(1)).toMatchObject(chosen);
    }
  });

  test('a single choice at the same time comes before or after the plan, never in the middle', async () => {
    const tuesday = await addClassOn(portal, '2026-11-24');
    for (let round = 0; round < rounds; round += 1) {
      const { student, plan } = await openPlanner(portal, course);
      const [planned, single] = await Promise.all([
        register(student, plan),
        student.choose(tuesday),
      ]);
      const numbers = await numbersOf(student);
      if (planned.status === 200) {
        expect(single.status).toBe(409);
        expect(numbers).toEqual([5, 6, 7, 8, 9, 10]);
      } else {
        expect(single.status).toBe(200);
        expect(planned).toMatchObject(refusedPlan([6, 'number-taken']));
        expect(numbers).toEqual([5, 6]);
      }
    }
  });

  test('a class canceled at the same time is left out, or needs a new time', async () => {
    const [, , , , nine = 0] = course;
    for (let round = 0; round < rounds; round += 1) {
      const { student, plan } = await openPlanner(portal, course);
      const admin = await cancellationsOf(portal).openAdmin();
      const [planned, canceled] = await Promise.all([register(student, plan), admin.cancel(nine)]);
      expect(canceled.status).toBe(200);
      if (planned.status === 200) {
        expect((await classesOf(student)).slice(4, 5)).toEqual([[9, nine, true]]);
      } else {
        expect(planned).toMatchObject(refusedPlan([9, 'gone']));
        expect(await numbersOf(student)).toEqual([5]);
      }
      expect((await admin.undo(canceled.body.id)).status).toBe(200);
    }
  });
}
