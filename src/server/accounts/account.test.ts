import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf, tokenIn } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import type { DemoEmail } from '../../demo/people.ts';
import { auditLog, people, sessions } from '../database/schema.ts';

const hour = 60 * 60 * 1000;
const nora = 'new-student@demo.test';
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
// Each test runs a month after the previous one, when earlier sessions have expired.
let month = 0;
beforeEach(() => {
  month += 1;
  portal.clock.moveTo(new Date(testNow.getTime() + month * 31 * 24 * hour));
});

async function signedIn(email: DemoEmail) {
  const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
  return openClient(portal, { [name]: value });
}

async function idOf(email: string) {
  const [person] = await portal.database.select().from(people).where(eq(people.email, email));
  return person?.id ?? 0;
}

async function linkTo(email: string) {
  const seen = (await outboxOf(portal)).filter(({ to }) => to === email).length;
  const client = openClient(portal);
  await client.post('/api/auth/login', { email });
  return { client, token: tokenIn(await messageTo(portal, email, seen)) };
}

async function newestAudit() {
  const [row] = await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1);
  return row;
}

test('people see where they are signed in and which device is this one', async () => {
  const { client, token } = await linkTo(nora);
  await client.post('/api/auth/verify', { token }, { 'user-agent': iPhone });
  const startedAt = portal.clock.now();
  portal.clock.moveOn(2 * hour);
  const other = await signedIn(nora);
  await signedIn('admin@demo.test');
  const { body } = await other.get('/api/account');
  expect(body.sessions).toMatchObject([
    { device: 'Unknown browser', isCurrent: true },
    { device: 'Safari on iPhone', isCurrent: false },
  ]);
  const since = Date.parse(body.sessions[1].startedAt) - startedAt.getTime();
  expect(Math.abs(since)).toBeLessThan(60_000);
});

test('expired sessions, and those older than the role allows, are not listed', async () => {
  const teacher = await signedIn('teacher@demo.test');
  const whereTeacher = eq(people.email, 'teacher@demo.test');
  await portal.database
    .update(people)
    .set({ role: 'student', startDate: '2026-11-01' })
    .where(whereTeacher);
  await signedIn('teacher@demo.test');
  portal.clock.moveOn(12.1 * hour);
  await portal.database.update(people).set({ role: 'teacher' }).where(whereTeacher);
  const fresh = await signedIn('teacher@demo.test');
  expect((await fresh.get('/api/account')).body.sessions).toMatchObject([{ isCurrent: true }]);
  expect((await teacher.get('/api/account')).status).toBe(401);
});

test('the user agent is stored without control characters, up to 300 characters', async () => {
  const { client, token } = await linkTo(nora);
  await client.post('/api/auth/verify', { token }, { 'user-agent': `a\tb${'c'.repeat(400)}` });
  const [row] = await portal.database.select().from(sessions).orderBy(desc(sessions.startedAt));
  expect(row?.userAgent).toBe(`ab${'c'.repeat(298)}`);
});

test('a session’s last-seen time is written once an hour', async () => {
  const client = await signedIn(nora);
  const lastSeen = async () => {
    const [row] = await portal.database.select().from(sessions).orderBy(desc(sessions.startedAt));
    return row?.lastSeenAt?.getTime() ?? 0;
  };
  const atStart = await lastSeen();
  portal.clock.moveOn(0.9 * hour);
  await client.get('/api/user');
  expect(await lastSeen()).toBe(atStart);
  portal.clock.moveOn(0.2 * hour);
  await client.get('/api/user');
  expect(await lastSeen()).toBeGreaterThan(atStart + hour);
});

test('signing out everywhere ends all sessions and unused links of that person only', async () => {
  const link = await linkTo(nora);
  const [here, there] = [await signedIn(nora), await signedIn(nora)];
  const other = await signedIn('mid-course@demo.test');
  expect((await here.post('/api/account/sign-out-everywhere')).status).toBe(200);
  expect(here.cookies.session).toBeUndefined();
  expect((await there.get('/api/user')).status).toBe(401);
  expect((await other.get('/api/user')).status).toBe(200);
  const spent = await link.client.post('/api/auth/verify', { token: link.token });
  expect(spent.status).toBe(400);
  const id = await idOf(nora);
  const signOut = await portal.database
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, 'sessions: ended'));
  expect(signOut).toMatchObject([{ actorId: id, subject: `person:${id}` }]);
});

for (const email of [nora, 'alumni@demo.test', 'teacher@demo.test'] as const) {
  test(`an admin signs ${email} out everywhere`, async () => {
    const [admin, person, link] = [
      await signedIn('admin@demo.test'),
      await signedIn(email),
      await linkTo(email),
    ];
    const id = await idOf(email);
    expect((await admin.post(`/api/admin/people/${id}/sign-out`)).status).toBe(200);
    expect(await newestAudit()).toMatchObject({
      action: 'sessions: ended by admin',
      actorId: await idOf('admin@demo.test'),
      subject: `person:${id}`,
    });
    expect((await person.get('/api/user')).status).toBe(401);
    expect((await link.client.post('/api/auth/verify', { token: link.token })).status).toBe(400);
    expect((await admin.get('/api/user')).status).toBe(200);
  });
}

test('signing out an unknown person is a 404', async () => {
  const admin = await signedIn('admin@demo.test');
  expect((await admin.post('/api/admin/people/999999/sign-out')).status).toBe(404);
});

test('a link used while its owner signs out everywhere leaves no session behind', async () => {
  for (let round = 0; round < rounds; round += 1) {
    portal.clock.moveOn(hour);
    const link = await linkTo(nora);
    const here = await signedIn(nora);
    await Promise.all([
      link.client.post('/api/auth/verify', { token: link.token }),
      here.post('/api/account/sign-out-everywhere'),
    ]);
    expect((await link.client.get('/api/user')).status).toBe(401);
  }
});
