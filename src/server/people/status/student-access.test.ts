import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../../tests/support/client.ts';
import { testNow } from '../../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import { untilWaiting } from '../../../../tests/support/row-locks.ts';
import { signInOf } from '../../../../tests/support/sign-in.ts';
import { loginTokens } from '../../database/schema.ts';

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

const day = 24 * 60 * 60 * 1000;
let serial = 0;

async function addStudent() {
  serial += 1;
  const student = {
    email: `added-${serial}@example.org`,
    firstName: 'Ada',
    lastName: 'Byron',
    phoneNumber: `+1202555${2600 + serial}`,
    startDate: '2026-11-20',
    role: 'student',
  };
  const { body } = await admin.post('/api/admin/users', student);
  const welcome = await messageTo(portal, student.email);
  return { ...student, id: body.user.id as number, token: tokenIn(welcome) };
}

type Student = Awaited<ReturnType<typeof addStudent>>;

async function edit(
  { id, email, firstName, lastName, phoneNumber, startDate }: Student,
  change = {},
) {
  const body = { email, firstName, lastName, phone: phoneNumber, startDate, textConsent: false };
  const { status } = await admin.patch(`/api/admin/students/${id}`, { ...body, ...change });
  expect(status).toBe(200);
  await signIn.finishJobs();
}

const open = (token: string) =>
  openClient(portal).post('/api/auth/verify', { token, confirmed: true });

test('a welcome link works for seven days', async () => {
  const { token, email } = await addStudent();
  const sentAt = portal.clock.now().getTime();
  portal.clock.moveTo(new Date(sentAt + 7 * day + 60_000));
  expect((await open(token)).status).toBe(400);
  portal.clock.moveTo(new Date(sentAt + 6.9 * day));
  expect((await open(token)).body.user.email).toBe(email);
});

test('correcting the email ends the first welcome link and sends a new one', async () => {
  const student = await addStudent();
  const right = `right-${serial}@example.org`;
  await edit(student, { email: right });
  expect((await open(student.token)).status).toBe(400);
  const welcome = (await signIn.messagesTo(right)).at(-1);
  expect(welcome?.subject).toBe('Welcome to the TM course portal');
  expect(await signIn.messagesTo(student.email)).toHaveLength(1);
  if (welcome) expect((await open(tokenIn(welcome))).body.user.email).toBe(right);
});

test.each(['email', 'phone'])(
  'a corrected %s ends sessions and links, without a second welcome for someone who has signed in',
  async (field) => {
    const student = await addStudent();
    const client = await signIn.signIn(student.email);
    const { token } = await signIn.requestLink(student.email);
    const corrected = { email: `other-${serial}@example.org`, phone: `+1202555${2650 + serial}` };
    const to = field === 'email' ? corrected.email : student.email;
    const seen = (await signIn.messagesTo(to)).length;
    await edit(student, { [field]: corrected[field as 'email' | 'phone'] });
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await open(token)).status).toBe(400);
    const added = (await signIn.messagesTo(to)).slice(seen);
    expect(added.filter(({ subject }) => subject.startsWith('Welcome'))).toEqual([]);
  },
);

test('someone who has used their welcome link gets no second welcome', async () => {
  const student = await addStudent();
  expect((await open(student.token)).body.user.email).toBe(student.email);
  const right = `right-${serial}@example.org`;
  await edit(student, { email: right });
  const subjects = (await signIn.messagesTo(right)).map(({ subject }) => subject);
  expect(subjects).toEqual(['Your sign-in details have changed']);
});

test('a link used while the email is being corrected leaves no session behind', async () => {
  const student = await addStudent();
  const { client, token } = await signIn.requestLink(student.email);
  const { spent, edited } = await portal.database.transaction(async (holder) => {
    const isTheirs = eq(loginTokens.personId, student.id);
    await holder.select().from(loginTokens).where(isTheirs).for('update');
    const spent = client.post('/api/auth/verify', { token });
    await untilWaiting(portal, 1);
    const edited = edit(student, { email: `late-${serial}@example.org` });
    await untilWaiting(portal, 2);
    return { spent, edited };
  });
  expect((await spent).status).toBe(200);
  await edited;
  expect((await client.get('/api/user')).status).toBe(401);
});

test('signing in with a copied link does not count: the corrected address gets a welcome', async () => {
  const student = await addStudent();
  const { body } = await admin.post(`/api/admin/people/${student.id}/login-link`);
  const token = new URL(body.loginLink, portal.url).searchParams.get('token') ?? '';
  expect((await open(token)).status).toBe(200);
  const right = `right-${serial}@example.org`;
  await edit(student, { email: right });
  expect((await signIn.messagesTo(right)).at(-1)?.subject).toBe('Welcome to the TM course portal');
});

test('correcting the phone before the first sign-in ends the welcome link and sends a new one', async () => {
  const student = await addStudent();
  await edit(student, { phone: '' });
  expect((await open(student.token)).status).toBe(400);
  const welcomes = await signIn.messagesTo(student.email);
  expect(welcomes).toHaveLength(2);
  const [, second] = welcomes;
  if (second) expect((await open(tokenIn(second))).body.user.email).toBe(student.email);
});

test('an edit that keeps email and phone keeps sessions and links', async () => {
  const student = await addStudent();
  const client = await signIn.signIn(student.email);
  const { token } = await signIn.requestLink(student.email);
  await edit(student, { firstName: 'Augusta', email: student.email.toUpperCase() });
  expect((await client.get('/api/user')).body.firstName).toBe('Augusta');
  expect((await open(token)).status).toBe(200);
});

test('LOGIN_LINKS_FOR=admin hides other people’s login links from teachers', async () => {
  await using strict = await openPortal({ environment: { LOGIN_LINKS_FOR: 'admin' } });
  const clientOf = async (email: 'admin@demo.test' | 'teacher@demo.test') => {
    const [, session = ''] = (await strict.cookieOf(email)).split('=');
    return openClient(strict, { session });
  };
  const [boss, teacher] = [await clientOf('admin@demo.test'), await clientOf('teacher@demo.test')];
  for (const role of ['student', 'alumni']) {
    await boss.post('/api/admin/users', {
      email: `${role}@example.org`,
      firstName: 'Ada',
      lastName: 'Byron',
      startDate: '2026-11-20',
      role,
    });
  }
  const linksFor = async (client: typeof boss) => {
    const students = (await client.get('/api/students')).body;
    const alumni = (await client.get('/api/alumni?page=1&search=example.org')).body.data;
    return [...students, ...alumni]
      .filter(({ email }) => email.endsWith('@example.org'))
      .map(({ loginLink }) => loginLink);
  };
  expect(await linksFor(teacher)).toEqual([null, null]);
  expect(await linksFor(boss)).toEqual(Array(2).fill(expect.stringMatching(/^\/verify\?token=/)));
});
