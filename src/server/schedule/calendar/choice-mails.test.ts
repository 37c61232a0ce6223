import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { actingOf } from '../../../../tests/support/acting.ts';
import { cancellationsOf } from '../../../../tests/support/canceling.ts';
import { outboxOf } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { meetingsOf } from '../../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { readCalendar } from '../../../../tests/support/read-calendar.ts';
import {
  addClassOn,
  clearClasses,
  openScheduledStudent,
  openStudent,
  resetAccount,
  type Student,
} from '../../../../tests/support/students.ts';
import { sendDueChoices } from './schedule-messages.ts';

const MINUTE_MS = 60_000;

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
});

const openAdmin = () => actingOf(portal).openAdmin();

async function mailsTo({ email }: Student) {
  await meetingsOf(portal).finishJobs();
  return (await outboxOf(portal)).filter(({ to }) => to === email);
}

async function mailsAfter(minutes: number, student: Student) {
  await meetingsOf(portal).finishJobs();
  portal.clock.moveOn(minutes * MINUTE_MS);
  await sendDueChoices(portal);
  return mailsTo(student);
}

async function choose(student: Student, ...days: string[]): Promise<number[]> {
  const ids: number[] = [];
  for (const day of days) {
    const { status, body } = await student.choose(await addClassOn(portal, day));
    expect(status).toBe(200);
    ids.push(body.id);
  }
  return ids;
}

const eventsIn = (attachments: { content: string }[]) =>
  attachments.flatMap(({ content }) => readCalendar(content).events);

test('three choices within minutes send one email five minutes after the last, with an invitation for each class', async () => {
  const student = await openStudent(portal);
  await choose(student, '2026-11-17');
  portal.clock.moveOn(4 * MINUTE_MS);
  const [, seven] = await choose(student, '2026-11-24', '2026-12-01');
  expect(await mailsAfter(4, student)).toEqual([]);
  const [mail, ...others] = await mailsAfter(1, student);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe('Your times for Classes 5, 6 and 7');
  expect(mail?.text).toContain('You’ve picked these class times:');
  expect(mail?.text).toContain('Class 5: Tuesday, November 17, 2026, 4:00 PM PT\n');
  expect(mail?.text).toContain('Class 7: Tuesday, December 1, 2026, 4:00 PM PT\n');
  expect(mail?.text).toContain('Whenever you’re ready, you can pick times for the rest');
  expect(mail?.links).toEqual([`${portal.url}/schedule`]);
  expect(mail?.attachments.map(({ name, type }) => [name, type])).toEqual(
    [5, 6, 7].map((number) => [`class-${number}.ics`, 'text/calendar; method=REQUEST']),
  );
  expect(eventsIn(mail?.attachments ?? [])[2]).toMatchObject({
    UID: `registration-${seven}@${new URL(portal.url).host}`,
    SEQUENCE: '0',
    DTSTART: '20261202T000000Z',
  });
});

test('a choice is emailed once, even if two nodes look for due ones or the student chooses another class later', async () => {
  const student = await openStudent(portal);
  await choose(student, '2026-11-17');
  portal.clock.moveOn(5 * MINUTE_MS);
  await Promise.all([sendDueChoices(portal), sendDueChoices(portal)]);
  expect(await mailsTo(student)).toHaveLength(1);
  await choose(student, '2026-11-24');
  const [second, ...others] = await mailsAfter(5, student);
  expect(others).toHaveLength(1);
  expect(second?.subject).toBe('Your time for Class 6');
  expect(second?.text).toContain('You’ve picked a time for Class 6:');
  expect(second?.text).not.toContain('Class 5');
});

test('a choice in a canceled class is emailed five minutes after the class is restored', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-17');
  expect((await student.choose(classId)).status).toBe(200);
  const staff = await cancellationsOf(portal).openAdmin();
  const { body } = await staff.cancel(classId);
  portal.clock.moveOn(5 * MINUTE_MS);
  await sendDueChoices(portal);
  expect((await student.rows())[0]?.choiceMailDueAt).not.toBeNull();
  expect((await staff.undo(body.id)).status).toBe(200);
  expect(await mailsAfter(4, student)).toEqual([]);
  expect((await mailsAfter(1, student)).map(({ subject }) => subject)).toEqual([
    'Your time for Class 5',
  ]);
});

