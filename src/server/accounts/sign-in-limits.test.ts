import { expect, test } from 'vitest';
import { messageTo, openClient, outboxOf, tokenOf } from '../../../tests/support/client.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { countedBefore, signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog } from '../database/schema.ts';

let portal: Portal;
openDailyPortal({ TRUSTED_PROXIES: '127.0.0.1' }, (opened) => {
  portal = opened;
});

const ask: ReturnType<typeof signInOf>['ask'] = (...asked) => signInOf(portal).ask(...asked);

test('known and unknown addresses get the same response', async () => {
  const known = await ask('new-student@demo.test');
  const unknown = await ask('nobody@demo.test');
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toEqual(known.body);
  await messageTo(portal, 'new-student@demo.test');
  expect((await outboxOf(portal)).filter(({ to }) => to === 'nobody@demo.test')).toEqual([]);
});

test('without a trusted proxy a sender can’t fake its address', async () => {
  await using direct = await openPortal();
  const askFrom = (address: string) =>
    openClient(direct).post(
      '/api/auth/login',
      { email: 'somebody@demo.test' },
      { 'x-forwarded-for': address },
    );
  expect((await askFrom('203.0.113.1')).status).toBe(200);
  await countedBefore(direct, 'links from 127.0.0.1', 40);
  expect((await askFrom('203.0.113.2')).status).toBe(429);
});

test('invalid addresses and numbers are rejected with a message', async () => {
  const cases = [
    'a@x.org,b@y.org',
    'hello',
    'a@x.org\r\nBcc: b@y.org',
    'a\0@x.org',
    '12',
    {},
    ['a@x.org'],
    7,
    null,
  ];
  for (const email of cases) {
    const { status, body } = await ask(email);
    expect([email, status]).toEqual([email, 400]);
    expect(body.message).toMatch(/^(Please|Email or phone number is required)/);
  }
  expect((await ask('a'.repeat(16 * 1024))).status).toBe(400);
  expect((await ask('a'.repeat(1024 * 1024))).status).toBe(413);
  expect((await ask('')).body.message).toBe('Email or phone number is required');
});

test('a number outside TEXT_COUNTRIES is asked to use email, whether or not we know it', async () => {
  const [british, cuban] = ['+447400123456', '+5351234567'];
  await openStudent(portal, { phone: british });
  for (const phone of [british, cuban]) {
    expect(await ask(phone)).toMatchObject({
      status: 400,
      body: {
        message:
          'We can only text numbers in the United States and Canada. Please use email instead.',
      },
    });
  }
});

test('the logs contain no token, cookie, phone number or address', async () => {
  const client = openClient(portal);
  await client.post('/api/auth/login', { email: '+1 202 555 0103' });
  const { links } = await messageTo(portal, '+12025550103');
  const token = tokenOf(links[0] ?? '');
  expect(token).toHaveLength(22);
  await client.post('/api/auth/verify', { token });
  await fetch(links[0] ?? '');
  await client.get('/api/user');
  const log = portal.logged.join('');
  expect(log).toContain('/api/auth/verify');
  for (const secret of [
    token,
    client.cookies.session,
    client.cookies.browser,
    '2025550103',
    'demo.test',
  ]) {
    expect(log).not.toContain(secret);
  }
});

test('refused tokens are audited once per sender and quarter hour', async () => {
  const refuse = (address: string) =>
    openClient(portal).post(
      '/api/auth/verify',
      { token: 'x'.repeat(43) },
      { 'x-forwarded-for': address },
    );
  const audited = async () =>
    (await portal.database.select().from(auditLog).orderBy(auditLog.id))
      .filter(({ action, at }) => action === 'sign-in: refused' && at >= start)
      .map(({ ip }) => ip);
  const start = portal.clock.now();
  for (let round = 0; round < 3; round += 1) {
    expect((await refuse('203.0.113.31')).status).toBe(400);
  }
  expect(await audited()).toEqual(['203.0.113.31']);
  await refuse('203.0.113.32');
  portal.clock.moveOn(15 * 60 * 1000);
  await refuse('203.0.113.31');
  expect(await audited()).toEqual(['203.0.113.31', '203.0.113.32', '203.0.113.31']);
});

test('one sender can try 120 tokens per quarter hour', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.33' };
  const attempt = () =>
    openClient(portal).post('/api/auth/verify', { token: 'y'.repeat(43) }, headers);
  expect((await attempt()).status).toBe(400);
  await countedBefore(portal, 'tokens from 203.0.113.33', 119);
  expect((await attempt()).status).toBe(400);
  expect((await attempt()).status).toBe(429);
});
