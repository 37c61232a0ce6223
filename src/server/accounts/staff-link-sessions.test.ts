import { and, eq, like } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf, tokenIn } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { ownSignInNeeded } from '../../contract/sign-in-words.ts';
import { auditLog, people } from '../database/schema.ts';
import { sendWelcome } from './link-messages.ts';

type Client = ReturnType<typeof openClient>;

const nora = 'new-student@demo.test';
let portal: Portal;
let noraId: number;
beforeAll(async () => {
  portal = await openPortal();
  const [person] = await portal.database.select().from(people).where(eq(people.email, nora));
  noraId = person?.id ?? 0;
});
afterAll(() => portal[Symbol.asyncDispose]());

const usesStaffLink = async (client: Client) =>
  (await client.get('/api/user')).body.usesStaffLink as boolean;

const openLink = (client: Client, token: string) =>
  client.post('/api/auth/verify', { token, confirmed: true });

async function openCopiedLink(client: Client) {
  const [name = '', value = ''] = (await portal.cookieOf('teacher@demo.test')).split('=');
  const teacher = openClient(portal, { [name]: value });
  const { body } = await teacher.post(`/api/admin/people/${noraId}/login-link`);
  const path = new URL(body.loginLink, portal.url);
  return openLink(client, path.searchParams.get('token') ?? '');
}

async function tokenAfter(ask: () => Promise<unknown>): Promise<string> {
  const seen = (await outboxOf(portal)).filter(({ to }) => to === nora).length;
  await ask();
  return tokenIn(await messageTo(portal, nora, seen));
}

test('a session from a copied link says so and can’t make lasting changes', async () => {
  const visitor = openClient(portal);
  expect((await openCopiedLink(visitor)).body.user.usesStaffLink).toBe(true);
  expect(await usesStaffLink(visitor)).toBe(true);
  expect(await visitor.post('/api/account/phone', { phone: '(202) 555-0177' })).toMatchObject({
    status: 403,
    body: { message: ownSignInNeeded },
  });
});

test('actions in a session from a copied link are audited as such', async () => {
  const visitor = openClient(portal);
  await openCopiedLink(visitor);
  const [name = '', value = ''] = (await portal.cookieOf(nora)).split('=');
  const { body: offer } = await visitor.get('/api/classes/available?weekOffset=1');
  const { body: entry } = await visitor.post(`/api/register/class/${offer.classes[0].id}`);
  for (const [at, client] of [visitor, openClient(portal, { [name]: value })].entries()) {
    const { body } = await client.get(`/api/classes/reschedule-for-class/${entry.id}/${at + 1}`);
    const newClassId = body.classes.at(-1).id;
    const moved = await client.patch(`/api/register/reschedule/${entry.id}`, { newClassId });
    expect(moved.status).toBe(200);
  }
  const entries = await portal.database
    .select({ via: auditLog.via })
    .from(auditLog)
    .where(and(eq(auditLog.actorId, noraId), like(auditLog.action, 'registration:%')))
    .orderBy(auditLog.id);
  expect(entries).toEqual([{ via: 'staff link' }, { via: null }]);
});

test('a requested link lifts these limits in the same browser', async () => {
  const visitor = openClient(portal);
  await openCopiedLink(visitor);
  const token = await tokenAfter(() => visitor.post('/api/auth/login', { email: nora }));
  expect((await openLink(visitor, token)).body.user.usesStaffLink).toBe(false);
  expect(await usesStaffLink(visitor)).toBe(false);
});

test('so does a welcome link, and a copied link never limits a person’s own session', async () => {
  const visitor = openClient(portal);
  await openCopiedLink(visitor);
  const token = await tokenAfter(() =>
    portal.database.transaction((transaction) => sendWelcome(portal, transaction, noraId)),
  );
  await openLink(visitor, token);
  expect(await usesStaffLink(visitor)).toBe(false);
  await openCopiedLink(visitor);
  expect(await usesStaffLink(visitor)).toBe(false);
});
