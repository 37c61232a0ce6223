import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, outboxOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { addClassOn, clearClasses, openStudent } from '../../../tests/support/students.ts';
import { attendance, auditLog, broadcasts, sentMessages } from '../database/schema.ts';
import { deleteOldRecordsJob } from '../jobs/delete-old-records.ts';
import { layOutMail } from '../messages/mail-layout.ts';
import { DAY_MS } from '../platform/clock.ts';
import { broadcastMail, writtenParts } from './messages.ts';

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
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});

const draft = {
  audience: 'registered',
  subject: 'Please bring a cushion',
  body: 'We sit on the floor.\n\nBring a cushion.',
  textBody: '',
};
const send = (classId: number, change: object = {}) =>
  admin.post(`/api/admin/classes/${classId}/messages`, { ...draft, key: randomUUID(), ...change });
const preview = (classId: number, change: object = {}) =>
  admin.post(`/api/admin/classes/${classId}/messages/preview`, { ...draft, ...change });

async function openClass() {
  const classId = await addClassOn(portal, '2026-11-24');
  const texted = await reminders.openTextedStudent();
  const plain = await openStudent(portal);
  for (const student of [texted, plain]) await student.choose(classId);
  return { classId, texted, plain };
}
const mailsTo = async (email: string) =>
  (await outboxOf(portal)).filter(({ to }) => to === email).map(({ subject }) => subject);

test('a message goes by email to everyone registered, and by text to those who opted in', async () => {
  const { classId, texted, plain } = await openClass();
  const { body } = await send(classId, { textBody: 'Bring a cushion.' });
  expect(body.message).toBe('Your message is on its way to 2 people.');
  await meetingsOf(portal).finishJobs();
  for (const { email } of [texted, plain]) expect(await mailsTo(email)).toEqual([draft.subject]);
  expect(await reminders.textsTo(texted.phone)).toEqual([
    'Quiet Mornings: Bring a cushion. Reply STOP to end.',
  ]);
  const noted = await portal.database
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.kind, 'broadcast'));
  expect(noted.map(({ channel, personId }) => [channel, personId])).toEqual(
    expect.arrayContaining([
      ['email', texted.id],
      ['email', plain.id],
      ['text', texted.id],
    ]),
  );
});

test('a message with the same key is sent once', async () => {
  const { classId, plain } = await openClass();
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send(classId, { key })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await meetingsOf(portal).finishJobs();
  expect((await send(classId, { key })).status).toBe(200);
  await meetingsOf(portal).finishJobs();
  expect(await mailsTo(plain.email)).toHaveLength(1);
  const entries = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.subject, `class:${classId}`));
  expect(entries).toMatchObject([{ action: 'class: message sent', after: { people: 2 } }]);
});

test('a key that was used for another message is refused, and nothing is sent', async () => {
  const { classId, plain } = await openClass();
  const key = randomUUID();
  await send(classId, { key });
  for (const change of [{ subject: 'Another' }, { body: 'Other' }, { textBody: 'Other' }]) {
    expect((await send(classId, { key, ...change })).status).toBe(409);
  }
  const otherClass = await addClassOn(portal, '2026-12-01');
  expect((await send(otherClass, { key })).status).toBe(409);
  await meetingsOf(portal).finishJobs();
  expect(await mailsTo(plain.email)).toHaveLength(1);
});

test('a message and its key are remembered for a year', async () => {
  const { database, clock, queue } = portal;
  const writtenBy = await meetingsOf(portal).personId('admin@demo.test');
  const keep = async (key: string, days: number) => {
    const writtenAt = new Date(clock.now().getTime() - days * DAY_MS);
    const written = { key, writtenBy, writtenAt, recipients: 1, subject: 'Hello', body: 'Hello' };
    await database.insert(broadcasts).values(written);
  };
  await keep('old', 365.1);
  await keep('young', 364);
  await database.transaction((transaction) => queue.add(transaction, deleteOldRecordsJob, {}));
  await meetingsOf(portal).finishJobs();
  const left = await database
    .select()
    .from(broadcasts)
    .where(inArray(broadcasts.key, ['old', 'young']));
  expect(left.map(({ key }) => key)).toEqual(['young']);
});

test('“came” means the people seen in the class', async () => {
  const { classId, plain, texted } = await openClass();
  const seen = { personId: plain.id, classId, source: 'webhook', recordedAt: testNow } as const;
  await portal.database.insert(attendance).values({ ...seen, status: 'Joined' });
  const { body } = await preview(classId, { audience: 'came' });
  expect(body.mails).toBe(1);
  await send(classId, { audience: 'came' });
  await meetingsOf(portal).finishJobs();
  expect([await mailsTo(plain.email), await mailsTo(texted.email)]).toEqual([[draft.subject], []]);
});

test('the preview shows the email, the text and its segments', async () => {
  const { classId } = await openClass();
  const { body } = await preview(classId, { textBody: 'Bring a cushion.' });
  expect(body.mail.text).toMatch(/^Hello Sam,\n\nWe sit on the floor\.\n\nBring a cushion\.\n/);
  expect(body.text).toEqual({
    body: 'Quiet Mornings: Bring a cushion. Reply STOP to end.',
    segments: 1,
  });
  expect([body.mails, body.texts]).toEqual([2, 1]);
});

test('a message that only looks like a greeting gets one', () => {
  const { hasGreeting } = writtenParts('Good morning classes now begin at 9 AM.');
  expect(hasGreeting).toBe(false);
});

test.each([
  'Hello,\n\nBring a cushion.',
  'Hi everyone! Bring a cushion.',
  'Good morning\nBring it.',
])('no one is greeted twice: %j', (written) => {
  const mail = broadcastMail({ subject: 'x', body: written, startsAt: testNow });
  const { text } = layOutMail(portal.settings, 'Sam', mail);
  expect(text.startsWith(written)).toBe(true);
});

test('texts over three segments and empty audiences are refused', async () => {
  const { classId } = await openClass();
  const long = await preview(classId, { textBody: 'ż'.repeat(220) });
  expect([long.status, long.body.field]).toEqual([400, 'textBody']);
  expect(long.body.message).toMatch(
    /^The text is \d segments long\. Please shorten it to at most 3/,
  );
  const noOne = await send(await addClassOn(portal, '2026-11-25'));
  expect([noOne.status, noOne.body.field]).toEqual([409, 'audience']);
});
