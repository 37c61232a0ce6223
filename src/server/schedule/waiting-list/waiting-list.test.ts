import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, openStudent, type Student } from '../../../../tests/support/students.ts';
import { waitingListsOf } from '../../../../tests/support/waiting-lists.ts';
import { LINE_ENDINGS } from '../../../course/waiting-list.ts';
import { auditLog, classes } from '../../database/schema.ts';
import { checkWaitingLists } from './offer-places.ts';

let portal: Portal;
let world: ReturnType<typeof waitingListsOf>;
let classId: number;
let registered: Student;
let first: Student;
let second: Student;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  world = waitingListsOf(portal);
  await world.finishJobs();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  ({ classId, registered } = await world.addFullClass());
  first = await openStudent(portal);
  second = await openStudent(portal);
});

async function lineUp() {
  for (const student of [first, second]) {
    expect((await world.join(student, classId)).status).toBe(200);
  }
}
const offerOf = async (student: Student) => (await world.lists(student))[0];
const answer = async (student: Student, action: 'take' | 'leave', id?: number) =>
  student.post(`/api/waiting-lists/${id ?? (await offerOf(student))?.id}`, { action });
const take = (student: Student, id?: number) => answer(student, 'take', id);

describe('joining', () => {
  test('is once per class, however often the student presses the button', async () => {
    await lineUp();
    await world.join(first, classId);
    expect(await world.statuses(classId)).toEqual(['waiting', 'waiting']);
    expect(await world.lists(second)).toMatchObject([{ classId, classNumber: 5, turn: 2 }]);
    const { status } = await second.post('/api/waiting-lists', { classId, classNumber: 6 });
    expect(status).toBe(409);
  });

  test('is refused if the class has places, or the time doesn’t fit', async () => {
    const open = await addClassOn(portal, '2026-12-08');
    expect((await world.join(first, open)).body.message).toContain('a place just opened up');
    const wrong = await world.join(first, classId, 8);
    expect(wrong).toMatchObject({ status: 409 });
    expect((await world.join(registered, classId)).body.message).toContain('doesn’t fit');
  });

  test('is refused on a fourth list', async () => {
    const dates = ['2026-12-08', '2026-12-15', '2026-12-22'];
    await world.join(first, classId);
    const answers = [];
    for (const date of dates) {
      const full = await world.addFullClass(1, date);
      answers.push((await world.join(first, full.classId)).status);
    }
    expect(answers).toEqual([200, 200, 409]);
  });

  test('ends when the student leaves, and leaving again changes nothing', async () => {
    await lineUp();
    const id = (await offerOf(first))?.id;
    for (let n = 0; n < 2; n += 1) await answer(first, 'leave', id);
    expect(await world.statuses(classId)).toEqual(['left', 'waiting']);
    expect((await answer(second, 'leave', id)).status).toBe(409);
  });
});

