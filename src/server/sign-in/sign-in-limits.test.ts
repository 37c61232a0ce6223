import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, outboxOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';

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

const ask = (email: unknown, address = '203.0.113.1') =>
  openClient(portal).post('/api/auth/login', { email }, { 'x-forwarded-for': address });

test('a known and an unknown address get the same answer', async () => {
  const known = await ask('new-student@demo.test');
  const unknown = await ask('nobody@demo.test');
  expect(unknown.status).toBe(known.status);
  expect(unknown.body).toEqual(known.body);
  await messageTo(portal, 'new-student@demo.test');
  expect((await outboxOf(portal)).filter(({ to }) => to === 'nobody@demo.test')).toEqual([]);
});

test('a known and an unknown address take the same time to answer', async () => {
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

test('one address may be asked for five times in a quarter of an hour, however it is written', async () => {
  const written = ['Alumni@demo.test', 'alumni@demo.test', ' ALUMNI@demo.test'];
  const statuses = [];
  for (let round = 0; round < 7; round += 1) {
    statuses.push((await ask(written[round % 3], `203.0.113.${round}`)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
  expect((await ask('alumni@demo.test')).body.message).toBe(
    'That was too many attempts. Please wait a few minutes and try again.',
  );
  portal.clock.moveOn(15 * 60 * 1000);
  expect((await ask('alumni@demo.test')).status).toBe(200);
});

test('one sender may ask forty times in a quarter of an hour, for whomever', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 45 }, (_, at) => ask(`somebody-${at}@demo.test`, '203.0.113.99')),
  );
  expect(statuses.filter(({ status }) => status === 429)).toHaveLength(5);
});

test('a sender that no trusted proxy vouches for cannot pretend to be another', async () => {
  await using direct = await openPortal();
  const statuses = [];
  for (let round = 0; round < 41; round += 1) {
    const headers = { 'x-forwarded-for': `203.0.113.${round}` };
    const email = `somebody-${round}@demo.test`;
    statuses.push((await openClient(direct).post('/api/auth/login', { email }, headers)).status);
  }
  expect(statuses.at(-1)).toBe(429);
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
  expect((await ask('a'.repeat(1024 * 1024))).status).toBe(400);
  expect((await ask('')).body.message).toBe('Email or phone number is required');
});

test('the logs hold no token, cookie, phone or address', async () => {
  const client = openClient(portal);
  await client.post('/api/auth/login', { email: '+1 202 555 0103' });
  const { links } = await messageTo(portal, '+12025550103');
  const token = new URL(links[0] ?? '').searchParams.get('token') ?? 'none';
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
