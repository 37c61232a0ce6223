import { and, eq, isNotNull } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { untilBlocking, untilWaiting } from '../../../tests/support/row-locks.ts';
import { addClassOn } from '../../../tests/support/students.ts';
import { classes, people, registrations, reminders } from '../database/schema.ts';
import { planMissingReminders, planReminders } from './commands.ts';
import { decideReminder } from './decide.ts';
import { openReminderWatch } from './watch.ts';

let portal: Portal;
let watch: ReturnType<typeof openReminderWatch>;
beforeEach(async () => {
  portal = await openPortal({ runsJobs: false });
  await meetingsOf(portal).forgetDemoClasses();
  await portal.database.delete(reminders);
  // A Tuesday, so that Monday's weekly texts don't interfere.
  portal.clock.moveTo(new Date('2026-11-17T10:00:00-08:00'));
  watch = openReminderWatch(portal);
  await watch.checkWhenDue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  watch.close();
  await portal[Symbol.asyncDispose]();
});

const dayBefore = new Date('2026-11-24T16:00:00-08:00');
const second = 1000;

async function lookAt(instant: Date): Promise<string[]> {
  portal.clock.moveTo(instant);
  await watch.checkWhenDue();
  const claimed = await portal.database
    .select({ kind: reminders.kind })
    .from(reminders)
    .where(isNotNull(reminders.claimedAt))
    .orderBy(reminders.dueAt);
  return claimed.map(({ kind }) => kind);
}

async function chooseClass() {
  const student = await remindersOf(portal).openTextedStudent();
  await student.choose(await addClassOn(portal, '2026-11-25'));
  return student;
}

test('a reminder planned by this node is claimed when it is due', async () => {
  await chooseClass();
  expect(await lookAt(new Date(dayBefore.getTime() - 5 * second))).toEqual([]);
  expect(await lookAt(dayBefore)).toEqual(['class-day']);
  expect(await lookAt(new Date('2026-11-25T15:00:00-08:00'))).toEqual(['class-day', 'class-hour']);
});

test.each([
  ['a day', '2026-11-24T16:30:00-08:00', ['class-hour', 'missed-class']],
  ['an hour', '2026-11-25T15:30:00-08:00', ['missed-class']],
])(
  'a class chosen less than %s before it begins gets the remaining reminders',
  async (_time, now, kinds) => {
    portal.clock.moveTo(new Date(now));
    const student = await remindersOf(portal).openTextedStudent();
    const chosen = await student.choose(await addClassOn(portal, '2026-11-25'));
    expect(chosen.status).toBe(200);
    const planned = await remindersOf(portal).planned(student.id);
    expect(planned.map(({ kind }) => kind)).toEqual(kinds);
  },
);

test('missing reminders are planned in lock order: the student first, then the registration', async () => {
  const student = await chooseClass();
  await portal.database.delete(reminders);
  const { planned } = await portal.database.transaction(async (other) => {
    await other.select().from(people).where(eq(people.id, student.id)).for('update');
    const planned = planMissingReminders(portal.database, portal.clock.now());
    await untilBlocking(other);
    const isTheirs = eq(registrations.studentId, student.id);
    await other.select().from(registrations).where(isTheirs).for('update');
    return { planned };
  });
  await planned;
  expect(await remindersOf(portal).planned(student.id)).toHaveLength(3);
});

test('a reminder planned by an open transaction is claimed when it is due', async () => {
  await chooseClass();
  const [registration] = await portal.database.select().from(registrations);
  await portal.database.delete(reminders);
  await watch.check();
  await portal.database.transaction(async (transaction) => {
    await planReminders(transaction, [registration?.id ?? 0], portal.clock.now());
    await watch.check();
  });
  expect(await lookAt(dayBefore)).toEqual(['class-day']);
});

test('a reminder planned by another node is claimed within sixteen seconds, without faster polling', async () => {
  await chooseClass();
  portal.clock.moveTo(new Date(dayBefore.getTime() - 600 * second));
  const start = performance.now();
  const machine = vi.spyOn(performance, 'now').mockReturnValue(start);
  await watch.check();
  const [student] = await portal.database.select().from(reminders);
  await portal.database.insert(reminders).values({
    key: 'planned elsewhere',
    kind: 'retreat',
    personId: student?.personId ?? 0,
    dueAt: portal.clock.now(),
  });
  machine.mockReturnValue(start + 14 * second);
  expect(await lookAt(portal.clock.now())).toEqual([]);
  machine.mockReturnValue(start + 16 * second);
  expect(await lookAt(portal.clock.now())).toEqual(['retreat']);
});

test('after the clock moves back, new reminders are claimed when they are due', async () => {
  await chooseClass();
  await lookAt(new Date('2026-11-25T15:30:00-08:00'));
  await portal.database.delete(reminders);
  await lookAt(testNow);
  portal.clock.moveTo(new Date('2026-11-17T10:00:00-08:00'));
  const student = await remindersOf(portal).openTextedStudent();
  await student.choose(await addClassOn(portal, '2026-11-19'));
  expect(await lookAt(new Date('2026-11-18T15:59:50-08:00'))).not.toContain('class-day');
  expect(await lookAt(new Date('2026-11-18T16:00:00-08:00'))).toContain('class-day');
});

test('alumni get a text each Monday at nine, even after the clock moves back', async () => {
  const { database } = portal;
  const [alumnus] = await database.select().from(people).where(eq(people.role, 'alumni')).limit(1);
  const personId = alumnus?.id ?? 0;
  await database.update(people).set({ phone: '+12025558001' }).where(eq(people.id, personId));
  await remindersOf(portal).setConsent(personId, true);
  const count = () =>
    database.$count(
      reminders,
      and(eq(reminders.personId, personId), isNotNull(reminders.claimedAt)),
    );
  await lookAt(new Date('2026-11-30T08:59:50-08:00'));
  expect(await count()).toBe(0);
  await lookAt(new Date('2026-11-30T09:00:00-08:00'));
  expect(await count()).toBe(1);
  await lookAt(new Date('2026-11-23T09:00:00-08:00'));
  expect(await count()).toBe(2);
});

test('a registration that moves during the decision gets no reminder for its old time', async () => {
  const student = await chooseClass();
  await lookAt(dayBefore);
  const isClaimed = isNotNull(reminders.claimedAt);
  const [claimed] = await portal.database.select().from(reminders).where(isClaimed);
  const [{ classId: from } = { classId: 0 }] = await student.rows();
  const to = await addClassOn(portal, '2026-12-02');
  const { verdict } = await portal.database.transaction(async (holder) => {
    await holder.select().from(classes).where(eq(classes.id, from)).for('update');
    const verdict = decideReminder(portal, claimed?.id ?? 0);
    await untilWaiting(portal);
    await meetingsOf(portal).move(student.id, from, to);
    return { verdict };
  });
  expect(await verdict).toEqual({ drop: 'moved or canceled' });
});
