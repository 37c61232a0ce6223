import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf, tokenIn } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { alreadyDid } from '../../../tests/support/limits.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import {
  addClassOn,
  clearClasses,
  openScheduledStudent,
  openStudent,
  resetAccount,
} from '../../../tests/support/students.ts';
import { auditLog, people, sentMessages } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let reminders: ReturnType<typeof remindersOf>;

beforeAll(async () => {
  portal = await openPortal();
  reminders = remindersOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await clearClasses(portal);
  await openAdmin();
});

const finishJobs = () => meetingsOf(portal).finishJobs();
async function sendAgain(id: number) {
  await openAdmin();
  return admin.post(`/api/admin/messages/${id}/send-again`);
}
async function openAdmin() {
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
}

async function noted(personId: number, kind: string, channel: 'email' | 'text' = 'email') {
  await finishJobs();
  const [found] = await portal.database
    .select()
    .from(sentMessages)
    .where(
      and(
        eq(sentMessages.personId, personId),
        eq(sentMessages.kind, kind),
        eq(sentMessages.channel, channel),
      ),
    )
    .orderBy(desc(sentMessages.id));
  if (!found) throw new Error(`no ${kind} was sent`);
  return found;
}

async function mailsTo(email: string) {
  await finishJobs();
  return (await outboxOf(portal)).toReversed().filter(({ to }) => to === email);
}

async function moveClass(classId: number, date: string, timeSlot: string) {
  const body = { pacificDate: `${date}T12:00:00`, timeSlot, classType: 'Weekly' };
  const moved = await admin.patch(`/api/classes/${classId}`, { ...body, dayOfWeek: 'Tuesday' });
  expect(moved.status).toBe(200);
}

test('a message about a moved class is sent again with the current time', async () => {
  const classId = await addClassOn(portal, '2026-11-24');
  const student = await reminders.openTextedStudent();
  await student.choose(classId);
  await moveClass(classId, '2026-11-24', '5PM');
  const [mail, text] = [
    await noted(student.id, 'class-moved'),
    await noted(student.id, 'class-moved', 'text'),
  ];
  expect(mail.subject).toBe('Your new time for Class 5');
  await moveClass(classId, '2026-11-24', '6PM');
  const before = (await mailsTo(student.email)).length;
  expect((await sendAgain(mail.id)).body).toEqual({
    message: `We’re sending it again to ${student.email}.`,
  });
  expect((await sendAgain(text.id)).body.message).toContain(student.phone);
  const mails = await mailsTo(student.email);
  expect(mails).toHaveLength(before + 1);
  expect(mails.at(-1)?.text).toContain('6:00 PM');
  const texts = await reminders.textsTo(student.phone);
  expect(texts).toHaveLength(3);
  expect(texts.at(-1)).toContain('6:00 PM');
  const [entry] = await portal.database
    .select()
    .from(auditLog)
    .where(
      and(eq(auditLog.subject, `person:${student.id}`), eq(auditLog.action, 'message: sent again')),
    )
    .orderBy(auditLog.id);
  expect(entry?.after).toEqual({ message: 'Class moved', channel: 'email' });

  await moveClass(classId, '2026-11-24', '4PM');
  portal.clock.moveOn(61_000);
  const { status, body } = await sendAgain(mail.id);
  expect([status, body.message]).toEqual([409, expect.stringContaining('out of date')]);
});

