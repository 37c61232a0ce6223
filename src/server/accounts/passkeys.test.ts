import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient } from '../../../tests/support/client.ts';
import { openAuthenticator } from '../../../tests/support/passkeys.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { contract } from '../../contract/contract.ts';
import type { DemoEmail } from '../../demo/people.ts';
import { auditLog, passkeys, people } from '../database/schema.ts';

const admin = 'admin@demo.test';
const teacher = 'teacher@demo.test';

let optional: Portal;
let required: Portal;
beforeAll(async () => {
  optional = await openPortal();
  required = await openPortal({ environment: { STAFF_PASSKEYS: 'required' } });
});
afterAll(async () => {
  await optional[Symbol.asyncDispose]();
  await required[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await optional.database.delete(passkeys);
  await required.database.delete(passkeys);
});

async function clientOf(portal: Portal, email: DemoEmail) {
  const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
  return openClient(portal, { [name]: value });
}

async function withPasskey(portal: Portal, email: DemoEmail = teacher) {
  const client = await clientOf(portal, email);
  const device = openAuthenticator(portal);
  const { status, body } = await device.add(client);
  expect([status, body.user.hasPasskeys]).toEqual([200, true]);
  return { client, device };
}

const minutes = (portal: Portal, count: number) =>
  portal.clock.moveTo(new Date(portal.clock.now().getTime() + count * 60_000));

const lastAction = async (portal: Portal) =>
  (await portal.database.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))[0];

test('a staff member adds a passkey, hears of it, and signs in with it', async () => {
  const { client, device } = await withPasskey(optional);
  expect((await client.get('/api/account')).body.passkeys).toMatchObject([{ lastUsedAt: null }]);
  const { text } = await messageTo(optional, teacher);
  expect(text).toContain('A passkey was added to your account.');

  const elsewhere = openClient(optional);
  const { status, body } = await device.signIn(elsewhere);
  expect([status, body.user.email]).toEqual([200, teacher]);
  expect((await elsewhere.get('/api/students')).status).toBe(200);
  expect(await lastAction(optional)).toMatchObject({ action: 'sign-in: passkey' });
});

test('a sign-in with a passkey is logged', async () => {
  const { device } = await withPasskey(optional);
  await device.signIn(openClient(optional));
  expect(optional.logged.join('')).toContain('"step":"passkey","outcome":"signed-in"');
});

const forgeries: [string, (device: ReturnType<typeof openAuthenticator>) => object][] = [
  ['a challenge of its own', () => ({ challenge: 'bm8tc3VjaC1jaGFsbGVuZ2U' })],
  ['another origin', () => ({ origin: 'https://evil.test' })],
  ['another host', () => ({ rpId: 'evil.test' })],
  ['no user verification', () => ({ isVerified: false })],
  ['a counter that goes back', () => ({ counter: 1 })],
  ['another key', (device) => ({ key: device.key() })],
];

test.each(forgeries)('an answer with %s doesn’t sign in', async (_, forge) => {
  const { device } = await withPasskey(optional);
  expect((await device.signIn(openClient(optional))).status).toBe(200);
  const client = openClient(optional);
  const refused = await device.signIn(client, forge(device));
  const unknown = await openAuthenticator(optional).signIn(openClient(optional));
  expect([refused.status, refused.body]).toEqual([400, unknown.body]);
  expect((await client.get('/api/user')).status).toBe(401);
  expect((await device.signIn(client)).status).toBe(200);
});

test('a challenge works once, for five minutes, and only for its purpose and person', async () => {
  const { client, device } = await withPasskey(optional);
  const other = await clientOf(optional, admin);
  const ask = async (from: typeof client, path = '/api/auth/passkey/options') =>
    (await from.post(path)).body.options.challenge as string;
  const answer = async (challenge: string) => {
    const response = device.get(challenge);
    return (await openClient(optional).post('/api/auth/passkey', { response })).status;
  };
  const once = await ask(openClient(optional));
  expect([await answer(once), await answer(once)]).toEqual([200, 400]);
  expect(await answer(await ask(client, '/api/account/passkeys/options'))).toBe(400);
  expect(await answer(await ask(other))).toBe(400);
  const late = await ask(openClient(optional));
  minutes(optional, 5);
  expect(await answer(late)).toBe(400);
});

test('a wrong answer uses up its challenge', async () => {
  const { device } = await withPasskey(optional);
  const client = openClient(optional);
  const { challenge } = (await client.post('/api/auth/passkey/options')).body.options;
  const wrong = device.get(challenge, { origin: 'https://evil.test' });
  expect((await client.post('/api/auth/passkey', { response: wrong })).status).toBe(400);
  const right = device.get(challenge);
  expect((await client.post('/api/auth/passkey', { response: right })).status).toBe(400);
});

test.each(forgeries.slice(0, 4))('a new passkey with %s is refused', async (_, forge) => {
  const device = openAuthenticator(optional);
  const client = await clientOf(optional, teacher);
  expect((await device.add(client, forge(device))).status).toBe(400);
  expect((await client.get('/api/account')).body.passkeys).toEqual([]);
});

test('a passkey can’t be taken over by registering its ID again', async () => {
  const { device } = await withPasskey(optional);
  expect((await device.add(await clientOf(optional, admin))).status).toBe(400);
  const { body } = await device.signIn(openClient(optional));
  expect(body.user.email).toBe(teacher);
});

