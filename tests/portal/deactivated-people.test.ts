import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sendWelcome } from '../../src/server/accounts/index.ts';
import { loginTokens, people, sessions } from '../../src/server/database/schema.ts';
import { deriveToken } from '../../src/server/platform/tokens.ts';
import { openClient, outboxOf } from '../support/client.ts';
import { testNow } from '../support/clock.ts';
import { openPortal, type Portal } from '../support/portal.ts';
import { remindersOf } from '../support/reminders.ts';
import { untilWaiting } from '../support/row-locks.ts';
import { signInOf } from '../support/sign-in.ts';
import { addClassOn, clearClasses, openStudent, resetAccount } from '../support/students.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  signIn = signInOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});

const deactivate = (id: number, database: Pick<Portal['database'], 'update'> = portal.database) =>
  database.update(people).set({ deactivatedAt: portal.clock.now() }).where(eq(people.id, id));

const open = (token: string) =>
  openClient(portal).post('/api/auth/verify', { token, confirmed: true });

test('deactivating a person ends their sessions and links', async () => {
  const student = await openStudent(portal);
  const client = await signIn.signIn(student.email);
  const { token } = await signIn.requestLink(student.email);
  await deactivate(student.id);
  expect((await client.get('/api/user')).status).toBe(401);
  expect(await open(token)).toMatchObject({
    status: 400,
    body: { message: 'Invalid or expired token' },
  });
});

test('a link used during deactivation leaves no session', async () => {
  const { id, email } = await openStudent(portal);
  const { token } = await signIn.requestLink(email);
  const { opened } = await portal.database.transaction(async (transaction) => {
    await deactivate(id, transaction);
    const opened = open(token);
    await untilWaiting(portal);
    return { opened };
  });
  expect((await opened).status).toBe(400);
  expect(await portal.database.$count(sessions, eq(sessions.personId, id))).toBe(0);
});

test('a deactivated person who requests a link gets the same response as a stranger, and no link', async () => {
  const { id, email } = await openStudent(portal, { phone: '+12025550177' });
  await deactivate(id);
  const unknown = await openClient(portal).post('/api/auth/login', { email: 'nobody@demo.test' });
  for (const identifier of [email, '+12025550177']) {
    const asked = await openClient(portal).post('/api/auth/login', { email: identifier });
    expect([asked.status, asked.body]).toEqual([unknown.status, unknown.body]);
  }
  await signIn.finishJobs();
  expect(await signIn.messagesTo(email)).toEqual([]);
  expect(await signIn.messagesTo('+12025550177')).toEqual([]);
  expect(await portal.database.$count(loginTokens, eq(loginTokens.personId, id))).toBe(0);
});

test('a link created after deactivation is neither sent nor accepted', async () => {
  const { id, email } = await openStudent(portal);
  await deactivate(id);
  await portal.database.transaction((transaction) => sendWelcome(portal, transaction, id));
  await signIn.finishJobs();
  expect(await signIn.messagesTo(email)).toEqual([]);
  const [made] = await portal.database
    .select()
    .from(loginTokens)
    .where(eq(loginTokens.personId, id));
  const token = deriveToken(portal.settings.linkKey, made?.nonce ?? Buffer.alloc(0));
  const unconfirmed = await openClient(portal).post('/api/auth/verify', { token });
  expect(unconfirmed.status, 'and nothing is said of whose it is').toBe(400);
  expect((await open(token)).status).toBe(400);
});

test('a link that staff copied stops working when that staff member is deactivated', async () => {
  const student = await openStudent(portal);
  const teacher = await openStudent(portal, { role: 'teacher' });
  const { body } = await teacher.post(`/api/admin/people/${student.id}/login-link`);
  const token = new URL(body.loginLink, portal.url).searchParams.get('token') ?? '';
  await deactivate(teacher.id);
  expect((await open(token)).status).toBe(400);
});

test('no login link can be copied for a deactivated person', async () => {
  const { id } = await openStudent(portal);
  await deactivate(id);
  expect((await admin.post(`/api/admin/people/${id}/login-link`)).status).toBe(404);
});

