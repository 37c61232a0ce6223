import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import type { AuditEntry } from '../../contract/history.ts';
import { JOURNEY_GROUPS } from '../../course/journey-groups.ts';
import { auditLog, people, sentMessages } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
let reminders: ReturnType<typeof remindersOf>;
beforeAll(async () => {
  portal = await openPortal();
  reminders = remindersOf(portal);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

const finishJobs = () => meetingsOf(portal).finishJobs();
const listed = async (query: string) =>
  (await admin.get(`/api/admin/journey/people?${query}`)).body;
const neverChose = { group: 'never-chose', search: '' } as const;
const draft = { subject: 'Your classes', body: 'Please choose.\n\nIt is quick.', textBody: '' };
const send = (audience: object, change: object = {}) =>
  admin.post('/api/admin/journey/messages', { ...draft, key: randomUUID(), audience, ...change });
const sendLinks = (audience: object, key = randomUUID()) =>
  admin.post('/api/admin/journey/login-links', { audience, key });
const mailsTo = async (email: string) =>
  (await signInOf(portal).messagesTo(email)).map(({ subject }) => subject);
const audited = (action: string) =>
  portal.database.select().from(auditLog).where(eq(auditLog.action, action));

test('the board’s counts match its lists', async () => {
  const { body } = await admin.get('/api/admin/journey');
  expect(body.students).toBeGreaterThan(30);
  for (const group of JOURNEY_GROUPS) {
    const { pagination } = await listed(`group=${group}`);
    expect([group, pagination.total]).toEqual([group, body.groups[group]]);
  }
});

test('a list has each person’s date, next class and last sign-in', async () => {
  const { people: missed } = await listed('group=missed&search=marcus');
  expect(missed).toMatchObject([
    {
      firstName: 'Marcus',
      email: 'mid-course@demo.test',
      nextClass: { classNumber: expect.any(Number) },
      missed: 1,
      lastSignInAt: expect.any(String),
    },
  ]);
  expect(Date.parse(missed[0].since)).toBeLessThan(testNow.getTime());
});

test('a person leaves a group when they act, or are deactivated', async () => {
  const student = await openStudent(portal, { firstName: 'Leander' });
  const find = async (group: string) =>
    (await listed(`group=${group}&search=leander`)).pagination.total;
  expect([await find('never-chose'), await find('never-signed-in')]).toEqual([1, 1]);
  await signInOf(portal).signIn(student.email);
  expect([await find('never-chose'), await find('never-signed-in')]).toEqual([1, 0]);
  await meetingsOf(portal).register(
    student.id,
    await meetingsOf(portal).addClass('2026-11-25T23:00:00Z'),
    5,
  );
  expect([await find('never-chose'), await find('choosing')]).toEqual([0, 1]);
  await portal.database
    .update(people)
    .set({ deactivatedAt: testNow })
    .where(eq(people.id, student.id));
  expect(await find('choosing')).toBe(0);
});

test('a sign-in with a link copied by staff does not count as theirs', async () => {
  const student = await openStudent(portal);
  const { body } = await admin.post(`/api/admin/people/${student.id}/login-link`);
  const token = new URL(body.loginLink, portal.url).searchParams.get('token');
  const browser = openClient(portal);
  expect((await browser.post('/api/auth/verify', { token, confirmed: true })).status).toBe(200);
  const [person] = await portal.database.select().from(people).where(eq(people.id, student.id));
  expect(person?.lastSignInAt).toBeNull();
});

test('a message to selected people goes by email, by text to those who opted in, and is logged', async () => {
  const texted = await reminders.openTextedStudent();
  const plain = await openStudent(portal);
  const other = await openStudent(portal);
  const audience = { ...neverChose, ids: [texted.id, plain.id] };
  const { body: preview } = await admin.post('/api/admin/journey/messages/preview', {
    ...draft,
    audience,
    textBody: 'Please choose.',
  });
  expect(preview).toMatchObject({ mails: 2, texts: 1, minutes: 1, text: { segments: 1 } });
  expect(preview.mail.text).toMatch(/^Hello Sam,\n\nPlease choose\.\n\nIt is quick\.\n/);
  const { body } = await send(audience, { textBody: 'Please choose.' });
  expect(body.message).toBe('Your message is on its way to 2 people.');
  await finishJobs();
  for (const { email } of [texted, plain]) expect(await mailsTo(email)).toEqual(['Your classes']);
  expect(await mailsTo(other.email)).toEqual([]);
  expect(await reminders.textsTo(texted.phone)).toEqual([
    'Quiet Mornings: Please choose. Reply STOP to end.',
  ]);
  const noted = await portal.database
    .select()
    .from(sentMessages)
    .where(inArray(sentMessages.personId, [texted.id, plain.id]));
  expect(noted.map(({ channel, kind }) => [channel, kind])).toEqual(
    expect.arrayContaining([
      ['email', 'broadcast'],
      ['text', 'broadcast'],
    ]),
  );
  const mail = noted.find(({ channel, personId }) => channel === 'email' && personId === plain.id);
  portal.clock.moveOn(2 * 60_000);
  expect((await admin.post(`/api/admin/messages/${mail?.id}/send-again`)).status).toBe(200);
  await finishJobs();
  expect(await mailsTo(plain.email)).toEqual(['Your classes', 'Your classes']);
  expect(await audited('journey: message sent')).toMatchObject([
    {
      subject: 'journey:never-chose',
      after: { group: 'never-chose', people: 2, isTicked: true, subject: 'Your classes' },
    },
  ]);
  const { body: log } = await admin.get('/api/admin/audit?kind=messages');
  const about = log.entries.map((entry: AuditEntry) => entry.subject.name);
  expect(about).toContain('Journey: No classes chosen');
});

test('a message sent twice with one key goes out once', async () => {
  const student = await openStudent(portal);
  const audience = { ...neverChose, ids: [student.id] };
  const key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => send(audience, { key })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  await finishJobs();
  // Repeating the request works even if no one is left in the group.
  const world = meetingsOf(portal);
  await world.register(student.id, await world.addClass('2026-11-27T23:00:00Z'), 5);
  expect((await send(audience, { key })).body.message).toBe(
    'Your message is on its way to 1 person.',
  );
  await finishJobs();
  expect(await mailsTo(student.email)).toHaveLength(1);
});

test('people who left the group, were deactivated or said STOP get no message', async () => {
  const [left, gone] = [await openStudent(portal), await openStudent(portal)];
  const stopped = await reminders.openTextedStudent();
  const ids = [left.id, gone.id, stopped.id];
  await reminders.setConsent(stopped.id, false);
  await meetingsOf(portal).register(
    left.id,
    await meetingsOf(portal).addClass('2026-11-26T23:00:00Z'),
    5,
  );
  await portal.database
    .update(people)
    .set({ deactivatedAt: testNow })
    .where(eq(people.id, gone.id));
  const { body } = await send({ ...neverChose, ids }, { textBody: 'Please choose.' });
  expect(body.message).toBe('Your message is on its way to 1 person.');
  await finishJobs();
  expect(await mailsTo(left.email)).toEqual([]);
  expect(await reminders.textsTo(stopped.phone)).toEqual([]);
  const noOne = await send({ ...neverChose, ids: [left.id] });
  expect([noOne.status, noOne.body.message]).toEqual([409, 'There’s no one to write to.']);
});

test('a list is paged by 20, and filtered by flag and search', async () => {
  const names = Array.from({ length: 23 }, (_, at) => at);
  for (const at of names)
    await openStudent(portal, { firstName: 'Benedikta', lastName: `No ${at}` });
  const { people: first, pagination } = await listed('group=never-chose&search=benedikta');
  expect([first.length, pagination]).toEqual([20, { page: 1, totalPages: 2, total: 23 }]);
  const { people: last } = await listed('group=never-chose&search=benedikta&page=99');
  expect(last).toHaveLength(3);
  const audience = { group: 'never-chose', only: 'never-signed-in', search: 'benedikta' };
  const { body } = await send(audience);
  expect(body.message).toBe('Your message is on its way to 23 people.');
  const jobs = await meetingsOf(portal).waits('mail-broadcast');
  expect(Math.max(...jobs)).toBeGreaterThan(30);
});

test('people who never signed in get a welcome link that works for days', async () => {
  const [fresh, known] = [await openStudent(portal), await openStudent(portal)];
  await signInOf(portal).signIn(known.email);
  const key = randomUUID();
  const audience = { ...neverChose, ids: [fresh.id, known.id] };
  const answers = [await sendLinks(audience, key), await sendLinks(audience, key)];
  expect(answers.map(({ body }) => body.message)).toEqual([
    'Login links are on their way to 2 people.',
    'Login links are on their way to 2 people.',
  ]);
  await finishJobs();
  expect(await mailsTo(fresh.email)).toEqual([expect.stringMatching(/^Welcome to the/)]);
  expect(await mailsTo(known.email)).toEqual([
    'Your link to the course portal',
    'Your link to the course portal',
  ]);
  expect(await audited('journey: login links sent')).toMatchObject([
    { after: { people: 2, group: 'never-chose' } },
  ]);
  const kinds = await portal.database
    .select({ kind: sentMessages.kind })
    .from(sentMessages)
    .where(eq(sentMessages.personId, known.id))
    .orderBy(sentMessages.kind);
  expect(kinds).toEqual([{ kind: 'login-link' }, { kind: 'unasked-link' }]);
});

test('invalid groups are refused', async () => {
  for (const query of ['group=everybody', 'group=missed&only=weekly', '']) {
    expect((await admin.get(`/api/admin/journey/people?${query}`)).status).toBe(400);
  }
  expect((await send({ ...neverChose, ids: [] })).status).toBe(400);
  const long = await send(neverChose, { textBody: 'ż'.repeat(220) });
  expect([long.status, long.body.field]).toEqual([400, 'textBody']);
});

test('the export has everyone in the list, and is logged', async () => {
  await openStudent(portal, { firstName: '=Formula', lastName: 'Exported' });
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const answer = await fetch(
    `${portal.url}/api/admin/journey/people.csv?group=never-chose&search=exported`,
    { headers: { cookie: `session=${session}` } },
  );
  expect(answer.headers.get('content-disposition')).toContain('never-chose.csv');
  const [head, row, ...rest] = (await answer.text()).trim().split('\r\n');
  expect(head).toBe(
    'first_name,last_name,email,phone,since,next_class,next_class_number,last_sign_in,missed',
  );
  expect(row).toMatch(/^'=Formula,Exported,student-\d+@school\.test,,2026-.*,0$/);
  expect(rest).toEqual([]);
  expect(await audited('list: exported')).toMatchObject([
    { subject: 'list:journey never-chose', after: { people: 1 } },
  ]);
});
