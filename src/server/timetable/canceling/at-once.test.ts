import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf, classesOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { rounds } from '../../../../tests/support/rounds.ts';
import { untilBlocking, untilWaiting } from '../../../../tests/support/row-locks.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { addClassOn, clearClasses, openStudent } from '../../../../tests/support/students.ts';
import type { Transaction } from '../../database/connect.ts';
import { classes, people } from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof cancellationsOf>;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;

beforeAll(async () => {
  portal = await openPortal();
  world = cancellationsOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  admin = await world.openAdmin();
});

const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted();

/** Starts both while a lock blocks them. The second starts once the first is waiting for the lock. */
async function inOrder<First, Second>(
  hold: (holder: Transaction) => Promise<unknown>,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const started = await portal.database.transaction(async (holder) => {
    await hold(holder);
    const one = first();
    await untilBlocking(holder);
    const two = second();
    await untilWaiting(portal, 2);
    return [one, two] as const;
  });
  return Promise.all(started);
}

const openOtherAdmin = () => staffOf(portal).open('admin');

test('if two admins cancel a class at once, one succeeds and the other gets an error', async () => {
  const { student, classId } = await world.openBooked();
  const other = await openOtherAdmin();
  const body = { classIds: [classId], reason: 'The teacher is ill' };
  const answers = await Promise.all(
    [admin, other].map((one) => one.post('/api/admin/cancellations', body)),
  );
  expect(statuses(answers)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'Someone else has already canceled this class.',
  );
  await world.passUndo();
  expect(await world.mailsTo(student.email)).toHaveLength(1);
});

test('if two admins undo at once, one succeeds and the other gets an error', async () => {
  const { student, classId } = await world.openBooked();
  const { body } = await admin.cancel(classId);
  const other = await openOtherAdmin();
  const answers = await Promise.all(
    [admin, other].map((one) => one.post(`/api/admin/cancellations/${body.id}/undo`)),
  );
  expect(statuses(answers)).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.message).toBe(
    'Someone else has already undone this.',
  );
  expect(await classesOf(student)).toEqual([[5, classId, false]]);
});

test('canceling and undoing are idempotent for the same editor', async () => {
  const { classId, sameWeek } = await world.openBooked();
  const canceled = await Promise.all([1, 2].map(() => admin.cancel(classId, sameWeek)));
  expect(statuses(canceled)).toEqual([200, 200]);
  const [{ body } = { body: { id: 0 } }, again] = canceled;
  expect(again?.body).toEqual(body);
  const { status } = await admin.cancel(classId);
  expect(status).toBe(409);
  const undone = { status: 200, body: { classes: 2, classesLeft: [], studentsLeft: 0 } };
  expect(await Promise.all([1, 2].map(() => admin.undo(body.id)))).toMatchObject([undone, undone]);
});

test('a student who picks a class just before it is canceled is suspended like the others', async () => {
  const classId = await addClassOn(portal, '2026-11-24');
  const student = await openStudent(portal);
  const [chosen, canceled] = await inOrder(
    (holder) => holder.select().from(classes).where(eq(classes.id, classId)).for('update'),
    () => student.choose(classId),
    () => admin.cancel(classId),
  );
  expect([chosen.status, canceled.status]).toEqual([200, 200]);
  expect(await classesOf(student)).toEqual([[5, classId, true]]);
});

test('a student who picks a class just after it was canceled gets an error', async () => {
  const classId = await addClassOn(portal, '2026-11-24');
  const student = await openStudent(portal);
  const [canceled, chosen] = await inOrder(
    (holder) => holder.select().from(classes).where(eq(classes.id, classId)).for('update'),
    () => admin.cancel(classId),
    () => student.choose(classId),
  );
  expect([canceled.status, chosen.status]).toEqual([200, 409]);
  expect(await classesOf(student)).toEqual([]);
});

test('a student who moves away while the class is canceled either has moved or is suspended', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { student, classId, later, registrationId } = await world.openBooked();
    const [moved, canceled] = await Promise.all([
      student.reschedule(registrationId, later),
      admin.cancel(classId),
    ]);
    expect([moved.status, canceled.status]).toEqual([200, 200]);
    expect(await classesOf(student)).toEqual([[5, later, false]]);
    await clearClasses(portal);
  }
});

test('if a new choice and an undo happen at once, the first one counts', async () => {
  const { student, classId, later, registrationId } = await world.openBooked();
  const { body } = await admin.cancel(classId);
  const holdStudent = (holder: Transaction) =>
    holder.select().from(people).where(eq(people.id, student.id)).for('update');
  const [chosen, undone] = await inOrder(
    holdStudent,
    () => student.reschedule(registrationId, later),
    () => admin.undo(body.id),
  );
  expect([chosen.status, undone.body.studentsLeft]).toEqual([200, 0]);
  expect(await classesOf(student)).toEqual([[5, later, false]]);

  const again = await admin.cancel(later);
  const [undoneFirst, chosenThen] = await inOrder(
    holdStudent,
    () => admin.undo(again.body.id),
    () => student.reschedule(registrationId, classId),
  );
  expect([undoneFirst.status, chosenThen.status]).toEqual([200, 200]);
  expect(await classesOf(student)).toEqual([[5, classId, false]]);
});

test('a week that fills during an undo never has two classes', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { student, classId, sameWeek } = await world.openBooked();
    const { body } = await admin.cancel(classId);
    const [chosen, undone] = await Promise.all([student.choose(sameWeek), admin.undo(body.id)]);
    expect(undone.status).toBe(200);
    const isChosen = chosen.status === 200;
    expect(await classesOf(student)).toEqual(
      isChosen
        ? [
            [5, classId, true],
            [6, sameWeek, false],
          ]
        : [[5, classId, false]],
    );
    expect(undone.body.studentsLeft).toBe(isChosen ? 1 : 0);
    await clearClasses(portal);
  }
});

test('if a cancellation, an edit, and a deletion happen at once, the later ones get an error', async () => {
  const canceled = await addClassOn(portal, '2026-11-24');
  await admin.cancel(canceled);
  const fields = { pacificDate: '2026-11-24T12:00:00', timeSlot: '5PM', dayOfWeek: 'Tuesday' };
  const edited = await admin.patch(`/api/classes/${canceled}`, { ...fields, classType: 'Weekly' });
  const deleted = await admin.delete(`/api/classes/${canceled}`);
  const meanwhile = 'Someone else has already canceled this class.';
  expect([edited.body.message, deleted.body.message]).toEqual([meanwhile, meanwhile]);
  const gone = await addClassOn(portal, '2026-11-25');
  await admin.delete(`/api/classes/${gone}`);
  expect((await admin.cancel(gone)).body.message).toBe('This class has been deleted.');
});