test('deactivated students, alumni and instructors are in no list', async () => {
  const student = await openStudent(portal);
  const alumnus = await openStudent(portal, { role: 'alumni' });
  const teacher = await openStudent(portal, { role: 'teacher' });
  const listed = async () => {
    const lists = [
      (await admin.get('/api/students')).body,
      (await admin.get(`/api/alumni?search=${alumnus.email}`)).body.data,
      (await admin.get('/api/instructors')).body,
    ];
    const ids = lists.flat().map(({ id }) => id);
    return [student, alumnus, teacher].filter(({ id }) => ids.includes(id)).length;
  };
  expect(await listed()).toBe(3);
  for (const { id } of [student, alumnus, teacher]) await deactivate(id);
  expect(await listed()).toBe(0);
});

test('a deactivated instructor keeps a moved class but gets no new one', async () => {
  await clearClasses(portal);
  const teacher = await openStudent(portal, { role: 'teacher' });
  const fields = { timeSlot: '4PM', dayOfWeek: 'Friday', classType: 'Weekly' };
  const add = (date: string) =>
    admin.post('/api/classes/test', {
      ...fields,
      pacificDate: `${date}T12:00:00`,
      startTime: `${date}T23:00:00Z`,
      weekIndex: 0,
      totalCount: 1,
      instructorId: teacher.id,
    });
  const { body: made } = await add('2027-01-15');
  await deactivate(teacher.id);
  expect(await add('2027-01-22')).toMatchObject({
    status: 400,
    body: { message: 'Please choose an instructor from the list.' },
  });
  const moved = { ...fields, pacificDate: '2027-01-29T12:00:00' };
  const edit = (classId: number) =>
    admin.patch(`/api/classes/${classId}`, { ...moved, instructorId: teacher.id });
  expect((await edit(made.id)).status).toBe(200);
  expect((await edit(await addClassOn(portal, '2027-02-05'))).status).toBe(400);
});

test('a deactivated person gets no reminders and no news of a moved class', async () => {
  await clearClasses(portal);
  const reminders = remindersOf(portal);
  const student = await reminders.openTextedStudent();
  const alumnus = await reminders.openTextedStudent({ role: 'alumni' });
  const classId = await addClassOn(portal, '2026-11-24');
  await student.choose(classId);
  await signIn.finishJobs();
  for (const { id } of [student, alumnus]) await deactivate(id);
  const theirs = [student, alumnus].flatMap(({ email, phone }) => [email, phone]);
  const messages = async () => (await outboxOf(portal)).filter(({ to }) => theirs.includes(to));
  const seen = await messages();
  const moved = { timeSlot: '6PM', dayOfWeek: 'Tuesday', classType: 'Weekly' };
  const edited = await admin.patch(`/api/classes/${classId}`, {
    ...moved,
    pacificDate: '2026-11-24T12:00:00',
  });
  expect(edited.status).toBe(200);
  await reminders.passTo('2026-11-23T18:30:00Z');
  await reminders.passTo('2026-11-23T18:05:00-08:00');
  expect(await messages()).toEqual(seen);
  const [first] = await reminders.planned(student.id);
  expect(first).toMatchObject({ kind: 'class-day', outcome: 'deactivated' });
  expect(await reminders.planned(alumnus.id)).toEqual([]);
});

test('an email that is queued at deactivation is not sent', async () => {
  await using waiting = await openPortal({ runsJobs: false });
  const student = await openStudent(waiting);
  await student.choose(await addClassOn(waiting, '2026-11-24'));
  expect((await resetAccount(waiting, student)).body.accountReset).toBe(true);
  await deactivate(student.id, waiting.database);
  await waiting.startJobs();
  await signInOf(waiting).finishJobs();
  expect(await signInOf(waiting).messagesTo(student.email)).toEqual([]);
});

test('a deactivated person’s calendar URL returns not found', async () => {
  const student = await openStudent(portal);
  const { subscribeUrl } = (await student.post('/api/calendar/renew')).body;
  const fetched = async () => (await fetch(subscribeUrl)).status;
  expect(await fetched()).toBe(200);
  await deactivate(student.id);
  expect(await fetched()).toBe(404);
});
