import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actingOf } from '../../../tests/support/acting.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { staffOf } from '../../../tests/support/staff.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { STAFF_PROBLEMS, type StaffProblem } from '../../course/staff-choice.ts';
import { attendance, classes, makeups, people, registrations } from '../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof actingOf>;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;
beforeAll(async () => {
  portal = await openPortal();
  world = actingOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  admin = await world.openAdmin();
});

const refused = (problem: StaffProblem) => ({
  status: 409,
  body: { message: STAFF_PROBLEMS[problem], field: 'classId' },
});
const needsReason = (problem: StaffProblem) => ({
  status: 409,
  body: {
    message: `${STAFF_PROBLEMS[problem]} To do it anyway, please give a reason.`,
    field: 'reason',
  },
});
const lastAudit = (id: number) => staffOf(portal).lastAudit(id);

test('staff register the next class as the student would, and a double click changes nothing', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-17');
  const made = await admin.register(student, 5, classId);
  expect(made).toMatchObject({
    status: 200,
    body: { classNumber: 5, startTime: '2026-11-18T00:00:00.000Z', isSuspended: false, version: 0 },
  });
  expect((await admin.register(student, 5, classId)).body).toEqual(made.body);
  expect((await student.get('/api/schedule')).body).toMatchObject([
    { id: made.body.registrationId, classNumber: 5, classId },
  ]);
  expect(await student.queued()).toEqual([classId]);
  expect(await lastAudit(student.id)).toMatchObject({
    actorId: admin.id,
    action: 'registration: registered for student',
    after: { registrationId: made.body.registrationId, classNumber: 5, classId },
  });
  expect(await admin.register(student, 5, await addClassOn(portal, '2026-11-24'))).toMatchObject(
    refused('number-taken'),
  );
});

test('overriding a rule requires a reason, and the audit log keeps the reason and the rules', async () => {
  const { student } = await world.openBooked();
  const monthly = await addClassOn(portal, '2026-11-14', '4PM', 'Monthly');
  expect(await admin.register(student, 7, monthly)).toMatchObject(needsReason('started'));
  expect(await admin.register(student, 7, monthly, '  ')).toMatchObject(needsReason('started'));
  const made = await admin.register(student, 7, monthly, 'Was there as a guest');
  expect(made).toMatchObject({ status: 200, body: { classNumber: 7 } });
  expect((await lastAudit(student.id))?.after).toMatchObject({
    classNumber: 7,
    overruled: ['started', 'wrong-type', 'out-of-order'],
    reason: 'Was there as a guest',
  });
});

test('no reason overrides a taken week, an old or deleted class, a number ahead, or a number below the first', async () => {
  const { student, five } = await world.openBooked();
  const canceled = await addClassOn(portal, '2026-12-08');
  const canceling = { classIds: [canceled], reason: 'The teacher is ill' };
  expect((await admin.post('/api/admin/cancellations', canceling)).status).toBe(200);
  const wrong: [StaffProblem, number][] = [
    ['week-taken', await addClassOn(portal, '2026-11-25')],
    ['long-over', await addClassOn(portal, '2026-11-09', '9AM')],
    ['gone', canceled],
    ['gone', 999_999_999],
  ];
  for (const [problem, classId] of wrong) {
    expect(await admin.register(student, 7, classId, 'please'), problem).toMatchObject(
      refused(problem),
    );
    expect(
      await admin.move(student, five.id, classId, { reason: 'please' }),
      problem,
    ).toMatchObject(refused(problem));
  }
  const free = await addClassOn(portal, '2026-12-01');
  expect(await admin.register(student, 8, free, 'please')).toMatchObject(refused('number-ahead'));
  expect(await admin.register(student, 4, free, 'please')).toMatchObject(refused('no-such-number'));
  expect((await admin.register(student, 11, free, 'please')).status).toBe(404);
  expect(await student.rows()).toHaveLength(2);
});

test('a skipped number can be registered with a reason', async () => {
  const { student, five, six } = await world.openBooked();
  const seven = await addClassOn(portal, '2026-12-08');
  await student.choose(seven);
  await portal.database
    .update(registrations)
    .set({ endedAt: testNow, endReason: 'in a test' })
    .where(eq(registrations.id, six.id));
  const classId = await addClassOn(portal, '2026-12-01');
  expect((await admin.offers(student, 6)).body).toMatchObject({
    held: null,
    problems: [STAFF_PROBLEMS['not-next']],
  });
  expect(await admin.register(student, 6, classId)).toMatchObject(needsReason('not-next'));
  expect((await admin.register(student, 6, classId, 'Was lost')).status).toBe(200);
  const { body } = await student.get('/api/schedule');
  expect(body.map((entry: { classId: number }) => entry.classId)).toEqual([
    five.classId,
    classId,
    seven,
  ]);
});

