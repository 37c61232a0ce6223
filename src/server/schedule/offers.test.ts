import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { classStart } from '../../course/pacific-time.ts';
import { classes, meetingRegistrants, people } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

const idsOf = (answer: { body: { classes: { id: number }[] } }) =>
  answer.body.classes.map(({ id }) => id);

test('a week offers its open classes, soonest first, with the instructor if there is one', async () => {
  const student = await openStudent(portal);
  await addClassOn(portal, '2026-11-16', '9AM');
  const thursday = await addClassOn(portal, '2026-11-19', '6PM');
  const tuesday = await addClassOn(portal, '2026-11-17', '9AM');
  await addClassOn(portal, '2026-11-18', '9AM', 'Monthly');
  const deleted = await addClassOn(portal, '2026-11-20');
  const { database } = portal;
  await database.update(classes).set({ deletedAt: testNow }).where(eq(classes.id, deleted));
  const [daniel] = await database
    .select()
    .from(people)
    .where(eq(people.email, 'teacher@demo.test'));
  const instructorId = daniel?.id ?? null;
  await database.update(classes).set({ instructorId }).where(eq(classes.id, thursday));
  expect((await student.get('/api/classes/available?weekOffset=0')).body).toEqual({
    nextClassNumber: 5,
    firstFutureWeek: 0,
    canGoBack: false,
    canGoOn: false,
    nextFreeWeek: null,
    emptyWeek: null,
    classes: [
      {
        ...{ id: tuesday, startTime: '2026-11-17T17:00:00.000Z', dayOfWeek: 'Tuesday' },
        ...{ placesLeft: null, isFull: false },
      },
      {
        id: thursday,
        startTime: '2026-11-20T02:00:00.000Z',
        dayOfWeek: 'Thursday',
        instructorFirstName: 'Daniel',
        ...{ placesLeft: null, isFull: false },
      },
    ],
  });
});

test('an empty week names the next week with something to choose', async () => {
  const student = await openStudent(portal);
  await addClassOn(portal, '2026-12-08');
  const { body } = await student.get('/api/classes/available?weekOffset=1');
  expect(body).toEqual({
    nextClassNumber: 5,
    classes: [],
    firstFutureWeek: 3,
    canGoBack: false,
    canGoOn: true,
    nextFreeWeek: 3,
    emptyWeek: { reason: 'none' },
  });
});

test('the timetable starts after the previous class and ends with its last class, no matter how far apart', async () => {
  const student = await openStudent(portal);
  await student.choose(await addClassOn(portal, '2026-11-24'));
  await addClassOn(portal, '2026-12-01');
  await addClassOn(portal, '2027-02-10');
  const ways = [];
  for (const weekOffset of [0, 1, 2, 3, 8, 12]) {
    const { body } = await student.get(`/api/classes/available?weekOffset=${weekOffset}`);
    ways.push([body.canGoBack, body.canGoOn, body.nextFreeWeek, body.emptyWeek?.reason]);
  }
  expect(ways).toEqual([
    [false, true, 2, 'before-class'],
    [false, true, 2, 'week-taken'],
    [false, true, 12, undefined],
    [true, true, 12, 'none'],
    [true, true, 12, 'none'],
    [true, false, 2, undefined],
  ]);
  const { body } = await student.get('/api/classes/available?weekOffset=0');
  expect(body.emptyWeek).toEqual({ reason: 'before-class', date: '2026-11-24', classNumber: 5 });
});

test('names the next week with a class no matter how far off, or a past one if none follows', async () => {
  const student = await openStudent(portal);
  await addClassOn(portal, '2027-02-10');
  for (const weekOffset of [-1, 0, 12, 30]) {
    const { body } = await student.get(`/api/classes/available?weekOffset=${weekOffset}`);
    expect([weekOffset, body.firstFutureWeek]).toEqual([weekOffset, 12]);
    expect(body.classes).toHaveLength(weekOffset === 12 ? 1 : 0);
  }
});

test('weeks with an already chosen class are not offered for the next one', async () => {
  const student = await openStudent(portal);
  await student.choose(await addClassOn(portal, '2026-11-24'));
  await addClassOn(portal, '2026-11-26');
  const next = await addClassOn(portal, '2026-12-01');
  const empty = await student.get('/api/classes/available?weekOffset=1');
  expect(empty.body).toMatchObject({ nextClassNumber: 6, classes: [], firstFutureWeek: 2 });
  expect(idsOf(await student.get('/api/classes/available?weekOffset=2'))).toEqual([next]);
});

test('every offered class can be chosen, week after week, across a clock change', async () => {
  for (const today of ['2026-10-26', '2027-03-08']) {
    portal.clock.moveTo(classStart(today, '10AM'));
    for (let day = 0; day < 21; day += 1) {
      const date = new Date(Date.parse(today) + day * 24 * 60 * 60 * 1000);
      await addClassOn(portal, date.toISOString().slice(0, 10), day % 2 ? '8AM' : '8PM');
    }
    const student = await openStudent(portal);
    for (const weekOffset of [0, 1, 2]) {
      const offer = await student.get(`/api/classes/available?weekOffset=${weekOffset}`);
      const last = offer.body.classes.at(-1);
      expect((await student.choose(last.id)).status).toBe(200);
    }
    expect((await student.get('/api/schedule')).body).toHaveLength(3);
  }
});

test('rescheduling counts weeks from the class itself and never goes before the current week', async () => {
  const student = await openStudent(portal);
  const { body: entry } = await student.choose(await addClassOn(portal, '2026-12-01'));
  const [soon, sameWeek] = [
    await addClassOn(portal, '2026-11-19'),
    await addClassOn(portal, '2026-12-03'),
  ];
  const ask = (week: number) =>
    student.get(`/api/classes/reschedule-for-class/${entry.id}/${week}`);
  expect(idsOf(await ask(0))).toEqual([entry.classId, sameWeek]);
  expect((await ask(0)).body.canGoBack).toBe(true);
  expect(idsOf(await ask(-2))).toEqual([soon]);
  expect((await ask(-2)).body.canGoBack).toBe(false);
});

test('a makeup names the first week with something to choose', async () => {
  const student = await openStudent(portal);
  const { body: entry } = await student.choose(await addClassOn(portal, '2026-11-17'));
  const later = await addClassOn(portal, '2026-12-03');
  portal.clock.moveTo(classStart('2026-11-18', '4PM'));
  const ask = (week: number) => student.get(`/api/classes/makeup-for-class/${entry.id}/${week}`);
  expect((await ask(0)).body).toEqual({
    classes: [],
    firstFutureWeek: 2,
    canGoBack: false,
    canGoOn: true,
    nextFreeWeek: 2,
    emptyWeek: { reason: 'none-left' },
  });
  expect(idsOf(await ask(2))).toEqual([later]);
});

test('the schedule shows a student’s personal meeting link as soon as there is one', async () => {
  const student = await openStudent(portal);
  const other = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-17');
  await student.choose(classId);
  await other.choose(classId);
  const row = { classId, personId: student.id, joinUrl: 'https://meet.test/own' };
  await portal.database
    .insert(meetingRegistrants)
    .values({ ...row, updatedAt: testNow })
    .onConflictDoUpdate({
      target: [meetingRegistrants.personId, meetingRegistrants.classId],
      set: row,
    });
  const linkOf = async (who: typeof student) =>
    (await who.get('/api/schedule')).body[0].studentZoomJoinUrl;
  expect(await linkOf(student)).toBe('https://meet.test/own');
  expect(await linkOf(other)).not.toBe('https://meet.test/own');
});
