import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../../tests/support/clock.ts';
import { readRetryAfter } from '../read-answer.ts';
import { MeetingsProblem } from './port.ts';
import { openZoom } from './zoom-client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let tokens: string[];
let seen: string[];
let answer: Answer;
let lifeSeconds: number;
let token: [status: number, body: object] | null;
const clock = testClock();
const host = 'host@x.test';

beforeEach(async () => {
  tokens = [];
  seen = [];
  lifeSeconds = 3599;
  token = null;
  server = createServer((request, response) => {
    if (request.url?.startsWith('/oauth/token')) return giveToken(request, response);
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    return answer(request, response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(() => new Promise((closed) => server.close(closed)));

function giveToken(request: IncomingMessage, response: ServerResponse) {
  expect(request.url).toBe('/oauth/token?grant_type=account_credentials&account_id=acc');
  expect(request.headers.authorization).toBe(`Basic ${btoa('id:secret')}`);
  if (token) return json(response, ...token);
  tokens.push(`token-${tokens.length + 1}`);
  return json(response, 200, {
    access_token: tokens.at(-1),
    expires_in: lifeSeconds,
    token_type: 'bearer',
  });
}

function json(response: ServerResponse, status: number, body: object, headers = {}) {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

function client() {
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const keys = { accountId: 'acc', clientId: 'id', clientSecret: 'secret', webhookSecret: 'hook' };
  return openZoom({ baseUrl: `${address}/v2`, oauthUrl: address, ...keys }, clock);
}

const meeting = {
  id: 81_234_567_890,
  topic: 'TM Weekly Class',
  start_time: '2026-12-02T00:00:00Z',
  agenda: 'Class 1',
  join_url: 'https://zoom.test/j/1',
  start_url: 'https://zoom.test/s/1',
  settings: { approval_type: 0, waiting_room: false },
};

test('one token serves many calls, even concurrent ones', async () => {
  answer = (_request, response) => json(response, 200, meeting);
  const zoom = client();
  await Promise.all([zoom.find(host, '1'), zoom.find(host, '2'), zoom.find(host, '3')]);
  await zoom.find(host, '4');
  expect(tokens).toEqual(['token-1']);
  expect(seen.every((call) => call.endsWith('Bearer token-1'))).toBe(true);
});

test('a token is replaced shortly before it expires', async () => {
  answer = (_request, response) => json(response, 200, meeting);
  const zoom = client();
  await zoom.find(host, '1');
  clock.moveOn(3500 * 1000);
  await zoom.find(host, '1');
  expect(tokens).toHaveLength(1);
  clock.moveOn(60 * 1000);
  await zoom.find(host, '1');
  expect(tokens).toHaveLength(2);
});

test('a short-lived token is used for half of its life', async () => {
  answer = (_request, response) => json(response, 200, meeting);
  lifeSeconds = 20;
  const zoom = client();
  await zoom.find(host, '1');
  clock.moveOn(9_000);
  await zoom.find(host, '1');
  expect(tokens).toHaveLength(1);
  clock.moveOn(2_000);
  await zoom.find(host, '1');
  expect(tokens).toHaveLength(2);
});

test('a refused token is replaced once and the call is retried', async () => {
  answer = ({ headers }, response) =>
    headers.authorization === 'Bearer token-1'
      ? json(response, 401, { code: 124, message: 'Invalid access token.' })
      : json(response, 200, meeting);
  expect(await client().find(host, '1')).toMatchObject({
    id: '81234567890',
    topic: 'TM Weekly Class',
  });
  expect(tokens).toHaveLength(2);
  answer = (_request, response) => json(response, 401, { code: 124, message: 'Invalid.' });
  await expect(client().find(host, '1')).rejects.toThrow('Zoom returned 401 (124): Invalid.');
});

test('rate limits and errors carry the time to wait, and no address', async () => {
  const message = 'Too many requests for the registrant (nora@demo.test).';
  answer = (_request, response) =>
    json(response, 429, { code: 429, message }, { 'retry-after': '77' });
  const busy = await client()
    .find(host, '1')
    .catch((error) => error);
  expect(busy).toBeInstanceOf(MeetingsProblem);
  expect(busy).toMatchObject({ kind: 'busy', retryAfterSeconds: 77 });
  expect(busy.message).not.toContain('nora');
  answer = (_request, response) => json(response, 503, {}, { 'retry-after': '5' });
  expect(
    await client()
      .find(host, '1')
      .catch((error) => error),
  ).toMatchObject({
    kind: 'down',
    retryAfterSeconds: 5,
  });
  answer = (_request, response) =>
    json(response, 400, { code: 300, message: 'Validation Failed.' });
  expect(
    await client()
      .find(host, '1')
      .catch((error) => error),
  ).toMatchObject({
    kind: 'refused',
    message: 'Zoom returned 400 (300): Validation Failed.',
  });
});

test('a token without a new scope is replaced once', async () => {
  answer = ({ headers }, response) =>
    headers.authorization === 'Bearer token-1'
      ? json(response, 400, { code: 4711, message: 'It does not contain scopes.' })
      : json(response, 200, meeting);
  expect(await client().find(host, '1')).toMatchObject({ id: '81234567890' });
  expect(tokens).toHaveLength(2);
});

test('refused credentials stop all calls, and an unavailable token server does not', async () => {
  const problem = () =>
    client()
      .find(host, '1')
      .catch((error) => error);
  token = [400, { reason: 'Invalid client_id or client_secret', error: 'invalid_client' }];
  expect(await problem()).toMatchObject({ kind: 'operator', stops: 'everything' });
  token = [503, {}];
  expect(await problem()).toMatchObject({ kind: 'down', stops: null });
});

test('the client waits out a per-second limit', async () => {
  const headers = { 'x-ratelimit-type': 'QPS' };
  answer = (_request, response) =>
    seen.length === 1
      ? json(response, 429, { code: 429, message: 'Too many.' }, headers)
      : json(response, 200, meeting);
  expect(await client().find(host, '1')).toMatchObject({ id: '81234567890' });
});

test('changes to a running meeting wait, and a meeting that is over counts as removed', async () => {
  answer = (_request, response) =>
    json(response, 400, { code: 3002, message: 'It is in progress.' });
  await expect(client().remove(host, '1')).rejects.toMatchObject({
    kind: 'busy',
    retryAfterSeconds: 600,
  });
  answer = (_request, response) => json(response, 400, { code: 3007, message: 'It has ended.' });
  await client().remove(host, '1');
  expect(seen.at(-1)).toMatch(/^DELETE \/v2\/meetings\/1\?schedule_for_reminder=false /);
});

test('names are cut to Zoom’s limit without splitting a character', async () => {
  let sent = '';
  answer = (request, response) => {
    request.on('data', (part) => {
      sent += part;
    });
    request.on('end', () =>
      json(response, 201, { registrant_id: 'r', join_url: 'https://zoom.test/w/1' }),
    );
  };
  const guest = { email: 'a@b.test', firstName: `${'a'.repeat(63)}🌼b`, lastName: 'Ng' };
  await client().addRegistrant('host@x.test', '1', guest);
  expect(JSON.parse(sent)).toEqual({
    email: 'a@b.test',
    first_name: 'a'.repeat(63),
    last_name: 'Ng',
  });
});

test('a missing object is null, and removing it succeeds', async () => {
  answer = (_request, response) => json(response, 404, { code: 3001, message: 'Not there.' });
  const zoom = client();
  expect(await zoom.find(host, '1')).toBeNull();
  expect(await zoom.report('1')).toBeNull();
  await zoom.remove(host, '1');
});

test('a report is read to its last page, with registrant ids and without the waiting room', async () => {
  const stay = { registrant_id: '', join_time: '2026-11-18T00:00:00Z', status: 'in_meeting' };
  answer = ({ url }, response) => {
    const query = new URL(url ?? '', 'http://x').searchParams;
    expect(query.get('include_fields')).toBe('registrant_id');
    const isSecond = query.get('next_page_token') === 'more';
    json(response, 200, {
      next_page_token: isSecond ? '' : 'more',
      participants: isSecond
        ? [
            { ...stay, user_id: 2, registrant_id: 'b', leave_time: '', duration: 60 },
            { ...stay, registrant_id: 'c', duration: 900, status: 'in_waiting_room' },
          ]
        : [{ ...stay, user_id: '1', duration: 30, leave_time: '2026-11-18T00:00:30Z' }],
    });
  };
  const joinedAt = new Date(stay.join_time);
  const after = (seconds: number) => new Date(joinedAt.getTime() + seconds * 1000);
  expect(await client().report('ab/c==')).toEqual([
    { registrantId: null, connectionId: '1', joinedAt, leftAt: after(30) },
    { registrantId: 'b', connectionId: '2', joinedAt, leftAt: after(60) },
  ]);
  expect(seen[0]).toContain('/report/meetings/ab%252Fc%253D%253D/participants');
});

test('waiting times are read from seconds, dates and daily limits', () => {
  const now = new Date('2026-11-16T18:00:00Z');
  const read = (headers: Record<string, string>) => readRetryAfter(new Headers(headers), now);
  expect(read({ 'retry-after': '30' })).toBe(30);
  expect(read({ 'retry-after': '2026-11-17T00:00:00Z' })).toBe(6 * 60 * 60);
  expect(read({ 'retry-after': 'Mon, 16 Nov 2026 18:01:00 GMT' })).toBe(60);
  expect(read({ 'retry-after': '2026-11-16T17:00:00Z' })).toBe(1);
  expect(read({ 'x-ratelimit-type': 'Daily-limit' })).toBe(6 * 60 * 60);
  expect(read({ 'x-ratelimit-type': 'QPS' })).toBeUndefined();
});
