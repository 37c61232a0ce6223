import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, tokenOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { loginTokens, people } from '../database/schema.ts';
import { writeSignInLink } from '../messages/message-link.ts';
import { sendWelcome } from './link-messages.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
beforeAll(async () => {
  portal = await openPortal();
  signIn = signInOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

const hour = 60 * 60 * 1000;

async function giveRole(email: string, role: 'student' | 'alumni' | 'teacher' | 'admin') {
  await portal.database.update(people).set({ role }).where(eq(people.email, email));
}

test('a student who becomes staff has to sign in again, and no older link works', async () => {
  const { email, id } = await openStudent(portal);
  const client = await signIn.signIn(email);
  await portal.database.transaction((transaction) => sendWelcome(portal, transaction, id));
  await signIn.finishJobs();
  const welcome = (await signIn.messagesTo(email)).at(-1);
  await giveRole(email, 'admin');
  expect((await client.get('/api/user')).status).toBe(401);
  const token = new URL(welcome?.links[0] ?? '').searchParams.get('token');
  const opened = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(opened.status).toBe(400);
  const staff = await signIn.signIn(email);
  portal.clock.moveOn(11.9 * hour);
  expect((await staff.get('/api/user')).body.role).toBe('admin');
  portal.clock.moveOn(0.2 * hour);
  expect((await staff.get('/api/user')).status).toBe(401);
});

test('a former teacher has to sign in again, and no older link works', async () => {
  const { email } = await openStudent(portal, { role: 'teacher' });
  const client = await signIn.signIn(email);
  const { token } = await signIn.requestLink(email);
  await giveRole(email, 'alumni');
  expect((await client.get('/api/user')).status).toBe(401);
  const opened = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(opened.status).toBe(400);
});

test('a student who becomes an alumnus, and a teacher who becomes admin, stay signed in', async () => {
  const student = await openStudent(portal);
  const teacher = await openStudent(portal, { role: 'teacher' });
  await giveRole(student.email, 'alumni');
  await giveRole(teacher.email, 'admin');
  expect((await student.get('/api/user')).body.role).toBe('alumni');
  expect((await teacher.get('/api/user')).body.role).toBe('admin');
});

test('someone who signed in while the clock was ahead gets links once it is back', async () => {
  const { email } = await openStudent(portal, { role: 'teacher' });
  await signIn.signIn(email);
  portal.clock.moveOn(26 * hour);
  const { token: ahead } = await signIn.requestLink(email);
  portal.clock.moveTo(testNow);
  const { client, token } = await signIn.requestLink(email);
  expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(email);
  portal.clock.moveOn(26 * hour);
  const opened = await openClient(portal).post('/api/auth/verify', {
    token: ahead,
    confirmed: true,
  });
  expect(opened.status).toBe(400);
});

test('a link or session from the future is worthless once the clock is back by more than its lifetime', async () => {
  const { email } = await openStudent(portal);
  portal.clock.moveOn(31 * 24 * hour);
  const client = await signIn.signIn(email);
  const { token } = await signIn.requestLink(email);
  portal.clock.moveTo(testNow);
  expect((await client.get('/api/user')).status).toBe(401);
  const opened = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(opened.status).toBe(400);
});

test('a newer reminder link doesn’t delay a requested link', async () => {
  const { email, id } = await openStudent(portal);
  portal.clock.moveOn(60_000);
  await writeSignInLink(portal, {
    personId: id,
    about: 'a test',
    redirectTo: '/schedule',
    expiresAt: new Date(portal.clock.now().getTime() + hour),
  });
  portal.clock.moveOn(-30_000);
  const { client, token } = await signIn.requestLink(email);
  expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(email);
});

test('a requested link ends an older reminder link', async () => {
  const { email, id } = await openStudent(portal);
  const link = await writeSignInLink(portal, {
    personId: id,
    about: 'another test',
    redirectTo: '/schedule',
    expiresAt: new Date(portal.clock.now().getTime() + hour),
  });
  portal.clock.moveOn(1000);
  await signIn.requestLink(email);
  const token = tokenOf(link);
  const opened = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(opened.status).toBe(400);
});

test('a retried reminder has the same link while it works, then a new one', async () => {
  const { email, id } = await openStudent(portal);
  const write = () =>
    writeSignInLink(portal, {
      personId: id,
      about: 'a third test',
      redirectTo: '/schedule',
      expiresAt: new Date(portal.clock.now().getTime() + hour),
    });
  const first = await write();
  expect(await write()).toBe(first);
  portal.clock.moveOn(1000);
  await signIn.requestLink(email);
  const token = tokenOf(await write());
  const opened = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
  expect(opened.body.user.email).toBe(email);
});

test('a reminder gets a new link each time the last one was used', async () => {
  const theirs = await Promise.all([openStudent(portal), openStudent(portal)]);
  const written: string[] = [];
  for (const _time of [1, 2, 3]) {
    for (const { id: personId } of theirs) {
      const expiresAt = new Date(portal.clock.now().getTime() + hour);
      const link = { personId, about: `of ${personId}`, redirectTo: '/schedule', expiresAt };
      written.push(await writeSignInLink(portal, link));
      const isTheirs = eq(loginTokens.personId, personId);
      await portal.database.update(loginTokens).set({ endedAt: testNow }).where(isTheirs);
    }
  }
  expect(new Set(written).size).toBe(6);
});

test.each(['admin', 'teacher'] as const)(
  'with STAFF_SIGN_IN=email a link by text signs no %s in, a link by email does, and the response is the same',
  async (role) => {
    await using strict = await openPortal({ environment: { STAFF_SIGN_IN: 'email' } });
    const phone = '+12025552701';
    const staff = await openStudent(strict, { role, phone });
    await openStudent(strict, { phone: '+12025552702' });
    const { ask, finishJobs, messagesTo } = signInOf(strict);
    const refused = await ask(phone);
    const taken = await ask('+12025552702');
    expect([refused.status, refused.body]).toEqual([taken.status, taken.body]);
    await finishJobs();
    expect(await messagesTo(phone)).toEqual([]);
    expect(await messagesTo('+12025552702')).toHaveLength(1);
    const { client, token } = await signInOf(strict).requestLink(staff.email);
    expect((await client.post('/api/auth/verify', { token })).body.user.role).toBe(role);
  },
);

test('by default staff can sign in by text', async () => {
  const phone = '+12025552703';
  const { email } = await openStudent(portal, { role: 'teacher', phone });
  const { client, token } = await signIn.requestLink(phone);
  expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(email);
});