test('a choice whose class was canceled and restored is covered by the email about that', async () => {
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-17');
  expect((await student.choose(classId)).status).toBe(200);
  // An hour and a half before the class, people are notified of a cancellation right away.
  portal.clock.moveTo(new Date('2026-11-17T14:30:00-08:00'));
  const staff = await cancellationsOf(portal).openAdmin();
  const { body } = await staff.cancel(classId);
  await meetingsOf(portal).finishJobs();
  expect((await staff.undo(body.id)).status).toBe(200);
  expect((await mailsAfter(5, student)).map(({ subject }) => subject)).toEqual([
    'Class 5 is going ahead after all',
    'Class 5 is canceled',
  ]);
});

test('a choice whose class was canceled is covered by the email about the move to another one', async () => {
  const canceling = cancellationsOf(portal);
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-17');
  const { body } = await student.choose(classId);
  expect((await (await canceling.openAdmin()).cancel(classId)).status).toBe(200);
  await canceling.passUndo();
  const other = await addClassOn(portal, '2026-11-19', '9AM');
  expect((await student.reschedule(body.id, other)).status).toBe(200);
  await sendDueChoices(portal);
  const subjects = (await mailsAfter(5, student)).map(({ subject }) => subject);
  expect(subjects).not.toContain('Your time for Class 5');
  expect(subjects).toContain('Your new time for Class 5');
});

test('choosing the last class emails the whole schedule immediately, with no separate email about earlier choices', async () => {
  const student = await openScheduledStudent(portal);
  expect((await mailsTo(student)).map(({ subject }) => subject)).toEqual([
    'Your TM class schedule',
  ]);
  expect(await mailsAfter(10, student)).toHaveLength(1);
});

test('a class that moved before the email went out is shown at its current time', async () => {
  const student = await openStudent(portal);
  const [five = 0] = await choose(student, '2026-11-17', '2026-11-24');
  await student.reschedule(five, await addClassOn(portal, '2026-11-19', '9AM'));
  const [mail] = await mailsAfter(5, student);
  expect(mail?.subject).toBe('Your times for Classes 5 and 6');
  expect(mail?.text).toContain('Class 5: Thursday, November 19, 2026, 9:00 AM PT\n');
  expect(eventsIn(mail?.attachments ?? [])[0]).toMatchObject({
    SEQUENCE: '1',
    DTSTART: '20261119T170000Z',
  });
});

test('no second email is sent if the email about a move already covered everything', async () => {
  const student = await openStudent(portal);
  const [five = 0] = await choose(student, '2026-11-17');
  await student.reschedule(five, await addClassOn(portal, '2026-11-19', '9AM'));
  expect((await mailsAfter(5, student)).map(({ subject }) => subject)).toEqual([
    'Your new time for Class 5',
  ]);
});

test('a choice that was undone before the email is left out, and no email is sent if none is left', async () => {
  const admin = await openAdmin();
  const student = await openStudent(portal);
  const [five = 0] = await choose(student, '2026-11-17', '2026-11-24');
  expect((await admin.cancel(student, five)).status).toBe(200);
  const [mail] = await mailsAfter(5, student);
  expect(mail?.subject).toBe('Your time for Class 6');

  const another = await openStudent(portal);
  await choose(another, '2026-11-18');
  await resetAccount(portal, another);
  expect((await mailsAfter(5, another)).map(({ subject }) => subject)).toEqual([
    'Please pick new class times',
  ]);
});

test('a class that staff register is covered by the staff email only', async () => {
  const admin = await openAdmin();
  const student = await openStudent(portal);
  const classId = await addClassOn(portal, '2026-11-17');
  expect((await admin.register(student, 5, classId)).status).toBe(200);
  expect(await mailsAfter(5, student)).toHaveLength(1);
});

test('sending the email again shows the current times, until the classes are over', async () => {
  const student = await openStudent(portal);
  const [five = 0] = await choose(student, '2026-11-17');
  await mailsAfter(5, student);
  await student.reschedule(five, await addClassOn(portal, '2026-11-19', '9AM'));
  const { rows } = await portal.database.execute<{ id: number }>(
    `select id from sent_messages where kind = 'choices' and person_id = ${student.id}`,
  );
  const sendAgain = async () =>
    (await openAdmin()).post(`/api/admin/messages/${rows[0]?.id}/send-again`);
  expect((await sendAgain()).status).toBe(200);
  const mails = await mailsAfter(1, student);
  expect(mails.map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Class 5: Thursday, November 19, 2026, 9:00 AM PT\n'),
  );
  portal.clock.moveTo(new Date('2026-11-19T19:00:00Z'));
  expect((await sendAgain()).status).toBe(409);
});
