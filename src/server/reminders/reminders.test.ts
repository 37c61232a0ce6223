import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openClient, outboxOf, tokenIn } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { addClassOn } from '../../../tests/support/students.ts';
import { reminders, retreatRegistrations } from '../database/schema.ts';
import { planMissingReminders } from './commands.ts';

let portal: Portal;
let world: ReturnType<typeof remindersOf>;

beforeAll(async () => {
  portal = await openPortal();
});
afterAll(async () => {
  await portal[Symbol.asyncDispose]();
});
beforeEach(async () => {
  world = remindersOf(portal);
  await meetingsOf(portal).finishJobs();
  await meetingsOf(portal).forgetDemoClasses();
  portal.clock.moveTo(testNow);
});

async function studentWithClass() {
  const classId = await addClassOn(portal, '2026-11-24');
  const student = await world.openTextedStudent();
  const { body: entry } = await student.choose(classId);
  return { student, classId, entry };
}

describe('a class', () => {
  test('gets one reminder a day before and one an hour before', async () => {
    const { student } = await studentWithClass();
    await world.passTo('2026-11-23T15:59:00-08:00');
    expect(await world.textsTo(student.phone)).toEqual([]);
    await world.passTo('2026-11-23T16:00:00-08:00');
    await world.passTo('2026-11-23T16:01:00-08:00');
    expect(await world.textsTo(student.phone)).toEqual([
      expect.stringMatching(
        /^Quiet Mornings: Class 5 is tomorrow at 4:00 PM PT\. Join or reschedule: \S+\/s\/[\w-]{22} Reply STOP to end\.$/,
      ),
    ]);
    await world.passTo('2026-11-24T15:00:00-08:00');
    await world.passTo('2026-11-24T18:00:00-08:00');
    expect(await world.textsTo(student.phone)).toHaveLength(2);
  });

  test('has a link in its reminder that signs in and opens that class', async () => {
    const { student } = await studentWithClass();
    await world.passTo('2026-11-23T16:00:00-08:00');
    const message = (await outboxOf(portal)).find(({ to }) => to === student.phone);
    const token = message ? tokenIn(message) : '';
    const browser = openClient(portal);
    expect((await browser.post('/api/auth/verify', { token })).body).toHaveProperty('confirmAs');
    const { body } = await browser.post('/api/auth/verify', { token, confirmed: true });
    expect(body).toMatchObject({ redirectTo: '/schedule?class=5', user: { id: student.id } });
    expect((await browser.get('/api/user')).body.id).toBe(student.id);
  });

  test('that has moved gets reminders for its new time only, even across a clock change', async () => {
    const { student, entry } = await studentWithClass();
    const later = await addClassOn(portal, '2027-03-15');
    await student.reschedule(entry.id, later);
    await world.passTo('2026-11-24T15:30:00-08:00');
    await world.passTo('2027-03-14T15:59:00-07:00');
    expect(await world.textsTo(student.phone)).toEqual([]);
    await world.passTo('2027-03-14T16:00:00-07:00');
    expect(await world.textsTo(student.phone)).toEqual([
      expect.stringContaining('tomorrow at 4:00 PM PT'),
    ]);
  });

  test('that moves away and back gets its usual reminders', async () => {
    const { student, classId, entry } = await studentWithClass();
    await student.reschedule(entry.id, await addClassOn(portal, '2026-12-01'));
    await student.reschedule(entry.id, classId);
    await world.passTo('2026-11-23T16:00:00-08:00');
    expect(await world.textsTo(student.phone)).toHaveLength(1);
  });

  test('that moves while its reminder is queued gets no outdated reminder', async () => {
    const { student, entry } = await studentWithClass();
    await world.faults({ status: 500 });
    portal.clock.moveTo(new Date('2026-11-23T16:00:00-08:00'));
    await world.lookOnly();
    await expect.poll(() => world.failedOf(student.id), { timeout: 10_000 }).toBeGreaterThan(0);
    await student.reschedule(entry.id, await addClassOn(portal, '2026-12-01'));
    await world.faults();
    await world.passTo('2026-11-23T17:00:00-08:00');
    expect(await world.textsTo(student.phone)).toEqual([]);
    const [dropped] = await world.planned(student.id);
    expect(dropped).toMatchObject({ kind: 'class-day', outcome: 'moved or canceled' });
  });

  test('of a student whose account was reset gets no reminders', async () => {
    const { student } = await studentWithClass();
    const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
    const { body } = await openClient(portal, { session }).patch(
      `/api/admin/students/${student.id}`,
      {
        email: `reset-${student.id}@school.test`,
        firstName: 'Sam',
        lastName: 'Sample',
        phone: student.phone,
        startDate: '2026-03-01',
        textConsent: true,
      },
    );
    expect(body).toMatchObject({ accountReset: true });
    expect(await world.planned(student.id)).toEqual([]);
    await world.passTo('2026-11-23T16:00:00-08:00');
    expect(await world.textsTo(student.phone)).toEqual([]);
  });

  test('whose time staff change gets reminders for the new time', async () => {
    const { student, classId } = await studentWithClass();
    const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
    const { status } = await openClient(portal, { session }).patch(`/api/classes/${classId}`, {
      pacificDate: '2026-11-25T12:00:00',
      timeSlot: '6PM',
      dayOfWeek: 'Wednesday',
      classType: 'Weekly',
    });
    expect(status).toBe(200);
    const [day, last] = await world.planned(student.id);
    expect(day?.dueAt).toEqual(new Date('2026-11-24T18:00:00-08:00'));
    expect(last?.dueAt).toEqual(new Date('2026-11-25T17:00:00-08:00'));
  });

  test('picked within its last day gets only the reminder an hour before', async () => {
    portal.clock.moveTo(new Date('2026-11-24T08:00:00-08:00'));
    const { student } = await studentWithClass();
    await world.passTo('2026-11-24T15:00:00-08:00');
    expect(await world.textsTo(student.phone)).toHaveLength(1);
  });

  test('gets no reminders at night, even late ones', async () => {
    const classId = await addClassOn(portal, '2026-11-24', '8PM');
    const student = await world.openTextedStudent();
    await student.choose(classId);
    await world.passTo('2026-11-23T21:30:00-08:00');
    expect(await world.textsTo(student.phone)).toEqual([]);
    await world.passTo('2026-11-24T07:00:00-08:00');
    expect(await world.textsTo(student.phone)).toHaveLength(1);
  });

  test('that has begun gets no more reminders', async () => {
    const { student } = await studentWithClass();
    await world.passTo('2026-11-24T16:00:00-08:00');
    expect(await world.textsTo(student.phone)).toEqual([]);
  });

  test('without planned reminders gets them once', async () => {
    const { student, entry } = await studentWithClass();
    const planned = await world.planned(student.id);
    await portal.database.delete(reminders);
    const now = portal.clock.now();
    await planMissingReminders(portal.database, now);
    await planMissingReminders(portal.database, now);
    const plain = (rows: typeof planned) => rows.map(({ id: _, ...row }) => row);
    expect(plain(await world.planned(student.id))).toEqual(plain(planned));
    expect(planned.map(({ kind }) => kind)).toEqual(['class-day', 'class-hour', 'missed-class']);
    expect(planned.every(({ registrationId }) => registrationId === entry.id)).toBe(true);
  });
});

