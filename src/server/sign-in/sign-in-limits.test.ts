import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf, tokenOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { auditLog } from '../database/schema.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => portal[Symbol.asyncDispose]());
let day = 0;
beforeEach(() => {
  day += 1;
  portal.clock.moveTo(new Date(testNow.getTime() + day * 24 * 60 * 60 * 1000));
});

const ask: ReturnType<typeof signInOf>['ask'] = (...asked) => signInOf(portal).ask(...asked);

test('a known and an unknown address get the same answer', async () => {
  const known = await ask('new-student@demo.test');
  const unknown = await ask('nobody@demo.test');
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toEqual(known.body);
  await messageTo(portal, 'new-student@demo.test');
  expect((await outboxOf(portal)).filter(({ to }) => to === 'nobody@demo.test')).toEqual([]);
});

test('a known and an unknown address take the same time to answer', { retry: 3 }, async () => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 40; round += 1) {
    // Every fourth round in a window of its own, so that no limit is reached.
    if (round % 4 === 0) portal.clock.moveOn(15 * 60 * 1000);
    for (const kind of ['known', 'unknown'] as const) {
      const email = kind === 'known' ? 'alumni@demo.test' : 'someone@demo.test';
      const start = performance.now();
      expect((await ask(email, `198.51.100.${round}`)).status).toBe(200);
      times[kind].push(performance.now() - start);
    }
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0;
  const [known, unknown] = [median(times.known), median(times.unknown)];
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.5);
});

test('a sender that no trusted proxy vouches for cannot pretend to be another', async () => {
  await using direct = await openPortal();
  const answers = await Promise.all(
    Array.from({ length: 41 }, (_, at) =>
      openClient(direct).post(
        '/api/auth/login',
        { email: `somebody-${at}@demo.test` },
        { 'x-forwarded-for': `203.0.113.${at}` },
      ),
    ),
  );
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});

test('what is no address and no number is refused with a sentence', async () => {
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

test('the logs hold no token, cookie, phone or address', async () => {
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

test('refused tokens are audited once a sender and quarter of an hour', async () => {
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
  for (let round = 0; round < 10; round += 1) {
    expect((await refuse('203.0.113.31')).status).toBe(400);
  }
  expect(await audited()).toEqual(['203.0.113.31']);
  await refuse('203.0.113.32');
  portal.clock.moveOn(15 * 60 * 1000);
  await refuse('203.0.113.31');
  expect(await audited()).toEqual(['203.0.113.31', '203.0.113.32', '203.0.113.31']);
});

test('one sender may try 120 tokens in a quarter of an hour', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.33' };
  const answers = await Promise.all(
    Array.from({ length: 121 }, () =>
      openClient(portal).post('/api/auth/verify', { token: 'y'.repeat(43) }, headers),
    ),
  );
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(120);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
});