test('a class can be moved until it is past and made up after that; an attended one cannot, an excused one needs a reason', async () => {
  const { student, five } = await world.openBooked();
  const [first, second, third] = [
    await addClassOn(portal, '2026-12-01'),
    await addClassOn(portal, '2026-12-08'),
    await addClassOn(portal, '2026-12-15'),
  ];
  expect(await admin.move(student, five.id, five.classId)).toMatchObject({ status: 200 });
  expect(await admin.move(student, five.id, first)).toMatchObject({
    status: 200,
    body: { registrationId: five.id, version: 1 },
  });
  expect(await lastAudit(student.id)).toMatchObject({
    action: 'registration: moved for student',
    before: { classId: five.classId },
    after: { classId: first },
  });
  portal.clock.moveTo(new Date('2026-12-02T04:00:00Z'));
  admin = await world.openAdmin();
  expect((await admin.offers(student, 5)).body.held).toMatchObject({ kind: 'makeup' });
  expect(await admin.move(student, five.id, second)).toMatchObject({ status: 200 });
  expect(await lastAudit(student.id)).toMatchObject({
    action: 'registration: made up for student',
  });
  const noted = await portal.database
    .select()
    .from(makeups)
    .where(eq(makeups.registrationId, five.id));
  expect(noted).toMatchObject([{ missedClassId: first }]);

  portal.clock.moveTo(new Date('2026-12-09T04:00:00Z'));
  admin = await world.openAdmin();
  const excuse = { status: 'Excused', reason: 'Was ill' };
  const path = `/api/admin/classes/${second}/attendance/${student.id}`;
  expect((await admin.patch(path, excuse)).status).toBe(200);
  expect(await admin.move(student, five.id, third)).toMatchObject(needsReason('not-missed'));
  await portal.database
    .update(attendance)
    .set({ status: 'Present' })
    .where(eq(attendance.personId, student.id));
  expect(await admin.move(student, five.id, third, { reason: 'please' })).toMatchObject(
    refused('attended'),
  );
});

test('a canceled place keeps its number, frees its week, and leaves the class itself running', async () => {
  const { student, five, six } = await world.openBooked();
  expect(
    await admin.post(`/api/admin/people/${student.id}/registrations/${five.id}/cancel`, {
      reason: ' ',
    }),
  ).toMatchObject({ status: 400, body: { message: 'Please give a reason', field: 'reason' } });
  expect(await admin.cancel(student, five.id)).toMatchObject({
    status: 200,
    body: { classNumber: 5, isSuspended: true, version: 1 },
  });
  expect((await student.get('/api/schedule')).body).toMatchObject([
    { id: five.id, cancellation: { reason: 'Called: is traveling', isOfPlace: true } },
    { id: six.id, cancellation: null },
  ]);
  expect((await student.get('/api/classes/available?weekOffset=0')).body.nextClassNumber).toBe(7);
  expect(await admin.cancel(student, five.id)).toMatchObject(refused('suspended'));
  const [row] = await student.rows();
  const { body: open } = await admin.get('/api/admin/cancellations');
  expect(open).not.toContainEqual(expect.objectContaining({ id: row?.suspendedBy }));
  const undo = `/api/admin/cancellations/${row?.suspendedBy}/undo`;
  expect((await admin.post(undo)).status).toBe(404);
  const [there] = await portal.database.select().from(classes).where(eq(classes.id, five.classId));
  expect(there?.cancellationId).toBeNull();

  expect((await student.reschedule(five.id, five.classId)).body).toMatchObject({
    classId: five.classId,
    cancellation: null,
  });
  portal.clock.moveTo(new Date('2026-11-18T00:00:00Z'));
  admin = await world.openAdmin();
  expect(await admin.cancel(student, five.id)).toMatchObject(refused('begun'));
});

test('staff see every time of a week, and why the student is not offered it', async () => {
  const { student, six } = await world.openBooked();
  const offered = await addClassOn(portal, '2026-12-01');
  const monthly = await addClassOn(portal, '2026-12-02', '4PM', 'Monthly');
  const { body } = await admin.offers(student, 6, 0);
  expect(body).toMatchObject({
    held: { registrationId: six.id, classId: six.classId, kind: 'reschedule', version: 0 },
    problems: [],
    firstFutureWeek: 2,
  });
  expect((await admin.offers(student, 6, 2)).body.classes).toMatchObject([
    { id: offered, verdict: 'offered', problems: [] },
    { id: monthly, verdict: 'with-reason', problems: [STAFF_PROBLEMS['wrong-type']] },
  ]);
  const { body: own } = await admin.offers(student, 6, 1);
  expect(own.classes).toMatchObject([{ verdict: 'refused' }]);
});

test('returns an error for a person who is deactivated, not a student, or unknown', async () => {
  const { student, five } = await world.openBooked();
  const classId = await addClassOn(portal, '2026-12-01');
  const acts = async () => [
    await admin.offers(student, 7),
    await admin.register(student, 7, classId, 'please'),
    await admin.move(student, five.id, classId, { reason: 'please' }),
    await admin.cancel(student, five.id),
  ];
  const ended = { deactivatedAt: testNow };
  await portal.database.update(people).set(ended).where(eq(people.id, student.id));
  for (const { status, body } of await acts()) {
    expect(status).toBe(409);
    expect(body.message).toBe('This person is deactivated. Please reactivate them first.');
  }
  const alumnus = { deactivatedAt: null, role: 'alumni' } as const;
  await portal.database.update(people).set(alumnus).where(eq(people.id, student.id));
  for (const { status, body } of await acts()) {
    expect(status).toBe(409);
    expect(body.message).toBe('This person isn’t a student, so they have no class times.');
  }
  const other = await openStudent(portal);
  expect(await admin.move(other, five.id, classId)).toMatchObject(refused('not-registered'));
  expect((await admin.offers({ id: 999_999_999 }, 5)).status).toBe(404);
  expect(await student.rows()).toMatchObject([{ classId: five.classId }, {}]);
});
