import { and, asc, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, outboxOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { classStart } from '../../course/pacific-time.ts';
import { UNDO_MOVE_PROBLEMS, type UndoMoveProblem } from '../../course/undo-move.ts';
import { auditLog, classes, makeups, reminders } from '../database/schema.ts';
import { syncRegistrantJob } from '../meetings/index.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

const stays = (problem: UndoMoveProblem) => ({
  status: 409,
  body: { message: UNDO_MOVE_PROBLEMS[problem] },
});

async function openMoved() {
  const student = await openStudent(portal);
  const five = (await student.choose(await addClassOn(portal, '2026-11-17'))).body;
  const six = (await student.choose(await addClassOn(portal, '2026-11-24'))).body;
  const december = await addClassOn(portal, '2026-12-01');
  expect((await student.reschedule(five.id, december)).status).toBe(200);
  return { student, five, six, december };
}

async function actionsOn(registrationId: number): Promise<string[]> {
  const { subject, action, id } = auditLog;
  const rows = await portal.database
    .select({ action })
    .from(auditLog)
    .where(and(eq(subject, `registration:${registrationId}`), like(action, 'registration:%')))
    .orderBy(asc(id));
  return rows.map((row) => row.action);
}

async function mailsTo(email: string) {
  await meetingsOf(portal).finishJobs();
  return (await outboxOf(portal)).filter(({ to }) => to === email);
}

test('undoing a reschedule restores the class, and both changes are in the audit log', async () => {
  const { student, five, december } = await openMoved();
  const undone = await student.undoMove(five.id, december);
  expect(undone).toMatchObject({ status: 200, body: { id: five.id, classId: five.classId } });
  expect(undone.body.isRescheduled).toBe(false);
  expect((await student.get('/api/schedule')).body[0]).toEqual(undone.body);
  expect(await actionsOn(five.id)).toEqual([
    'registration: reschedule',
    'registration: reschedule undone',
  ]);
});

test('a class that was rescheduled before still says so after an undo', async () => {
  const { student, five, december } = await openMoved();
  const friday = await addClassOn(portal, '2026-12-04');
  await student.reschedule(five.id, friday);
  const undone = await student.undoMove(five.id, friday);
  expect(undone.body).toMatchObject({ classId: december, isRescheduled: true });
});

test('undoing a makeup makes the class missed again, and it can be made up again', async () => {
  const student = await openStudent(portal);
  const five = (await student.choose(await addClassOn(portal, '2026-11-17'))).body;
  const makeup = await addClassOn(portal, '2026-11-24');
  portal.clock.moveTo(new Date(classStart('2026-11-17', '4PM').getTime() + 61 * 60_000));
  await student.makeUp(five.id, makeup);
  const undone = await student.undoMove(five.id, makeup);
  expect(undone.body).toMatchObject({ classId: five.classId, isRescheduled: false });
  expect(await actionsOn(five.id)).toEqual(['registration: makeup', 'registration: makeup undone']);
  const isOpen = eq(makeups.registrationId, five.id);
  expect(await portal.database.select().from(makeups).where(isOpen)).toMatchObject([
    { undoneAt: expect.any(Date) },
  ]);
  expect((await student.makeUp(five.id, makeup)).status).toBe(200);
});

test('an undo requested twice, or from two tabs at once, happens once', async () => {
  const { student, five, december } = await openMoved();
  const [one, two] = await Promise.all([
    student.undoMove(five.id, december),
    student.undoMove(five.id, december),
  ]);
  expect([one?.status, two?.status]).toEqual([200, 200]);
  expect(one?.body).toEqual(two?.body);
  expect(await actionsOn(five.id)).toHaveLength(2);
  expect((await student.rows())[0]?.calendarSequence).toBe(2);
});

test('after half a minute the move can no longer be undone', async () => {
  const { student, five, december } = await openMoved();
  portal.clock.moveOn(31_000);
  expect(await student.undoMove(five.id, december)).toMatchObject(stays('too-late'));
});

test('a class that was moved again, in another tab or by staff, is not undone by the first offer', async () => {
  const { student, five, december } = await openMoved();
  const friday = await addClassOn(portal, '2026-12-04');
  await student.reschedule(five.id, friday);
  expect(await student.undoMove(five.id, december)).toMatchObject(stays('changed'));
  await meetingsOf(portal).move(student.id, friday, december);
  expect(await student.undoMove(five.id, friday)).toMatchObject(stays('changed'));
});

test('nothing is undone if the former class was canceled or moved, or its week is taken', async () => {
  const { student, five, six, december } = await openMoved();
  const change = (set: Partial<typeof classes.$inferInsert>) =>
    portal.database.update(classes).set(set).where(eq(classes.id, five.classId));
  await change({ deletedAt: testNow });
  expect(await student.undoMove(five.id, december)).toMatchObject(stays('gone'));
  await change({ deletedAt: null, startsAt: classStart('2026-11-17', '5PM') });
  expect(await student.undoMove(five.id, december)).toMatchObject(stays('gone'));
  await change({ startsAt: classStart('2026-11-17', '4PM') });
  const thursday = await addClassOn(portal, '2026-11-19');
  expect((await student.reschedule(six.id, thursday)).status).toBe(200);
  expect(await student.undoMove(five.id, december)).toMatchObject(stays('week-taken'));
  expect((await student.rows())[0]).toMatchObject({ classId: december, isRescheduled: true });
});

test('returns an error for another student’s class and for one that never moved', async () => {
  const { student, five, six, december } = await openMoved();
  const stranger = await openStudent(portal);
  expect((await stranger.undoMove(five.id, december)).status).toBe(404);
  expect(await student.undoMove(six.id, six.classId)).toMatchObject(stays('changed'));
});

test('an undone move sends no email, no matter how late the job runs', async () => {
  const { student, five, december } = await openMoved();
  const [wait = 0] = (await meetingsOf(portal).waits('mail-own-move')).toReversed();
  expect(wait).toBeGreaterThan(5);
  await student.undoMove(five.id, december);
  expect(await mailsTo(student.email)).toEqual([]);
});

test('if a move was emailed before the undo, a second email gives the restored time', async () => {
  const { student, five, december } = await openMoved();
  await meetingsOf(portal).runWaitingJobs();
  await messageTo(portal, student.email);
  await student.undoMove(five.id, december);
  const [last] = await mailsTo(student.email);
  expect(last?.text).toContain(
    'You rescheduled Class 5 from Tuesday, December 1 at 4:00 PM PT to Tuesday, November 17 at 4:00 PM PT.',
  );
});

test('the old Zoom registration is kept until the undo window has passed', async () => {
  await meetingsOf(portal).finishJobs();
  const world = meetingsOf(portal);
  const student = await openStudent(portal);
  const old = await world.addMeeting('2026-11-18T00:00:00Z');
  const other = await world.addMeeting('2026-12-02T00:00:00Z');
  const five = (await student.choose(old)).body;
  const link = await world.link(student.id, old);
  await student.reschedule(five.id, other);
  await world.link(student.id, other);
  const [wait = 0] = await world.waits(syncRegistrantJob.name);
  expect(wait).toBeGreaterThan(5);
  expect(await world.guests(old)).toEqual([student.email]);
  await student.undoMove(five.id, other);
  await world.finishJobs();
  expect(await world.link(student.id, old)).toBe(link);
  expect(await world.guests(other)).toEqual([]);
});

test('a reminder that came due between a move and its undo is still sent', async () => {
  const student = await openStudent(portal);
  const five = (await student.choose(await addClassOn(portal, '2026-11-24'))).body;
  const other = await addClassOn(portal, '2026-12-01');
  const dayBefore = classStart('2026-11-24', '4PM').getTime() - 24 * 60 * 60_000;
  portal.clock.moveTo(new Date(dayBefore - 5_000));
  await student.reschedule(five.id, other);
  portal.clock.moveTo(new Date(dayBefore + 5_000));
  await student.undoMove(five.id, other);
  const due = await portal.database
    .select({ kind: reminders.kind, dueAt: reminders.dueAt })
    .from(reminders)
    .where(eq(reminders.registrationId, five.id));
  expect(due).toContainEqual({ kind: 'class-day', dueAt: new Date(dayBefore) });
});
