import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { messageTo, openClient, outboxOf, tokenIn } from '../../../tests/support/client.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { auditLog, loginTokens, people, sessions } from '../database/schema.ts';
import { writeSignInLink } from '../messages/message-link.ts';
import { sha256 } from '../platform/tokens.ts';

let portal: Portal;
openDailyPortal({}, (opened) => {
  portal = opened;
});

const nora = 'new-student@demo.test';

async function requestLink(client = openClient(portal), email: string = nora, to: string = email) {
  const seen = (await outboxOf(portal)).filter((message) => message.to === to).length;
  const asked = await client.post('/api/auth/login', { email });
  expect(asked.status).toBe(200);
  const message = await messageTo(portal, to, seen);
  return { client, message, token: tokenIn(message) };
}

test('a link by email immediately signs in the requesting browser', async () => {
  const { client, message, token } = await requestLink();
  expect(message.subject).toBe('Your link to the course portal');
  expect(message.links[0]).toBe(`${portal.url}/verify?token=${token}`);
  const answer = await client.post('/api/auth/verify', { token });
  expect(answer.body.user).toMatchObject({ email: nora, role: 'student', canEdit: false });
  expect((await client.get('/api/user')).body).toEqual(answer.body.user);
});

test('a phone number finds its account in any format', async () => {
  for (const written of ['(202) 555-0102', '+1 202.555.0102', '2025550102']) {
    const { client, message, token } = await requestLink(
      openClient(portal),
      written,
      '+12025550102',
    );
    expect(message.channel).toBe('text');
    expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(nora);
  }
});

test('another browser sees a masked account, and uses up the link only when it confirms', async () => {
  const { token } = await requestLink();
  const other = openClient(portal);
  for (const _twice of [1, 2]) {
    const answer = await other.post('/api/auth/verify', { token });
    expect(answer.body).toEqual({ confirmAs: 'n•••@demo.test', kind: 'asked' });
  }
  expect((await other.get('/api/user')).status).toBe(401);
  const confirmed = await other.post('/api/auth/verify', { token, confirmed: true });
  expect(confirmed.body.user.email).toBe(nora);
});

test('a session in another browser lasts 24 hours, in the requesting one 30 days', async () => {
  const hour = 60 * 60 * 1000;
  const asker = await requestLink();
  await asker.client.post('/api/auth/verify', { token: asker.token });
  const { token } = await requestLink();
  const other = openClient(portal);
  await other.post('/api/auth/verify', { token, confirmed: true });
  portal.clock.moveOn(23.9 * hour);
  expect((await other.get('/api/user')).status).toBe(200);
  portal.clock.moveOn(0.2 * hour);
  expect((await other.get('/api/user')).status).toBe(401);
  expect((await asker.client.get('/api/user')).status).toBe(200);
  portal.clock.moveOn(29 * 24 * hour);
  expect((await asker.client.get('/api/user')).status).toBe(401);
});

test('a link made with an old key is refused', async () => {
  const { client, token } = await requestLink();
  const whereTheirs = eq(loginTokens.tokenHash, sha256(token));
  await portal.database
    .update(loginTokens)
    .set({ nonce: Buffer.alloc(32) })
    .where(whereTheirs);
  expect((await client.post('/api/auth/verify', { token })).status).toBe(400);
});

test('a staff session lasts 12 hours', async () => {
  const { client, token } = await requestLink(openClient(portal), 'admin@demo.test');
  await client.post('/api/auth/verify', { token });
  portal.clock.moveOn(11.9 * 60 * 60 * 1000);
  expect((await client.get('/api/user')).body.canEdit).toBe(true);
  portal.clock.moveOn(0.2 * 60 * 60 * 1000);
  expect((await client.get('/api/user')).status).toBe(401);
});