describe('the retreat', () => {
  let lastClass: number;
  beforeEach(async () => {
    lastClass = await addClassOn(portal, '2026-12-01', '4PM', 'Monthly');
  });

  async function studentPastClass10(change = {}) {
    const student = await world.openTextedStudent(change);
    await meetingsOf(portal).register(student.id, lastClass, 10);
    await planMissingReminders(portal.database, portal.clock.now());
    return student;
  }

  test('gets one reminder, two months after class 10', async () => {
    const student = await studentPastClass10();
    await world.passTo('2027-02-01T15:59:00-08:00');
    expect(await world.textsTo(student.phone)).toEqual([]);
    await world.passTo('2027-02-01T16:00:00-08:00');
    await world.passTo('2027-04-01T16:00:00-07:00');
    expect(await world.textsTo(student.phone)).toEqual([
      expect.stringContaining('with code FIRSTRETREAT'),
    ]);
  });

  test('gets no reminder when it is booked or was done elsewhere', async () => {
    const registered = await studentPastClass10();
    await portal.database.insert(retreatRegistrations).values({
      personId: registered.id,
      siteReference: 'a-test',
      title: 'Retreat',
      description: 'By the lake',
      registeredAt: portal.clock.now(),
    });
    const elsewhere = await studentPastClass10({ transferStudent: true });
    await world.passTo('2027-02-01T16:00:00-08:00');
    expect(await world.textsTo(registered.phone)).toEqual([]);
    expect(await world.textsTo(elsewhere.phone)).toEqual([]);
  });
});

describe('alumni who opted in to texts', () => {
  const alumnus = () => world.openTextedStudent({ role: 'alumni' });

  test('get one text on Monday at 9 AM with the week’s sessions', async () => {
    await addClassOn(portal, '2026-11-24');
    await addClassOn(portal, '2026-11-29', '9AM', 'Monthly');
    await addClassOn(portal, '2026-12-01');
    const person = await alumnus();
    const silent = await alumnus();
    await world.setConsent(silent.id, false);
    await world.passTo('2026-11-23T08:59:00-08:00');
    expect(await world.textsTo(person.phone)).toEqual([]);
    await world.passTo('2026-11-23T09:00:00-08:00');
    await remindersOf(portal).passTo('2026-11-23T10:00:00-08:00');
    expect(await world.textsTo(person.phone)).toEqual([
      expect.stringMatching(
        /Our sessions this week: Tue Nov 24, 4:00 PM PT; Sun Nov 29, 9:00 AM PT\. Join here: /,
      ),
    ]);
    expect(await world.textsTo(silent.phone)).toEqual([]);
  });

  test('get no text in a week without sessions', async () => {
    const person = await alumnus();
    await world.passTo('2026-11-23T09:00:00-08:00');
    expect(await world.textsTo(person.phone)).toEqual([]);
    expect(await world.planned(person.id)).toMatchObject([{ outcome: 'no sessions' }]);
  });

  test('get at most eight sessions listed, and how many more there are', async () => {
    const days = ['24', '25', '26', '27', '28'];
    for (const day of days) {
      for (const slot of ['9AM', '4PM'] as const) await addClassOn(portal, `2026-11-${day}`, slot);
    }
    const person = await alumnus();
    await world.passTo('2026-11-23T09:00:00-08:00');
    expect((await world.textsTo(person.phone))[0]).toMatch(/Fri Nov 27, 4:00 PM PT; and 2 more\. /);
  });
});