describe('a place that opens', () => {
  test('is offered to the first in line and held for two hours', async () => {
    await lineUp();
    await world.freePlaceOf(registered);
    const offer = await offerOf(first);
    const held = new Date(offer?.offerExpiresAt ?? 0).getTime() - testNow.getTime();
    expect(Math.round(held / 60_000)).toBe(120);
    expect(await world.subjectsTo(first)).toEqual(['A place opened up for Class 5']);
    const { body } = await second.get('/api/classes/available?weekOffset=2');
    expect(body.classes).toMatchObject([{ id: classId, isFull: true, placesLeft: 0 }]);
    const refused = await (await openStudent(portal)).choose(classId);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This class is full. Please choose another time.',
    ]);
    expect((await take(first)).body.message).toBe(
      'The place is yours. Class 5 is on Tuesday, December 1 at 4:00 PM PT.',
    );
    expect(await world.registered(classId)).toEqual([first.id]);
    expect((await take(first, offer?.id)).status).toBe(200);
    expect((await take(second, offer?.id)).status).toBe(409);
  });

  test('moves a class that the student already has, and frees its old place', async () => {
    const other = await world.addFullClass(1, '2026-12-08');
    const { registered: mover } = other;
    await world.join(mover, classId);
    await world.join(first, other.classId);
    await world.freePlaceOf(registered);
    expect((await take(mover)).status).toBe(200);
    portal.clock.moveOn(30_000);
    expect(await mover.rows()).toMatchObject([{ classId, isRescheduled: true }]);
    await world.moveUp();
    expect(await world.statuses(other.classId)).toEqual(['offered']);
  });

  test('goes to the next person if the first declines or doesn’t answer in time', async () => {
    await lineUp();
    await world.freePlaceOf(registered);
    const { id = 0 } = (await offerOf(first)) ?? {};
    await world.passLineTo('2026-11-16T12:01:00-08:00');
    await world.moveUp();
    expect(await world.statuses(classId)).toEqual([LINE_ENDINGS.expired, 'offered']);
    expect((await take(first, id)).body.message).toContain('no longer available');
    expect(await world.lastMailTo(first)).toContain(LINE_ENDINGS.expired);
    await answer(second, 'leave');
    expect(await world.statuses(classId)).toEqual([LINE_ENDINGS.expired, 'left']);
  });

  test('is skipped by someone whose schedule it no longer fits', async () => {
    await lineUp();
    const busy = await addClassOn(portal, '2026-12-02');
    await portal.database.execute(sql`insert into registrations
      (student_id, class_id, pacific_week, class_number, created_at)
      values (${first.id}, ${busy}, '2026-11-29', 6, now())`);
    await world.freePlaceOf(registered);
    expect(await world.statuses(classId)).toEqual([LINE_ENDINGS.misfit, 'offered']);
    expect(await world.lastMailTo(first)).toContain(LINE_ENDINGS.misfit);
  });

  test('can’t be taken by someone who isn’t in line, even before we offer it', async () => {
    const other = await addClassOn(portal, '2026-12-08');
    await lineUp();
    const [row] = await registered.rows();
    expect((await registered.reschedule(row?.id ?? 0, other)).status).toBe(200);
    expect((await (await openStudent(portal)).choose(classId)).status).toBe(409);
    await world.moveUp();
    expect((await registered.undoMove(row?.id ?? 0, other)).status).toBe(200);
    expect((await registered.reschedule(row?.id ?? 0, other)).status).toBe(200);
    portal.clock.moveOn(30_000);
    await world.moveUp();
    expect(await world.statuses(classId)).toEqual(['offered', 'waiting']);
  });

  test('is still offered after a node dies in the middle of offering it', async () => {
    await lineUp();
    await portal.database.update(classes).set({ places: 2 }).where(eq(classes.id, classId));
    const addAll = () => Promise.reject(new Error('killed'));
    const dying = { ...portal, queue: { ...portal.queue, addAll } };
    await expect(checkWaitingLists(dying)).rejects.toThrow('killed');
    expect(await world.statuses(classId)).toEqual(['waiting', 'waiting']);
    await world.moveUp();
    expect(await world.statuses(classId)).toEqual(['offered', 'waiting']);
    expect(await world.subjectsTo(first)).toHaveLength(1);
  });

  test('is offered once, even if two nodes look at the same time', async () => {
    await lineUp();
    await portal.database.update(classes).set({ places: 2 }).where(eq(classes.id, classId));
    await Promise.all([
      checkWaitingLists(portal),
      checkWaitingLists(portal),
      checkWaitingLists(portal),
    ]);
    await world.moveUp();
    expect(await world.statuses(classId)).toEqual(['offered', 'waiting']);
    expect(await world.subjectsTo(first)).toHaveLength(1);
  });
});

test('the history tells what happened in the line', async () => {
  await lineUp();
  await world.freePlaceOf(registered);
  await take(first);
  const rows = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.personId, first.id))
    .orderBy(auditLog.id);
  expect(rows.map(({ action }) => action)).toEqual([
    'waiting list: joined',
    'waiting list: offered',
    'waiting list: taken',
  ]);
});
