import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actingOf } from '../../../tests/support/acting.ts';
import { cancellationsOf, classesOf } from '../../../tests/support/canceling.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import {
  addClassOn,
  clearClasses,
  openStudent,
  type Student,
} from '../../../tests/support/students.ts';
import { auditLog, classes } from '../database/schema.ts';

let portal: Portal;
let admin: Awaited<ReturnType<ReturnType<typeof actingOf>['openAdmin']>>;
/** A class on the 24th with one place, which `first` has taken. */
let full: number;
let first: Student;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  admin = await actingOf(portal).openAdmin();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  full = await addClassOn(portal, '2026-11-24');
  await setPlaces(full, 1);
  first = await openStudent(portal);
  await first.choose(full);
});

const setPlaces = (id: number, places: number) =>
  portal.database.update(classes).set({ places }).where(eq(classes.id, id));

const isFull = {
  status: 409,
  body: { message: 'This class is full. Please choose another time.' },
};

test('a full class stays in the list, and choosing it is refused', async () => {
  const student = await openStudent(portal);
  const { body } = await student.get('/api/classes/available?weekOffset=1');
  expect(body.classes).toMatchObject([{ id: full, placesLeft: 0, isFull: true }]);
  expect(await student.choose(full)).toMatchObject(isFull);
  await setPlaces(full, 2);
  expect((await student.choose(full)).status).toBe(200);
});

test('a class can’t be moved into a full one, and a move frees its place', async () => {
  const student = await openStudent(portal);
  const other = await addClassOn(portal, '2026-11-25');
  const { body: five } = await student.choose(other);
  expect(await student.reschedule(five.id, full)).toMatchObject(isFull);
  const [theirs] = await first.rows();
  await first.reschedule(theirs?.id ?? 0, other);
  expect((await student.reschedule(five.id, full)).status).toBe(200);
  expect(await first.undoMove(theirs?.id ?? 0, other)).toMatchObject({
    status: 409,
    body: { message: 'The earlier class is full now, so we kept the new time.' },
  });
});

test('a plan has only classes with places, and names the one that filled up', async () => {
  const student = await openStudent(portal);
  await student.choose(await addClassOn(portal, '2026-11-17'));
  const free = await addClassOn(portal, '2026-11-25');
  const { body } = await student.get('/api/plan');
  expect(body.classes[0]).toMatchObject({ classNumber: 6, slot: { id: free } });
  const plan = { classes: [{ classNumber: 6, classId: full }] };
  expect((await student.post('/api/plan', plan)).body.current.problems).toEqual([
    { classNumber: 6, message: isFull.body.message },
  ]);
});

test('staff can overbook a class with a reason, which is in the history', async () => {
  const student = await openStudent(portal);
  const { body: offer } = await admin.offers(student, 5, 1);
  expect(offer.classes).toMatchObject([
    { id: full, places: 1, problems: ['This class is full.'], verdict: 'with-reason' },
  ]);
  expect(await admin.register(student, 5, full)).toMatchObject({
    status: 409,
    body: {
      message: 'This class is full. To do it anyway, please give a reason.',
      field: 'reason',
    },
  });
  expect((await admin.register(student, 5, full, 'Needs it before a trip')).status).toBe(200);
  const [row] = await student.rows();
  expect(row?.isOverbooked).toBe(true);
  const whereTheirs = eq(auditLog.personId, student.id);
  const [entry] = await portal.database.select().from(auditLog).where(whereTheirs);
  expect(entry?.after).toMatchObject({ overruled: ['full'], reason: 'Needs it before a trip' });
});

test('staff can move a student into a full class with a reason', async () => {
  const student = await openStudent(portal);
  const { body: five } = await student.choose(await addClassOn(portal, '2026-11-17'));
  const reason = 'Called';
  expect((await admin.move(student, five.id, full, { reason })).status).toBe(200);
  expect(await classesOf(student)).toEqual([[5, full, false]]);
});

test('if a class is canceled and restored, everyone gets their place back, even an overbooked one', async () => {
  const student = await openStudent(portal);
  await admin.register(student, 5, full, 'Called');
  const canceling = await cancellationsOf(portal).openAdmin();
  const { body } = await canceling.cancel(full);
  expect((await canceling.undo(body.id)).body).toMatchObject({ classes: 1, studentsLeft: 0 });
  expect(await classesOf(student)).toEqual([[5, full, false]]);
  expect(await classesOf(first)).toEqual([[5, full, false]]);
});

test('a student who comes back asks for a new time if their class filled up', async () => {
  const access = (isActive: boolean) =>
    admin.post(`/api/admin/people/${first.id}/${isActive ? 'reactivate' : 'deactivate'}`, {
      ...(isActive && { sendLink: false }),
    });
  await access(false);
  const student = await openStudent(portal);
  await student.choose(full);
  const returned = await access(true);
  expect(returned.status).toBe(200);
  const [row] = await first.rows();
  expect(row).toMatchObject({ endedAt: null, suspendedBy: expect.any(Number) });
});
