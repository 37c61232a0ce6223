import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { readCalendar } from '../../../../tests/support/read-calendar.ts';
import {
  addClassOn,
  clearClasses,
  openScheduledStudent,
  resetAccount,
} from '../../../../tests/support/students.ts';
import type { Message } from '../../../sandbox/outbox.ts';
import { sentMessages } from '../../database/schema.ts';
import { sendMove } from './move-messages.ts';
import { sendSchedule } from './schedule-messages.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let teacherId: number;
beforeAll(async () => {
  portal = await openPortal();
  const [, value = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session: value });
  teacherId = await meetingsOf(portal).personId('teacher@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

async function openBooked() {
  const student = await openScheduledStudent(portal);
  return { student, mail: await messageTo(portal, student.email) };
}

function eventsIn({ attachments }: Message) {
  return attachments.flatMap(({ content }) => readCalendar(content).events);
}

async function mailsTo(email: string): Promise<Message[]> {
  await meetingsOf(portal).finishJobs();
  return (await outboxOf(portal)).filter(({ to }) => to === email);
}

const uidOf = (registrationId: number) =>
  `registration-${registrationId}@${new URL(portal.url).host}`;

test('choosing the last class sends one email with the whole schedule and an invitation for each class', async () => {
  const { student, mail } = await openBooked();
  expect(mail.subject).toBe('Your TM class schedule');
  expect(mail.text).toContain('Class 5: Tuesday, November 17, 2026, 4:00 PM PT, with Daniel\n');
  expect(mail.text).toContain('Class 10: Tuesday, February 16, 2027, 4:00 PM PT, with Daniel');
  expect(mail.links).toEqual([`${portal.url}/schedule`]);
  const rows = await student.rows();
  expect(mail.attachments).toMatchObject(
    rows.map(({ classNumber }) => ({
      name: `class-${classNumber}.ics`,
      type: 'text/calendar; method=REQUEST',
    })),
  );
  expect(eventsIn(mail)).toMatchObject(
    rows.map(({ id, classNumber }) => ({
      UID: uidOf(id),
      SEQUENCE: '0',
      SUMMARY: `TM course: Class ${classNumber}`,
      URL: `${portal.url}/schedule`,
    })),
  );
  expect(eventsIn(mail)[0]).toMatchObject({
    DTSTART: '20261118T000000Z',
    DTEND: '20261118T010000Z',
    DESCRIPTION: expect.stringContaining('with Daniel'),
  });
  expect(await mailsTo(student.email)).toHaveLength(1);
});

test('a job that runs twice, in sequence or in parallel, sends one email', async () => {
  const { student } = await openBooked();
  const [last] = (await student.rows()).toReversed();
  const job = { personId: student.id, registrationId: last?.id ?? 0 };
  const runTwice = () =>
    portal.database.transaction(async (transaction) => {
      for (const _twice of [1, 2]) await sendSchedule(portal.queue, transaction, job);
    });
  await runTwice();
  expect(await mailsTo(student.email)).toHaveLength(1);
  await portal.database.delete(sentMessages).where(eq(sentMessages.recipient, student.email));
  await runTwice();
  expect(await mailsTo(student.email)).toHaveLength(2);
});

test('rescheduling and makeups are confirmed with both times and a higher calendar sequence number', async () => {
  const { student } = await openBooked();
  const [five] = await student.rows();
  const id = five?.id ?? 0;
  await student.reschedule(id, await addClassOn(portal, '2026-12-08'));
  await meetingsOf(portal).runWaitingJobs();
  const moved = await messageTo(portal, student.email, 1);
  expect(moved.subject).toBe('Your new time for Class 5');
  expect(moved.text).toContain(
    'from Tuesday, November 17 at 4:00 PM PT to Tuesday, December 8 at 4:00 PM PT.',
  );
  expect(moved.attachments[0]?.name).toBe('class-5.ics');
  const event = { UID: uidOf(id), DTSTART: '20261209T000000Z', STATUS: 'CONFIRMED' };
  expect(eventsIn(moved)).toMatchObject([{ ...event, SEQUENCE: '1' }]);

  portal.clock.moveTo(new Date('2026-12-09T02:00:00Z'));
  await student.makeUp(id, await addClassOn(portal, '2026-12-15'));
  const [madeUp] = await mailsTo(student.email);
  if (!madeUp) throw new Error('nothing came');
  expect(eventsIn(madeUp)).toMatchObject([
    { UID: uidOf(id), SEQUENCE: '2', DTSTART: '20261216T000000Z' },
  ]);
});

test('no email is sent for a class that is back where it was or a schedule that was cleared', async () => {
  const { student } = await openBooked();
  const [five] = await student.rows();
  const ids = { personId: student.id, registrationId: five?.id ?? 0 };
  const [elsewhere, where] = ['2026-11-17T00:00:00.000Z', '2026-11-18T00:00:00.000Z'];
  const queue = (from: string) =>
    portal.database.transaction(async (transaction) => {
      await sendMove(portal.queue, transaction, {
        ...ids,
        from: new Date(from),
        wasCanceled: false,
        sequence: 1,
      });
    });
  await queue(where);
  expect(await mailsTo(student.email)).toHaveLength(1);
  await resetAccount(portal, student);
  await queue(elsewhere);
  await portal.database.transaction(async (transaction) => {
    await sendSchedule(portal.queue, transaction, ids);
  });
  expect((await mailsTo(student.email)).map(({ subject }) => subject)).toEqual([
    'Please pick new class times',
    'Your TM class schedule',
  ]);
});

const edit = (date: string, timeSlot: string) => ({
  pacificDate: `${date}T12:00:00`,
  timeSlot,
  dayOfWeek: 'Tuesday',
  classType: 'Weekly',
  instructorId: teacherId,
});

test('a class that staff move sends each of its students their own calendar file', async () => {
  const { student } = await openBooked();
  const [five] = await student.rows();
  await admin.patch(`/api/classes/${student.course[0]}`, edit('2026-11-18', '9AM'));
  const mail = await messageTo(portal, student.email, 1);
  expect(mail.subject).toBe('Your new time for Class 5');
  expect(eventsIn(mail)).toMatchObject([
    { UID: uidOf(five?.id ?? 0), SEQUENCE: '1', DTSTART: '20261118T170000Z' },
  ]);
  const sameTime = { ...edit('2026-11-18', '9AM'), instructorId: undefined };
  expect((await admin.patch(`/api/classes/${student.course[0]}`, sameTime)).status).toBe(200);
  const sequences = (await student.rows()).map(({ calendarSequence }) => calendarSequence);
  expect(sequences).toEqual([1, 0, 0, 0, 0, 0]);
});

test('a student who did not hear about two moves in time gets one email with the current time', async () => {
  for (const isSecondLost of [false, true]) {
    const { student } = await openBooked();
    await mailsTo(student.email);
    portal.sandbox.setMailFaults({ recipients: 'full' });
    await admin.patch(`/api/classes/${student.course[0]}`, edit('2026-11-18', '9AM'));
    await admin.patch(`/api/classes/${student.course[0]}`, edit('2026-11-19', '10AM'));
    const states = async () => {
      const { rows } = await portal.database.execute<{ state: string }>(
        sql`select state from pgboss.job where name = 'mail-class-moved' and state <> 'completed'
            and data->>'personId' = ${String(student.id)}`,
      );
      return rows.map(({ state }) => state);
    };
    await expect.poll(states, { timeout: 10_000 }).toEqual(['retry', 'retry']);
    // The first move's job has to find the second move on its own.
    if (isSecondLost) {
      await portal.database.execute(
        `delete from pgboss.job where name = 'mail-class-moved' and data->>'from' like '%T17:00%'`,
      );
    }
    portal.sandbox.setMailFaults({});
    const [newest, ...others] = await mailsTo(student.email);
    expect(others).toHaveLength(1);
    expect(newest?.text).toContain('to Thursday, November 19 at 10:00 AM PT');
    await clearClasses(portal);
  }
});

test('resetting an account sends the reason and a cancellation of every class', async () => {
  const { student } = await openBooked();
  const before = await student.rows();
  expect((await resetAccount(portal, student)).body.accountReset).toBe(true);
  const mail = await messageTo(portal, student.email, 1);
  expect(mail.subject).toBe('Please pick new class times');
  expect(mail.text).toContain('Your course now starts on Mar 1, 2026');
  expect(mail.text).toContain('Class 7: Tuesday, December 1, 2026, 4:00 PM PT');
  expect(mail.links).toEqual([`${portal.url}/onboarding`]);
  for (const { type, content } of mail.attachments) {
    expect(type).toBe('text/calendar; method=CANCEL');
    expect(readCalendar(content).calendar.METHOD).toBe('CANCEL');
    expect(readCalendar(content).events).toHaveLength(1);
  }
  expect(eventsIn(mail)).toMatchObject(
    before.map(({ id }) => ({ UID: uidOf(id), SEQUENCE: '1', STATUS: 'CANCELLED' })),
  );
});
