import { and, desc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { addClassOn, openStudent, type Student } from '../../../../tests/support/students.ts';
import { waitingListsOf } from '../../../../tests/support/waiting-lists.ts';
import { LINE_ENDINGS } from '../../../course/waiting-list.ts';
import { auditLog, classes } from '../../database/schema.ts';
import { checkWaitingLists } from './offer-places.ts';

let portal: Portal;
let world: ReturnType<typeof waitingListsOf>;
let canceling: ReturnType<typeof cancellationsOf>;
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
  canceling = cancellationsOf(portal);
  await canceling.passUndo();
  await world.forgetDemoClasses();
  portal.clock.moveTo(testNow);
  ({ classId, registered } = await world.addFullClass());
  first = await openStudent(portal);
  second = await openStudent(portal);
  for (const student of [first, second]) await world.join(student, classId);
});

const { canceled, expired, moved, closed } = LINE_ENDINGS;
const statuses = () => world.statuses(classId);
const cancel = async () => (await canceling.openAdmin()).cancel(classId);

async function lastEntry(student: Student) {
  const isAboutLine = like(auditLog.action, 'waiting list:%');
  const [row] = await portal.database
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.personId, student.id), isAboutLine))
    .orderBy(desc(auditLog.id));
  const { reason } = (row?.after ?? {}) as { reason?: string };
  return [row?.action, row?.actorId, reason];
}

describe('the line ends', () => {
  test('for a student who picks another time for the same class, and the history says so', async () => {
    await first.choose(await addClassOn(portal, '2026-12-08'));
    expect(await statuses()).toEqual(['left', 'waiting']);
    const entry = ['waiting list: left', first.id, LINE_ENDINGS['other-time']];
    expect(await lastEntry(first)).toEqual(entry);
  });

  test('for a student whom staff put into the class', async () => {
    const admin = await world.openAdmin();
    const body = { classId, reason: 'One more fits' };
    const path = `/api/admin/people/${first.id}/class-times/5`;
    expect((await admin.post(path, body)).status).toBe(200);
    expect(await statuses()).toEqual(['taken', 'waiting']);
    expect(await lastEntry(first)).toEqual(['waiting list: taken', expect.any(Number), undefined]);
    expect(await lastEntry(first)).not.toContain(first.id);
  });

  test('for people who leave the course, and the history says so', async () => {
    const admin = await world.openAdmin();
    const third = await openStudent(portal);
    await world.join(third, classId);
    await admin.post(`/api/admin/people/${first.id}/make-alumni`);
    await admin.post(`/api/admin/people/${second.id}/deactivate`);
    const staff = { role: 'teacher', email: third.email, canEdit: false };
    const names = { firstName: 'Sam', lastName: 'Sample' };
    await admin.post(`/api/admin/people/${third.id}/make-staff`, { ...names, ...staff });
    expect(await statuses()).toEqual(['left', 'left', 'left']);
    for (const student of [first, second, third]) {
      const [action, , reason] = await lastEntry(student);
      expect([action, reason]).toEqual(['waiting list: left', LINE_ENDINGS['not-student']]);
    }
  });

  test('for someone who is erased: the history of the class keeps that someone left', async () => {
    const admin = await world.openAdmin();
    const path = `/api/admin/people/${first.id}/erase`;
    expect((await admin.post(path, { email: first.email })).status).toBe(200);
    expect(await statuses()).toEqual(['waiting']);
    expect(await lastEntry(first)).toEqual(['waiting list: left', expect.any(Number), undefined]);
  });

  test('for everyone an hour before the class', async () => {
    await world.passLineTo('2026-12-01T15:00:00-08:00');
    expect(await statuses()).toEqual([closed, closed]);
    expect(await world.lastMailTo(second)).toContain(closed);
  });

  test('for everyone when the class moves to another time', async () => {
    const admin = await world.openAdmin();
    const body = { classIds: [classId], timeSlot: '7PM' };
    expect((await admin.post('/api/admin/class-changes', body)).status).toBe(200);
    await world.moveUp();
    expect(await statuses()).toEqual([moved, moved]);
  });
});

describe('canceling the class', () => {
  /** Other jobs wait until the cancellation can’t be undone. */
  const checkLinesAt = (instant: string) => {
    portal.clock.moveTo(new Date(instant));
    return checkWaitingLists(portal);
  };

  test('ends the line once it can’t be undone, with one email to each person', async () => {
    await cancel();
    await checkWaitingLists(portal);
    expect(await statuses()).toEqual(['waiting', 'waiting']);
    await canceling.passUndo();
    await Promise.all([checkWaitingLists(portal), checkWaitingLists(portal)]);
    await world.moveUp();
    expect(await statuses()).toEqual([canceled, canceled]);
    expect(await world.subjectsTo(second)).toEqual(['The waiting list for Class 5']);
    expect(await world.lastMailTo(second)).toContain(canceled);
  });

  test('leaves an offer that expires in the meantime alone until then', async () => {
    await world.freePlaceOf(registered);
    await world.passLineTo('2026-11-16T11:55:00-08:00');
    await cancel();
    await checkLinesAt('2026-11-16T12:01:00-08:00');
    expect(await statuses()).toEqual(['offered', 'waiting']);
    await world.passLineTo('2026-11-16T12:06:00-08:00');
    expect(await statuses()).toEqual([canceled, canceled]);
    const [offer, ...others] = await world.subjectsTo(first);
    expect([offer, others]).toEqual([
      'A place opened up for Class 5',
      ['The waiting list for Class 5'],
    ]);
  });

  test('takes no one off the list if staff undo it', async () => {
    await world.freePlaceOf(registered);
    await world.passLineTo('2026-11-16T11:55:00-08:00');
    const admin = await canceling.openAdmin();
    const { body } = await admin.cancel(classId);
    await checkLinesAt('2026-11-16T12:01:00-08:00');
    expect(await world.lists(second)).toEqual([]);
    expect((await admin.undo(body.id)).status).toBe(200);
    for (let n = 0; n < 2; n += 1) await checkWaitingLists(portal);
    expect(await statuses()).toEqual([expired, 'offered']);
  });

  test('takes no one off the list if it happens while a place is being offered', async () => {
    await portal.database.update(classes).set({ places: 2 }).where(eq(classes.id, classId));
    const transaction: typeof portal.database.transaction = async (...args) => {
      await cancel();
      return portal.database.transaction(...args);
    };
    const database = Object.create(portal.database, { transaction: { value: transaction } });
    await checkWaitingLists({ ...portal, database });
    expect(await statuses()).toEqual(['waiting', 'waiting']);
  });

  test('a student who waits for another class stays in that line if staff undo it', async () => {
    const other = await addClassOn(portal, '2026-12-08');
    const student = await openStudent(portal);
    await student.choose(other);
    expect((await world.join(student, classId)).status).toBe(200);
    const admin = await canceling.openAdmin();
    const { body } = await admin.cancel(other);
    expect((await admin.undo(body.id)).status).toBe(200);
    expect(await statuses()).toEqual(['waiting', 'waiting', 'waiting']);
  });
});

test('a class keeps enough places for the people who are registered or have an offer', async () => {
  await portal.database.update(classes).set({ places: 2 }).where(eq(classes.id, classId));
  await world.moveUp();
  const admin = await world.openAdmin();
  const body = { classIds: [classId], places: 1 };
  const refused = await admin.post('/api/admin/class-changes', body);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    expect.stringContaining('so it needs at least 2 places'),
  ]);
  expect(await statuses()).toEqual(['offered', 'waiting']);
});