test('a token posted 16 times at once starts exactly one session', async () => {
  const { client, token } = await requestLink();
  const before = await portal.database.$count(sessions);
  const answers = await Promise.all(
    Array.from({ length: 16 }, () =>
      openClient(portal, { ...client.cookies }).post('/api/auth/verify', { token }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([200, ...Array(15).fill(400)]);
  expect(await portal.database.$count(sessions)).toBe(before + 1);
});

test('reloading the page after signing in works', async () => {
  const { client, token } = await requestLink();
  await client.post('/api/auth/verify', { token });
  const session = client.cookies.session;
  expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(nora);
  expect(client.cookies.session).toBe(session);
});

test('for someone signed in, a reminder’s link redirects without being used up', async () => {
  const { client, token } = await requestLink();
  const { id } = (await client.post('/api/auth/verify', { token })).body.user;
  const session = client.cookies.session;
  const expiresAt = new Date(portal.clock.now().getTime() + 60 * 60 * 1000);
  const about = { personId: id, about: 'a class', redirectTo: '/schedule?class=8', expiresAt };
  const link = await writeSignInLink(portal, about);
  const reminder = { token: link.split('/s/')[1] };
  const answer = await client.post('/api/auth/verify', reminder);
  expect(answer.body).toMatchObject({ user: { email: nora }, redirectTo: '/schedule?class=8' });
  expect(client.cookies.session).toBe(session);
  const elsewhere = await openClient(portal).post('/api/auth/verify', reminder);
  expect(elsewhere.body).toEqual({ confirmAs: 'n•••@demo.test', kind: 'reminder' });
});

test('a session id from before signing in is worthless afterward', async () => {
  const first = await requestLink();
  await first.client.post('/api/auth/verify', { token: first.token });
  const known = first.client.cookies.session ?? '';
  const second = await requestLink(first.client);
  await first.client.post('/api/auth/verify', { token: second.token });
  expect(first.client.cookies.session).not.toBe(known);
  expect((await openClient(portal, { session: known }).get('/api/user')).status).toBe(401);
});

test('logout ends the session even for a copied cookie', async () => {
  const { client, token } = await requestLink();
  await client.post('/api/auth/verify', { token });
  const copy = openClient(portal, { ...client.cookies });
  expect((await client.post('/api/auth/logout')).status).toBe(200);
  expect(client.cookies.session).toBeUndefined();
  expect((await copy.get('/api/user')).status).toBe(401);
});

test('a changed role or deleted account takes effect at the next request', async () => {
  const person = { role: 'admin', email: 'gone@demo.test', firstName: 'G', lastName: 'O' } as const;
  const createdAt = portal.clock.now();
  await portal.database.insert(people).values({ ...person, createdAt });
  const { client, token } = await requestLink(openClient(portal), 'gone@demo.test');
  await client.post('/api/auth/verify', { token });
  const whereGone = eq(people.email, 'gone@demo.test');
  await portal.database.update(people).set({ role: 'teacher' }).where(whereGone);
  expect((await client.get('/api/user')).body).toMatchObject({ role: 'teacher', canEdit: false });
  await portal.database.delete(people).where(whereGone);
  expect((await client.get('/api/user')).status).toBe(401);
});

test('sign-ins and refused attempts are in the audit log', async () => {
  const { client, token } = await requestLink();
  await client.post('/api/auth/verify', { token });
  const { token: second } = await requestLink();
  await openClient(portal).post('/api/auth/verify', { token: second, confirmed: true });
  await openClient(portal).post('/api/auth/verify', { token: second, confirmed: true });
  const rows = await portal.database.select().from(auditLog).orderBy(auditLog.id);
  expect(rows.slice(-3).map(({ action }) => action)).toEqual([
    'sign-in',
    'sign-in: another browser',
    'sign-in: refused',
  ]);
});

test('the database alone doesn’t reveal a token', async () => {
  const { token } = await requestLink();
  const [row] = await portal.database.select().from(loginTokens).orderBy(loginTokens.createdAt);
  expect(JSON.stringify(row)).not.toContain(token);
});
