import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock, testNow } from '../../../../tests/support/clock.ts';
import { TextProblem } from './port.ts';
import { openTwilio } from './twilio-client.ts';

let server: Server;
let asked: string[];
let answer: (response: ServerResponse) => void;

beforeEach(async () => {
  asked = [];
  server = createServer(async (request: IncomingMessage, response) => {
    const body = await text(request);
    asked.push(`${request.method} ${request.url} ${request.headers.authorization} ${body}`);
    answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(() => new Promise((closed) => server.close(closed)));

function client() {
  const { port } = server.address() as AddressInfo;
  const senders = { login: '+12025550190', reminders: 'MG2' };
  const account = { accountSid: 'AC1', authToken: 'secret', senders };
  const baseUrl = `http://127.0.0.1:${port}`;
  return openTwilio({ baseUrl, messagingUrl: `${baseUrl}/messaging`, ...account }, testClock());
}

function json(status: number, body: object, headers = {}) {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  };
}

const message = {
  to: '+12025550100',
  body: 'Hello & welcome',
  sender: 'reminders',
  usefulUntil: new Date(testNow.getTime() + 90_900),
} as const;
const statusCallbackUrl = 'https://portal.test/told?message=1';
const send = () => client().send(message, statusCallbackUrl);
const problem = () => send().catch((error) => error);

test('a redirect is never followed', async () => {
  json(307, {}, { location: '/elsewhere' });
  expect(await problem()).toMatchObject({ kind: 'down' });
  expect(asked).toHaveLength(1);
});

test('a message is posted as a form, with its sender and status callback', async () => {
  json(201, { sid: 'SM1' });
  expect(await send()).toBe('SM1');
  await client().send({ ...message, sender: 'login' }, statusCallbackUrl);
  const start = `POST /2010-04-01/Accounts/AC1/Messages.json Basic ${btoa('AC1:secret')}`;
  const common = 'To=%2B12025550100&Body=Hello+%26+welcome';
  const callback = 'StatusCallback=https%3A%2F%2Fportal.test%2Ftold%3Fmessage%3D1';
  const fixed = 'ValidityPeriod=90&SmartEncoded=true';
  expect(asked).toEqual([
    `${start} ${common}&${callback}&${fixed}&MessagingServiceSid=MG2`,
    `${start} ${common}&${callback}&${fixed}&From=%2B12025550190`,
  ]);
});

test.each([
  ['a month', 30 * 24 * 3600, '36000'],
  ['no more time', -5, '1'],
])(
  'the validity period of a message useful for %s stays within Twilio’s limits',
  async (_, s, given) => {
    json(201, { sid: 'SM1' });
    const usefulUntil = new Date(testNow.getTime() + s * 1000);
    await client().send({ ...message, usefulUntil }, statusCallbackUrl);
    expect(asked[0]).toContain(`&ValidityPeriod=${given}&`);
  },
);

test.each([
  [400, { code: 21610 }, {}, 'opted-out', undefined],
  [400, { code: 21211 }, {}, 'refused', undefined],
  [400, { code: 21999 }, {}, 'refused', undefined],
  [429, { code: 20429 }, { 'retry-after': '7' }, 'busy', 7],
  [429, {}, {}, 'busy', 30],
  [503, {}, {}, 'down', undefined],
  [401, { code: 20003 }, {}, 'wrong-account', undefined],
  [403, { code: 20006 }, {}, 'wrong-account', undefined],
  [404, { code: 20404 }, {}, 'wrong-account', undefined],
  [400, { code: 21609 }, {}, 'wrong-account', undefined],
  [400, { code: 21606 }, {}, 'wrong-sender', undefined],
  [400, { code: 21659 }, {}, 'wrong-sender', undefined],
  [400, { code: 21660 }, {}, 'wrong-sender', undefined],
  [400, { code: 21703 }, {}, 'wrong-sender', undefined],
  [400, { code: 21705 }, {}, 'wrong-sender', undefined],
  [400, { code: 21408 }, {}, 'closed-country', undefined],
])('a %i response with %j is read as %4$s', async (status, body, headers, kind, wait) => {
  json(status, { ...body, message: 'About +12025550100' }, headers);
  const error = await problem();
  expect(error).toBeInstanceOf(TextProblem);
  expect(error).toMatchObject({ kind, retryAfterSeconds: wait });
  expect(error.message).toMatch(/^(Twilio returned \d+|[A-Z].+ \(Twilio error \d+\)$)/);
  expect(error.message).not.toContain('+1202');
});

test('after a partial or missing response, the message may have been sent', async () => {
  answer = (response) => {
    response.writeHead(201, { 'content-length': '100' });
    response.write('{"sid":"S', () => response.destroy());
  };
  expect(await problem()).toMatchObject({ kind: 'down' });
  answer = (response) => response.destroy();
  expect(await problem()).toMatchObject({ kind: 'down', message: /^We can’t reach Twilio/ });
});

test.each([
  ['a proxy’s HTML page', '<!doctype html><p>Please sign in.</p>'],
  ['half a list', '{"messages":[{"sid":"SM1","body":"See https://x.te'],
  ['a missing list', '{"page":0}'],
  ['another shape', '{"messages":{}}'],
  ['a value that is not an object', 'null'],
  ['a message without an ID', '{"messages":[{"body":"x","date_created":null}]}'],
  ['an invalid time', '{"messages":[{"sid":"SM1","body":"x","date_created":"soon"}]}'],
])('after %s we cannot claim that a message was not sent', async (_what, content) => {
  answer = (response) => response.writeHead(200).end(content);
  const find = client().find('+12025550100', 'https://x.test/a', new Date());
  expect(await find.catch((error) => error)).toMatchObject({
    kind: 'down',
    message: /^We couldn’t read Twilio’s response/,
  });
  expect(await problem()).toMatchObject({ kind: 'down' });
});

test('an error that is not Twilio’s own is not final', async () => {
  answer = (response) => response.writeHead(404).end('<!doctype html><p>Not found');
  expect(await problem()).toMatchObject({ kind: 'down', message: 'Twilio returned 404' });
});

test('a message is found by its text, unless it is too old', async () => {
  const sent = (sid: string, body: string, date_created: string) => ({ sid, body, date_created });
  json(200, {
    messages: [
      sent('SM3', 'Another', 'Mon, 16 Nov 2026 18:00:00 +0000'),
      sent('SM2', 'See https://x.test/a now', 'Mon, 16 Nov 2026 18:00:00 +0000'),
      sent('SM1', 'See https://x.test/b now', 'Mon, 16 Nov 2026 17:00:00 +0000'),
    ],
  });
  const since = new Date('2026-11-16T18:00:30Z');
  expect(await client().find('+12025550100', 'https://x.test/a', since)).toBe('SM2');
  expect(await client().find('+12025550100', 'https://x.test/b', since)).toBeNull();
  expect(asked[0]).toContain(
    'GET /2010-04-01/Accounts/AC1/Messages.json?To=%2B12025550100&PageSize=50',
  );
});