test('pressing twice within a minute sends one message', async () => {
  const student = await openScheduledStudent(portal);
  const { id } = await noted(student.id, 'schedule');
  const answers = await Promise.all([1, 2, 3].map(() => sendAgain(id)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const schedules = async () =>
    (await mailsTo(student.email)).filter(({ subject }) => subject?.includes('class schedule'));
  expect(await schedules()).toHaveLength(2);
  portal.clock.moveOn(61_000);
  await sendAgain(id);
  expect(await schedules()).toHaveLength(3);
});

test('a cleared schedule is not sent again; the notice about it is, until new times are picked', async () => {
  const student = await openScheduledStudent(portal);
  const schedule = await noted(student.id, 'schedule');
  await resetAccount(portal, student);
  const refused = await sendAgain(schedule.id);
  expect(refused.status).toBe(409);
  expect(refused.body.message).toBe('This message is out of date, so we didn’t send it.');
  const cleared = await noted(student.id, 'account-reset');
  const before = (await mailsTo(student.email)).length;
  expect((await sendAgain(cleared.id)).status).toBe(200);
  expect(await mailsTo(student.email)).toHaveLength(before + 1);
  portal.clock.moveOn(61_000);
  await student.choose(student.course[0] ?? 0);
  expect((await sendAgain(cleared.id)).body.message).toContain('picked new class times');
});

test('a reminder is sent again until its class begins', async () => {
  const classId = await addClassOn(portal, '2026-11-17');
  const student = await reminders.openTextedStudent();
  await student.choose(classId);
  await reminders.passTo('2026-11-17T00:00:00Z');
  const { id } = await noted(student.id, 'class-day', 'text');
  await sendAgain(id);
  await finishJobs();
  expect(await reminders.textsTo(student.phone)).toHaveLength(2);
  portal.clock.moveTo(new Date('2026-11-17T23:30:00Z'));
  await sendAgain(id);
  await finishJobs();
  expect((await reminders.textsTo(student.phone)).at(-1)).toContain('Class 5 is today at 4:00 PM');
  portal.clock.moveTo(new Date('2026-11-18T00:05:00Z'));
  const { status, body } = await sendAgain(id);
  expect([status, body.message]).toEqual([409, 'This class is over, so we didn’t send anything.']);
});

test('a text waits for morning, and is refused without consent or number', async () => {
  const classId = await addClassOn(portal, '2026-11-24');
  const student = await reminders.openTextedStudent();
  await student.choose(classId);
  await moveClass(classId, '2026-11-24', '5PM');
  const { id } = await noted(student.id, 'class-moved', 'text');
  portal.clock.moveTo(new Date('2026-11-17T07:00:00Z'));
  expect((await sendAgain(id)).body.message).toContain('it will go out at 7:00 AM PT');
  await reminders.reply(student.phone, 'STOP');
  portal.clock.moveTo(new Date('2026-11-17T19:00:00Z'));
  const stopped = await sendAgain(id);
  expect(stopped.status).toBe(409);
  expect(stopped.body.message).toContain('Only they can');
  await portal.database.update(people).set({ phone: null }).where(eq(people.id, student.id));
  expect((await sendAgain(id)).body.message).toBe('This person no longer has a phone number.');
  const texts = await reminders.textsTo(student.phone);
  expect(texts.filter((text) => text.includes('Class 5'))).toHaveLength(1);
});

test('a welcome and a login link are sent again with new links that no one else sees', async () => {
  const student = await openStudent(portal);
  const sent = await admin.post(`/api/admin/people/${student.id}/send-login-link`, { by: 'email' });
  expect(sent.body.message).toBe(
    `A login link is on its way to ${student.email}. It works once and expires in 24 hours.`,
  );
  const first = await messageTo(portal, student.email);
  expect(first.text).toContain('expires in 24 hours');
  const { id } = await noted(student.id, 'login-link');
  portal.clock.moveOn(2 * 60_000);
  const again = await sendAgain(id);
  expect(JSON.stringify(again.body)).not.toContain('token');
  const second = await messageTo(portal, student.email, 1);
  const open = (token: string) =>
    openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(tokenIn(second)).not.toBe(tokenIn(first));
  portal.clock.moveOn(23 * 60 * 60_000);
  expect((await open(tokenIn(first))).body.user.email).toBe(student.email);
  expect((await open(tokenIn(second))).body.user.email).toBe(student.email);
});

test('unknown messages, and messages to deactivated people, are not sent again', async () => {
  const student = await openStudent(portal);
  const [old] = await portal.database
    .insert(sentMessages)
    .values({
      key: `class move 1 of registration ${student.id}`,
      personId: student.id,
      kind: 'class-moved',
      about: { of: 'an earlier version' },
      channel: 'email',
      recipient: student.email,
      status: 'sent',
      createdAt: portal.clock.now(),
    })
    .returning();
  const refused = await sendAgain(old?.id ?? 0);
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'We no longer know what this message was about, so we can’t send it again.',
  ]);
  expect((await sendAgain(999_999)).status).toBe(404);
  await portal.database
    .update(people)
    .set({ deactivatedAt: portal.clock.now() })
    .where(eq(people.id, student.id));
  expect((await sendAgain(old?.id ?? 0)).body.message).toContain('This person is deactivated');
});

test('one person gets at most ten messages an hour this way', async () => {
  const student = await openScheduledStudent(portal);
  const { id } = await noted(student.id, 'schedule');
  await alreadyDid(portal, 'messages to one person', 9, student.id);
  const statuses: number[] = [];
  for (let n = 0; n < 2; n += 1) {
    portal.clock.moveOn(61_000);
    statuses.push((await sendAgain(id)).status);
  }
  expect(statuses).toEqual([200, 429]);
});
