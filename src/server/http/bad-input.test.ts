import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { retreatSiteOf } from '../../../tests/support/retreats.ts';
import { people } from '../database/schema.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
});
afterAll(() => portal[Symbol.asyncDispose]());

const ada = {
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Byron',
  phoneNumber: '',
  startDate: '2026-11-20',
  transferStudent: false,
  role: 'student',
  isAdmin: false,
};
const tooMuch = {
  message: 'That’s too much to send at once. Please shorten it, or use a smaller file.',
};

const bodyOf = (bytes: number) => ({ filler: 'a'.repeat(bytes - '{"filler":""}'.length) });

test('accepts a body of 32 KB and rejects one byte more', async () => {
  const within = await admin.post('/api/auth/login', bodyOf(32 * 1024));
  expect([within.status, within.body.message]).toEqual([400, expect.not.stringContaining('much')]);
  const beyond = await admin.post('/api/auth/login', bodyOf(32 * 1024 + 1));
  expect([beyond.status, beyond.body]).toEqual([413, tooMuch]);
});

test('accepts a webhook of 256 KB and rejects one byte more', async () => {
  const send = async (path: string, type: string, bytes: number) => {
    const headers = { 'content-type': type };
    const answer = await fetch(portal.url + path, {
      method: 'POST',
      headers,
      body: 'a'.repeat(bytes),
    });
    return answer.status;
  };
  const form = 'application/x-www-form-urlencoded';
  for (const [path, type] of [
    ['/api/webhooks/zoom', 'application/json'],
    ['/api/webhooks/retreats', 'application/json'],
    ['/api/webhooks/twilio/replies', form],
    ['/api/webhooks/twilio/status?message=1', form],
  ] as const) {
    expect(await send(path, type, 256 * 1024), path).toBe(401);
    expect(await send(path, type, 256 * 1024 + 1), path).toBe(413);
  }
});

test('the error names three of many unknown fields and truncates a long one', async () => {
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`f${at}`, 1]));
  const sentence = async (body: object) => (await admin.post('/api/auth/login', body)).body.message;
  expect(await sentence({ email: 'x', ...many })).toBe('Unknown field: f0, f1, f2 and 997 more');
  expect(await sentence({ email: 'x', a: 1, b: 2, c: 3 })).toBe('Unknown field: a, b, c');
  expect(await sentence({ email: 'x', ['k'.repeat(5000)]: 1 })).toBe(
    `Unknown field: ${'k'.repeat(40)}…`,
  );
});

test('half a surrogate pair is rejected with a message wherever it comes in', async () => {
  const half = 'A\ud800da';
  const answers = [
    await admin.post('/api/admin/users', { ...ada, firstName: half }),
    await admin.post('/api/admin/users', { ...ada, startDate: half }),
    await admin.post('/api/auth/login', { email: half }),
    await admin.post('/api/auth/verify', { token: half }),
    await admin.post('/api/auth/login', { email: 'a@x.org', [half]: 1 }),
    await admin.post('/api/auth/login', [{ email: ['\udc00'] }]),
  ];
  for (const { status, body } of answers) {
    expect([status, body.message]).toEqual([
      400,
      'Please use letters, numbers and punctuation only',
    ]);
  }
  expect(answers[0]?.body.field).toBe('firstName');
});

test('half a surrogate pair from the retreat site is rejected', async () => {
  const site = retreatSiteOf(portal);
  const answer = await site.post(site.bodyOf({ reference: 'half', title: 'A\ud800' }));
  expect(answer).toEqual({
    status: 400,
    message: 'registration.title: Please use letters, numbers and punctuation only',
  });
});

test('a name that is unsafe in an email header is rejected at its field, and no person is created', async () => {
  const before = await portal.database.$count(people);
  const refused = async (change: object) =>
    (await admin.post('/api/admin/users', { ...ada, ...change })).body;
  expect(await refused({ firstName: 'Ada www.evil.example' })).toEqual({
    message: 'A name can’t contain a web address',
    field: 'firstName',
  });
  expect(await refused({ lastName: 'By\u202eron' })).toEqual({
    message: 'Please use letters, numbers and punctuation only',
    field: 'lastName',
  });
  expect(await refused({ lastName: '\u200b' })).toEqual({
    message: 'Last name is required',
    field: 'lastName',
  });
  expect(await portal.database.$count(people)).toBe(before);
});
