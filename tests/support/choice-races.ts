import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { classStart } from '../../src/course/pacific-time.ts';
import { classes, registrations } from '../../src/server/database/schema.ts';
import { openPortal, type Portal } from './portal.ts';
import { addClass, addClassOn, clearClasses, openStudent, type Student } from './students.ts';

interface Amounts {
  atOnce: number;
  rounds: number;
}

export function raceForChoices({ atOnce, rounds }: Amounts): void {
  let portal: Portal;
  let nextWeek: number[];
  /** This class is also next week. No one picks it first, because picking the class you moved to succeeds. */
  let moveTarget: number;

  beforeAll(async () => {
    // Each request gets a connection. On a slow machine, the last one would time out waiting for a free one.
    portal = await openPortal({ environment: { DATABASE_POOL_SIZE: String(atOnce) } });
    await clearClasses(portal);
    const tuesday = classStart('2026-11-24', '8AM').getTime();
    nextWeek = [];
    for (let minute = 0; minute < atOnce; minute += 1)
      nextWeek.push(await addClass(portal, new Date(tuesday + minute * 60_000)));
    moveTarget = await addClass(portal, new Date(tuesday + atOnce * 60_000));
  });
  afterAll(() => portal[Symbol.asyncDispose]());

  async function send(
    { cookie }: Student,
    method: 'POST' | 'PATCH',
    url: string,
    payload?: object,
  ) {
    const answer = await portal.app.inject({
      method,
      url,
      headers: { cookie },
      ...(payload && { payload }),
    });
    return { status: answer.statusCode, body: answer.json() };
  }

  const choose = (student: Student, classId: number) =>
    send(student, 'POST', `/api/register/class/${classId}`);

  const move = (student: Student, registrationId: number) =>
    send(student, 'PATCH', `/api/register/reschedule/${registrationId}`, {
      newClassId: moveTarget,
    });

  function count(answers: { status: number }[]) {
    const counts: Record<number, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  }

  test('choosing one class many times at once registers it once, with the same response', async () => {
    const [classId = 0] = nextWeek;
    for (let round = 0; round < rounds; round += 1) {
      const student = await openStudent(portal);
      const answers = await Promise.all(nextWeek.map(() => choose(student, classId)));
      expect(count(answers)).toEqual({ 200: atOnce });
      const rows = await student.rows();
      expect(rows.map(({ classNumber }) => classNumber)).toEqual([5]);
      expect(new Set(answers.map(({ body }) => body.id))).toEqual(new Set([rows[0]?.id]));
    }
  }, 180_000);

  test('when many students choose a class at once, it takes as many as it has places', async () => {
    const classId = await addClassOn(portal, '2026-11-24', '8PM');
    const places = 3;
    await portal.database.update(classes).set({ places }).where(eq(classes.id, classId));
    const students = await Promise.all(nextWeek.map(() => openStudent(portal)));
    const answers = await Promise.all(students.map((student) => choose(student, classId)));
    expect(count(answers)).toEqual({ 200: places, 409: atOnce - places });
    const isThere = eq(registrations.classId, classId);
    expect(await portal.database.$count(registrations, isThere)).toBe(places);
  }, 180_000);

  test('choosing many classes in one week at once keeps one', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const student = await openStudent(portal);
      const answers = await Promise.all(nextWeek.map((classId) => choose(student, classId)));
      expect(count(answers)).toEqual({ 200: 1, 409: atOnce - 1 });
      expect(await student.rows()).toHaveLength(1);
    }
  }, 180_000);

  test('choosing and rescheduling into one week at once leaves one class there', async () => {
    const thisWeek = await addClassOn(portal, '2026-11-19');
    for (let round = 0; round < rounds; round += 1) {
      const student = await openStudent(portal);
      const { body: five } = await choose(student, thisWeek);
      const answers = await Promise.all(
        nextWeek.map(async (classId, at) => {
          const isMove = (at + round) % 2 === 0;
          return {
            isMove,
            ...(await (isMove ? move(student, five.id) : choose(student, classId))),
          };
        }),
      );
      const isMoved = answers.some(({ status, isMove }) => status === 200 && isMove);
      // Once class 5 has moved, repeating the same move also succeeds.
      const expected = isMoved ? { 200: atOnce / 2, 409: atOnce / 2 } : { 200: 1, 409: atOnce - 1 };
      expect(count(answers)).toEqual(expected);
      const rows = await student.rows();
      const inThatWeek = [...nextWeek, moveTarget];
      expect(rows.filter(({ classId }) => inThatWeek.includes(classId))).toHaveLength(1);
      expect(rows.map(({ classNumber }) => classNumber)).toEqual(isMoved ? [5] : [5, 6]);
    }
  }, 180_000);
}
