import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { membersOf } from '../../../../tests/support/members.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { staffOf } from '../../../../tests/support/staff.ts';
import { addClassOn, clearClasses, resetAccount } from '../../../../tests/support/students.ts';
import { classes } from '../../database/schema.ts';

let portal: Portal;
let members: ReturnType<typeof membersOf>;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  members = membersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  await signInAdmin();
});

/** Staff sessions expire after half a day. */
async function signInAdmin() {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
}

async function preview(id: number) {
  return (await admin.get(`/api/admin/people/${id}/return?for=reset`)).body.preview;
}

async function openReset() {
  const student = await members.openMidCourse({ phone: null });
  await resetAccount(portal, student);
  const { clearingId } = await preview(student.id);
  const undo = () => admin.post(`/api/admin/students/${student.id}/undo-reset`, { clearingId });
  return { ...student, clearingId, undo };
}

const numbers = (named: { classNumber: number }[]) => named.map(({ classNumber }) => classNumber);
const day = 24 * 60 * 60 * 1000;

test('the reset dialog names every class that would be removed, with its attendance', async () => {
  const student = await members.openMidCourse();
  const { body } = await admin.get(`/api/admin/people/${student.id}/clearing?for=reset`);
  expect(body.classes).toMatchObject([
    { classNumber: 5, status: 'Present', isSuspended: false },
    { classNumber: 6, status: null },
    { classNumber: 7, status: null },
    { classNumber: 8, status: null },
  ]);
});

test('undoing a reset brings back every class and the start date, and emails the student', async () => {
  const student = await openReset();
  expect(await members.held(student.id)).toEqual([]);
  expect(await preview(student.id)).toMatchObject({
    startDateBefore: '2026-01-01',
    startDateAfter: '2026-03-01',
    left: [],
  });
  const { status, body } = await student.undo();
  expect([status, numbers(body.back)]).toEqual([200, [5, 6, 7, 8]]);
  expect(body.message).toBe('4 classes were restored. The start date is Jan 1, 2026.');
  expect(await members.held(student.id)).toEqual([5, 6, 7, 8]);
  expect((await members.personWith(student.id)).startDate).toBe('2026-01-01');
  expect((await student.get('/api/schedule')).body).toHaveLength(4);
  const mail = await members.lastMailTo(student.email);
  expect(mail.subject).toBe('Your class times are back');
  expect(mail.text).toContain('Your start date is Jan 1, 2026 again.');
  expect(mail.attachments.map(({ type }) => type)).toEqual(
    Array.from({ length: 4 }, () => 'text/calendar; method=REQUEST'),
  );
  const planned = (await members.planned(student.id)).map(({ kind }) => kind);
  expect(planned).toContain('class-hour');
  expect(await staffOf(portal).lastAudit(student.id)).toMatchObject({
    action: 'student: reset undone',
    before: { startDate: '2026-03-01' },
    after: { startDate: '2026-01-01', classesRestored: [5, 6, 7, 8], classesNotRestored: [] },
  });
});

test('an undo happens once, is idempotent for the same admin, and leaves nothing to undo for another', async () => {
  const student = await openReset();
  const answers = await Promise.all([student.undo(), student.undo(), student.undo()]);
  for (const { status, body } of answers) {
    expect([status, numbers(body.back)]).toEqual([200, [5, 6, 7, 8]]);
  }
  const other = await staffOf(portal).open('admin');
  const late = await other.post(`/api/admin/students/${student.id}/undo-reset`, {
    clearingId: student.clearingId,
  });
  expect(late.status).toBe(409);
  expect(await preview(student.id)).toBeNull();
  const back = (await members.subjectsTo(student.email)).filter(
    (subject) => subject === 'Your class times are back',
  );
  expect(back).toHaveLength(1);
});

test('a reset cannot be undone after a day', async () => {
  const student = await openReset();
  portal.clock.moveOn(day);
  await signInAdmin();
  expect(await preview(student.id)).toBeNull();
  const { status, body } = await student.undo();
  expect([status, body.message]).toEqual([
    409,
    'This reset can no longer be undone. Please reload the page.',
  ]);
  expect(await members.held(student.id)).toEqual([]);
});

test('a newer class stays, unless an attended one comes back in its place', async () => {
  const student = await openReset();
  for (const date of ['2026-12-01', '2026-12-15'] as const) {
    expect((await student.choose(await addClassOn(portal, date))).status).toBe(200);
  }
  expect(await members.held(student.id)).toEqual([5, 6]);
  const { body } = await student.undo();
  expect([numbers(body.back), numbers(body.left), numbers(body.yielding)]).toEqual([
    [5, 7, 8],
    [6],
    [5],
  ]);
  expect(body.left[0].reason).toBe('it already has a new time');
  expect(await members.held(student.id)).toEqual([5, 6, 7, 8]);
  const mail = await members.lastMailTo(student.email);
  expect(mail.attachments.map(({ type }) => type).toSorted()).toEqual([
    'text/calendar; method=CANCEL',
    ...Array.from({ length: 3 }, () => 'text/calendar; method=REQUEST'),
  ]);
});

test('undoing a reset keeps a start date that was changed again', async () => {
  const student = await openReset();
  await portal.database.execute(
    `update people set start_date = '2026-03-03' where id = ${student.id}`,
  );
  expect((await student.undo()).status).toBe(200);
  expect((await members.personWith(student.id)).startDate).toBe('2026-03-03');

  await portal.database.execute(
    `update people set start_date = '2026-06-01' where id = ${student.id}`,
  );
  expect((await resetAccount(portal, student)).body.accountReset).toBe(true);
  const subjects = await members.subjectsTo(student.email);
  expect(subjects.filter((one) => one === 'Please pick new class times')).toHaveLength(2);
});

test('the reset of someone who is no longer a student cannot be undone', async () => {
  const student = await openReset();
  await admin.post(`/api/admin/people/${student.id}/make-alumni`);
  expect((await student.undo()).status).toBe(404);
});

// This test runs last, because the cancellation messages wait ten minutes.
test('undoing a reset names deleted classes, and canceled ones need a new time', async () => {
  const student = await openReset();
  const at = (classNumber: number) => eq(classes.id, student.classOf(classNumber));
  await portal.database.update(classes).set({ deletedAt: testNow }).where(at(6));
  await admin.post('/api/admin/cancellations', {
    classIds: [student.classOf(8)],
    reason: 'The teacher is ill.',
  });
  const { body } = await student.undo();
  expect(body.left).toMatchObject([{ classNumber: 6, reason: 'this class was deleted' }]);
  expect(body.back).toMatchObject([
    { classNumber: 5, isSuspended: false },
    { classNumber: 7, isSuspended: false },
    { classNumber: 8, isSuspended: true },
  ]);
  expect((await student.rows()).find(({ classNumber }) => classNumber === 8)).toMatchObject({
    endedAt: null,
    suspendedBy: expect.any(Number),
  });
});