test('someone who left the staff can’t use their passkey', async () => {
  const { device } = await withPasskey(optional);
  const isTeacher = eq(people.email, teacher);
  const end = { deactivatedAt: optional.clock.now() };
  await optional.database.update(people).set(end).where(isTeacher);
  expect((await device.signIn(openClient(optional))).status).toBe(400);
  await optional.database.update(people).set({ deactivatedAt: null }).where(isTeacher);
});

const hasPasskeys = async (client: ReturnType<typeof openClient>) =>
  (await client.get('/api/user')).body.hasPasskeys;

test('staff see whether they have a passkey', async () => {
  const { client } = await withPasskey(optional);
  expect(await hasPasskeys(client)).toBe(true);
  await optional.database.delete(passkeys);
  expect(await hasPasskeys(client)).toBe(false);
});

test('a former teacher’s passkey no longer counts', async () => {
  await withPasskey(optional);
  const isTeacher = eq(people.email, teacher);
  await optional.database.update(people).set({ role: 'alumni' }).where(isTeacher);
  const isCounted = await hasPasskeys(await clientOf(optional, teacher));
  await optional.database.update(people).set({ role: 'teacher' }).where(isTeacher);
  expect(isCounted).toBe(false);
});

test('using a passkey confirms who someone is', async () => {
  const { client, device } = await withPasskey(optional);
  minutes(optional, 11);
  const remove = async () => {
    const [{ id }] = (await client.get('/api/account')).body.passkeys;
    return (await client.delete(`/api/account/passkeys/${id}`)).status;
  };
  expect(await remove()).toBe(401);
  expect((await device.signIn(client)).status).toBe(200);
  expect(await remove()).toBe(200);
});

test('an admin resets someone else’s passkeys, which ends their sessions and tells them', async () => {
  const { client, device } = await withPasskey(optional);
  const { id } = (await client.get('/api/user')).body;
  const boss = await clientOf(optional, admin);
  expect((await boss.post(`/api/admin/people/${id}/reset-passkeys`)).status).toBe(200);
  expect(await lastAction(optional)).toMatchObject({ action: 'passkey: reset', personId: id });
  expect((await client.get('/api/user')).status).toBe(401);
  expect((await device.signIn(client)).status).toBe(400);
  const mails = async () => (await signInOf(optional).messagesTo(teacher)).map(({ text }) => text);
  const notice = expect.stringContaining('An admin removed all your passkeys');
  await expect.poll(mails).toContainEqual(notice);
  const own = (await boss.get('/api/user')).body.id;
  expect((await boss.post(`/api/admin/people/${own}/reset-passkeys`)).status).toBe(404);
});

const withoutPasskey = Object.entries(contract)
  .filter(([, { access }]) => access === 'anyone')
  .map(([name]) => name)
  .concat('getUser')
  .filter((name) => name !== 'logout');

async function listAllowed(cookie: string): Promise<string[]> {
  const allowed: string[] = [];
  for (const [name, { method, path }] of Object.entries(contract)) {
    if (name === 'logout') continue;
    const url = path.replace(/:\w+/g, '999999999');
    const answer = await required.app.inject({ method, url, headers: { cookie } });
    if (![401, 403].includes(answer.statusCode)) allowed.push(name);
  }
  return allowed;
}

test('if passkeys are required, a link alone lets an admin do nothing until the passkey is used', async () => {
  const { client: own, device } = await withPasskey(required, admin);
  expect((await own.get('/api/students')).status).toBe(200);
  // Otherwise, the email about the new passkey would be mistaken for the one with the link.
  await messageTo(required, admin);
  const thief = await signInOf(required).signIn(admin);
  const unproven = { passkeyStep: 'use', phone: null, phoneShown: null };
  expect((await thief.get('/api/user')).body).toMatchObject(unproven);
  const cookie = `session=${thief.cookies.session}`;
  expect((await listAllowed(cookie)).toSorted()).toEqual(withoutPasskey.toSorted());
  expect((await openAuthenticator(required).add(thief)).status).toBe(403);

  expect((await device.signIn(thief)).status).toBe(200);
  expect((await thief.get('/api/students')).status).toBe(200);
});

test('if passkeys are required, staff add their first one after signing in, and keep at least one', async () => {
  const client = await signInOf(required).signIn(teacher);
  expect((await client.get('/api/user')).body).toMatchObject({ passkeyStep: 'add' });
  expect((await client.get('/api/students')).status).toBe(403);
  const rival = await signInOf(required).signIn(teacher);
  const device = openAuthenticator(required);
  const { options } = (await rival.post('/api/account/passkeys/options')).body;
  expect((await device.add(client)).status).toBe(200);
  expect((await client.get('/api/students')).status).toBe(200);
  const late = openAuthenticator(required).create(options.challenge);
  expect((await rival.post('/api/account/passkeys', { response: late })).status).toBe(403);

  const [{ id }] = (await client.get('/api/account')).body.passkeys;
  expect((await client.delete(`/api/account/passkeys/${id}`)).status).toBe(409);
  expect((await openAuthenticator(required).add(client)).status).toBe(200);
  expect((await client.delete(`/api/account/passkeys/${id}`)).status).toBe(200);
});

test('with passkeys off, nothing accepts them and links are enough', async () => {
  await using portal = await openPortal({ environment: { STAFF_PASSKEYS: 'off' } });
  const client = await clientOf(portal, teacher);
  expect((await openAuthenticator(portal).add(client)).status).toBe(404);
  expect((await client.post('/api/auth/passkey/options')).status).toBe(404);
  expect((await client.get('/api/students')).status).toBe(200);
});
