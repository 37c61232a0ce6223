import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openAuthenticator } from '../../../tests/support/passkeys.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import type { DemoEmail } from '../../demo/people.ts';
import { auditLog, passkeys, people, sessions } from '../database/schema.ts';

const admin = 'admin@demo.test';
const teacher = 'teacher@demo.test';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal();
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.database.delete(passkeys));

async function clientOf(email: DemoEmail) {
  const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
  return openClient(portal, { [name]: value });
}

async function withPasskey() {
  const client = await clientOf(teacher);
  const device = openAuthenticator(portal);
  expect((await device.add(client)).status).toBe(200);
  return { client, device };
}

test('adding a passkey starts a new session, so that a copy of the old one gains nothing', async () => {
  const client = await clientOf(teacher);
  const copy = openClient(portal, { ...client.cookies });
  expect((await openAuthenticator(portal).add(client)).status).toBe(200);
  expect((await client.get('/api/students')).status).toBe(200);
  expect((await copy.get('/api/user')).status).toBe(401);
});

test('a passkey isn’t added by a session that ends at the same moment', async () => {
  const { database } = portal;
  const client = await clientOf(teacher);
  const { challenge } = (await client.post('/api/account/passkeys/options')).body.options;
  const response = openAuthenticator(portal).create(challenge);
  const isBlocked = sql`datname = current_database() and wait_event_type = 'Lock'`;
  const countBlocked = () => database.$count(sql`pg_stat_activity`, isBlocked);
  let adding: ReturnType<typeof client.post> | undefined;
  await database.transaction(async (transaction) => {
    await transaction.select().from(people).where(eq(people.email, teacher)).for('update');
    adding = client.post('/api/account/passkeys', { response });
    await expect.poll(countBlocked).toBe(1);
    await transaction.delete(sessions);
  });
  expect((await adding)?.status).toBe(400);
  expect(await database.$count(passkeys)).toBe(0);
});

test('removing a passkey signs out every other device', async () => {
  const { client, device } = await withPasskey();
  const lost = openClient(portal);
  expect((await device.signIn(lost)).status).toBe(200);
  const [{ id }] = (await client.get('/api/account')).body.passkeys;
  expect((await client.delete(`/api/account/passkeys/${id}`)).status).toBe(200);
  expect((await lost.get('/api/user')).status).toBe(401);
  expect((await client.get('/api/user')).status).toBe(200);
});

test('staff rename their own passkeys only', async () => {
  const { client } = await withPasskey();
  const [{ id }] = (await client.get('/api/account')).body.passkeys;
  const rename = (from: typeof client) =>
    from.patch(`/api/account/passkeys/${id}`, { name: 'Old laptop' });
  expect((await rename(await clientOf(admin))).status).toBe(404);
  expect((await rename(client)).status).toBe(200);
  expect((await client.get('/api/account')).body.passkeys).toMatchObject([{ name: 'Old laptop' }]);
  const isRename = eq(auditLog.action, 'passkey: renamed');
  const entries = await portal.database.select().from(auditLog).where(isRename);
  expect(entries).toMatchObject([{ after: { name: 'Old laptop' } }]);
});
