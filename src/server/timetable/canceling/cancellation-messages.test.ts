import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { openClient } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { remindersOf } from '../../../../tests/support/reminders.ts';
import {
  addClassOn,
  clearClasses,
  openStudent,
  resetAccount,
} from '../../../../tests/support/students.ts';
import { classCancellations, classes } from '../../database/schema.ts';

let portal: Portal;
let world: ReturnType<typeof cancellationsOf>;
let meetings: ReturnType<typeof meetingsOf>;
let reminders: ReturnType<typeof remindersOf>;
let admin: Awaited<ReturnType<typeof world.openAdmin>>;

beforeAll(async () => {
  portal = await openPortal();
  world = cancellationsOf(portal);
  meetings = meetingsOf(portal);
  reminders = remindersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  admin = await world.openAdmin();
});

test('people are notified once the undo time is over, with a link to pick a new time and a calendar file', async () => {
  const { student, classId, registrationId } = await world.openBooked();
  await admin.cancel(classId);
  await expect.poll(() => meetings.waits('announce-cancellation')).not.toEqual([]);
  expect(await world.mailsTo(student.email)).toEqual([]);
  await world.passUndo();
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.subject).toBe('Class 5 is canceled');
  expect(mail?.text).toContain('Tuesday, November 24, 2026, 4:00 PM PT');
  expect(mail?.text).toContain('The teacher is ill');
  expect(JSON.stringify(mail)).toContain('METHOD:CANCEL');
  const [text] = await reminders.textsTo(student.phone);
  expect(text).toMatch(
    /^Quiet Mornings: We canceled Class 5 on Tue Nov 24, 4:00 PM PT\. Pick a new time: \S+ Reply STOP to end\.$/,
  );
  const token = mail?.links[0]?.split('/s/')[1];
  const verified = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(verified.body.redirectTo).toBe(`/schedule?choose=${registrationId}`);
});

test('people are notified once, right away, if the class starts within two hours', async () => {
  const { student, classId } = await world.openBooked();
  portal.clock.moveTo(new Date('2026-11-24T14:30:00-08:00'));
  admin = await world.openAdmin();
  const preview = await admin.post('/api/admin/cancellations/preview', { classIds: [classId] });
  expect(preview.body.isNotifiedAtOnce).toBe(true);
  await admin.cancel(classId);
  await meetings.finishJobs();
  expect(await world.mailsTo(student.email)).toHaveLength(1);
  expect(await reminders.textsTo(student.phone)).toHaveLength(1);
});

test('a cancellation at night is emailed right away and texted in the morning', async () => {
  const { student, classId } = await world.openBooked();
  portal.clock.moveTo(new Date('2026-11-19T22:00:00-08:00'));
  admin = await world.openAdmin();
  const { body } = await admin.cancel(classId);
  portal.clock.moveOn(11 * 60_000);
  const isAnnounced = async () => {
    await meetings.runWaitingJobs();
    const whereIt = eq(classCancellations.id, body.id);
    const [row] = await portal.database.select().from(classCancellations).where(whereIt);
    return row?.announcedAt !== null;
  };
  await expect.poll(isAnnounced, { timeout: 10_000 }).toBe(true);
  const wait = async () => (await meetings.waits('text-class-canceled')).at(-1) ?? 0;
  await expect.poll(wait, { timeout: 10_000 }).toBeGreaterThan(800);
  await expect.poll(() => world.mailsTo(student.email), { timeout: 10_000 }).toHaveLength(1);
  expect(await reminders.textsTo(student.phone)).toEqual([]);
  await reminders.passTo('2026-11-20T07:00:00-08:00');
  expect(await reminders.textsTo(student.phone)).toHaveLength(1);
});

test('alumni who joined and the instructor are notified, but not the editor who canceled', async () => {
  const teacherId = await meetings.personId('teacher@demo.test');
  const adminId = await meetings.personId('admin@demo.test');
  const classId = await addClassOn(portal, '2026-11-24');
  const own = await addClassOn(portal, '2026-11-25');
  const { database } = portal;
  await database.update(classes).set({ instructorId: teacherId }).where(eq(classes.id, classId));
  await database.update(classes).set({ instructorId: adminId }).where(eq(classes.id, own));
  const [, session = ''] = (await portal.cookieOf('alumni@demo.test')).split('=');
  await openClient(portal, { session }).post(`/api/alumni/classes/${classId}/join`);
  const seen = async () =>
    Promise.all(
      (['teacher@demo.test', 'alumni@demo.test', 'admin@demo.test'] as const).map(
        async (email) => (await world.mailsTo(email))[0]?.subject,
      ),
    );
  const preview = await admin.post('/api/admin/cancellations/preview', {
    classIds: [classId, own],
  });
  expect(preview.body.people).toMatchObject([
    { role: 'instructor', byText: false, classNumbers: [] },
    { role: 'alumni', byText: false, classNumbers: [] },
  ]);
  await admin.cancel(classId, own);
  await world.passUndo();
  expect(await seen()).toEqual(['Your class is canceled', 'A session is canceled', undefined]);
});

test('people who were notified learn that the class is going ahead after all', async () => {
  const { student, classId } = await world.openBooked();
  portal.clock.moveTo(new Date('2026-11-24T14:30:00-08:00'));
  admin = await world.openAdmin();
  const { body } = await admin.cancel(classId);
  await meetings.finishJobs();
  await admin.undo(body.id);
  await meetings.finishJobs();
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.subject).toBe('Class 5 is going ahead after all');
  expect(JSON.stringify(mail)).toContain('METHOD:REQUEST');
  expect((await reminders.textsTo(student.phone)).at(-1)).toBe(
    "Quiet Mornings: Good news! Class 5 on Tue Nov 24, 4:00 PM PT is going ahead after all. You're registered again. Reply STOP to end.",
  );
});

test('a new time at the hour of the canceled class comes with its own calendar file', async () => {
  const { student, classId, registrationId } = await world.openBooked();
  const teacherId = await meetings.personId('teacher@demo.test');
  const same = await addClassOnBy('2026-11-24', teacherId);
  await admin.cancel(classId);
  await world.passUndo();
  await student.reschedule(registrationId, same);
  await meetings.finishJobs();
  const [mail] = await world.mailsTo(student.email);
  expect(mail?.subject).toBe('Your new time for Class 5');
  expect(mail?.text).not.toContain('rescheduled');
  expect(JSON.stringify(mail)).toContain('METHOD:REQUEST');
});

async function addClassOnBy(date: string, instructorId: number) {
  const startsAt = `${date}T16:00:00-08:00`;
  return meetings.addClass(startsAt, { instructorId });
}

test('a reset clears a suspended registration with the others', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-24');
  await student.choose(classId);
  await admin.cancel(classId);
  expect((await resetAccount(portal, student)).body.accountReset).toBe(true);
  expect((await student.get('/api/schedule')).body).toEqual([]);
  await world.passUndo();
  expect((await world.mailsTo(student.email)).map(({ subject }) => subject)).toEqual([
    'Please pick new class times',
  ]);
});

test('an erased student has no suspended registration and gets no messages', async () => {
  const { student, classId } = await world.openBooked();
  await admin.cancel(classId);
  const erased = await admin.post(`/api/admin/people/${student.id}/erase`, {
    email: student.email,
  });
  expect(erased.status).toBe(200);
  expect((await student.rows()).map(({ endedAt }) => endedAt === null)).toEqual([false]);
  await world.passUndo();
  expect(await world.mailsTo(student.email)).toEqual([]);
});
