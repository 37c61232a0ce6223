import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../../tests/support/clock.ts';
import { openZoom } from './zoom-client.ts';

let server: Server;
let calls: number;
let token: string;
let answer: (response: ServerResponse) => void;
const clock = testClock();
const host = 'host@x.test';

beforeEach(async () => {
  calls = 0;
  token = '{"access_token":"t","expires_in":3599,"scope":"meeting:write:admin"}';
  server = createServer((request, response) => {
    if (request.url?.startsWith('/oauth/token')) return response.writeHead(200).end(token);
    calls += 1;
    return answer(response);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterEach(() => new Promise((closed) => server.close(closed)));

function client() {
  const { port } = server.address() as AddressInfo;
  const address = `http://127.0.0.1:${port}`;
  const keys = { accountId: 'acc', clientId: 'id', clientSecret: 'secret', webhookSecret: 'hook' };
  return openZoom({ baseUrl: `${address}/v2`, oauthUrl: address, ...keys }, clock);
}

function say(status: number, content: string | object) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  answer = (response) => response.writeHead(status).end(text);
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
const participant = { duration: 60, registrant_id: 'r', join_time: '2026-11-18T00:00:00Z' };
const guest = { email: 'nora@demo.test', firstName: 'N', lastName: 'L' };
const confirmed = { email: guest.email, registrant_id: 'r', join_url: 'https://zoom.test/w/1' };
const registrant = { id: 'r', email: 'nora@demo.test', join_url: 'https://zoom.test/w/1' };
const reads = {
  find: { whole: meeting, call: () => client().find(host, '1') },
  findStartUrl: { whole: meeting, call: () => client().findStartUrl('1') },
  list: { whole: { meetings: [meeting] }, call: () => client().list('host@x.test') },
  listRegistrants: {
    whole: { registrants: [registrant] },
    call: () => client().listRegistrants(host, '1'),
  },
  report: {
    whole: { participants: [participant] },
    call: () => client().report('1'),
  },
  addRegistrant: {
    whole: { registrant_id: 'r', join_url: 'https://zoom.test/w/1' },
    call: () => client().addRegistrant(host, '1', guest),
  },
  addRegistrants: {
    whole: { registrants: [confirmed] },
    call: () => client().addRegistrants(host, '1', [guest]),
  },
  create: {
    whole: meeting,
    call: () =>
      client().create('host@x.test', {
        topic: 'A',
        startsAt: clock.now(),
        minutes: 60,
        marker: 'Class 1',
        passcode: 'Kd4-Rm9-Xt',
      }),
  },
};
const problemOf = (call: () => Promise<unknown>) =>
  call().then(
    (value) => ({ answered: value }),
    (error) => error,
  );
const unreadable = {
  kind: 'down',
  message: expect.stringMatching(/^We couldn’t read Zoom’s response/),
};

test.each(Object.entries(reads))('%s rejects an incomplete response', async (_name, read) => {
  const text = JSON.stringify(read.whole);
  say(200, text);
  await read.call();
  const foreign = ['', '{}', '[]', 'null', '"meetings"', text.slice(0, -1), '<!doctype html><p>Hi'];
  for (const content of foreign) {
    say(200, content);
    expect(await problemOf(read.call), content).toMatchObject(unreadable);
  }
  answer = (response) => {
    response.writeHead(200, { 'content-length': text.length });
    response.write(text.slice(0, 5), () => response.destroy());
  };
  expect(await problemOf(read.call)).toMatchObject({
    kind: 'down',
    message: /^We can’t reach Zoom/,
  });
});

test.each([
  ['list', { meetings: {} }],
  ['list', { meetings: [{ ...meeting, id: undefined }] }],
  ['list', { meetings: [{ ...meeting, start_time: 'soon' }] }],
  ['list', { meetings: [], next_page_token: 7 }],
  ['list', { registrants: [] }],
  ['find', { ...meeting, start_time: 'soon' }],
  ['find', { ...meeting, settings: undefined }],
  ['find', { ...meeting, join_url: 'none' }],
  ['listRegistrants', { registrants: [{ ...registrant, join_url: undefined }] }],
  ['listRegistrants', { registrants: [{ ...registrant, email: undefined }] }],
  ['listRegistrants', { registrants: [registrant], next_page_token: {} }],
  ['addRegistrants', { registrants: [{ ...confirmed, join_url: '' }] }],
  ['report', { participants: [{ ...participant, join_time: undefined }] }],
  ['report', { participants: [{ ...participant, duration: 'an hour' }] }],
] as const)('%s rejects %j', async (name, content) => {
  say(200, content);
  expect(await problemOf(reads[name].call)).toMatchObject(unreadable);
});

test('a list has the host’s other meetings, which may have no start', async () => {
  const { start_time: _none, ...recurring } = { ...meeting, id: 3, type: 3, agenda: undefined };
  say(200, { meetings: [recurring, meeting] });
  expect(await client().list('host@x.test')).toMatchObject([
    { id: '3', startsAt: null, marker: '' },
    { id: '81234567890', startsAt: new Date('2026-12-02T00:00:00Z') },
  ]);
});

test('a list that repeats a page is an error', async () => {
  say(200, { meetings: [], next_page_token: 'again' });
  expect(await problemOf(reads.list.call)).toMatchObject({ kind: 'down' });
  expect(calls).toBe(2);
});

test('only Zoom’s own 404 means that something does not exist', async () => {
  say(404, '<!doctype html><p>Not found');
  for (const { call } of Object.values(reads)) {
    expect(await problemOf(call)).toMatchObject({ kind: 'down', message: /^Zoom returned 404/ });
  }
  await expect(client().remove(host, '1')).rejects.toThrow('Zoom returned 404');
  say(404, { message: 'no Route matched' });
  expect(await problemOf(reads.find.call)).toMatchObject({ kind: 'down' });
  say(404, { code: 404, message: 'Not found' });
  expect(await problemOf(reads.listRegistrants.call)).toMatchObject({ kind: 'down' });
});

test.each([
  [400, 300, 'Validation Failed.'],
  [404, 3001, 'Meeting does not exist: 1.'],
  [404, 3043, 'Meeting has reached maximum attendee capacity.'],
  [400, 4711, 'Invalid access token, does not contain scopes.'],
  [429, 429, 'You have exceeded the daily rate limit of "3".'],
])('no one is added together after %i (%i)', async (status, code, message) => {
  say(status, { code, message });
  expect(await reads.addRegistrants.call()).toEqual([]);
});

test('people are only added together with the scope for it', async () => {
  say(201, { registrants: [confirmed] });
  expect(await reads.addRegistrants.call()).toEqual([
    { id: 'r', email: guest.email, joinUrl: confirmed.join_url },
  ]);
  for (const scope of ['', ',"scope":"meeting:write:registrant:admin"']) {
    token = `{"access_token":"t","expires_in":3599${scope}}`;
    expect(await reads.addRegistrants.call()).toEqual([]);
  }
  expect(calls).toBe(1);
});

test('an unknown host is an error for a list, but its meetings count as gone', async () => {
  say(404, { code: 1001, message: 'User does not exist: me.' });
  for (const name of ['list', 'create', 'addRegistrant'] as const) {
    expect(await problemOf(reads[name].call)).toMatchObject({ kind: 'operator' });
  }
  for (const name of ['find', 'findStartUrl', 'listRegistrants'] as const) {
    expect(await reads[name].call()).toBeNull();
  }
  await client().remove(host, '1');
  await client().removeRegistrant(host, '1', 'r');
});

test('removing a registrant is idempotent', async () => {
  say(400, { code: 3000, message: 'Registrant r was not found.' });
  await client().removeRegistrant(host, '1', 'r');
  say(400, { code: 404, message: 'Registration has not been enabled for this meeting: 1.' });
  await client().removeRegistrant(host, '1', 'r');
  say(400, { code: 3000, message: 'Cannot access webinar info.' });
  const remove = () => client().removeRegistrant(host, '1', 'r');
  expect(await problemOf(remove)).toMatchObject({ kind: 'refused' });
});

test('a change counts only if Zoom confirms it with 204', async () => {
  const when = { startsAt: clock.now(), minutes: 60 };
  const plan = { ...when, topic: 'A', marker: 'Class 1', passcode: 'Kd4-Rm9-Xt' };
  const changes = [
    () => client().change('host@x.test', '1', plan),
    () => client().remove(host, '1'),
    () => client().removeRegistrant(host, '1', 'r'),
  ];
  for (const change of changes) {
    say(204, '');
    await change();
    say(200, '<!doctype html><p>Hi');
    expect(await problemOf(change)).toMatchObject(unreadable);
  }
});

test.each([
  '<!doctype html><p>Hi',
  '{"access_token":"t","expires_in":35',
  '{"access_token":"","expires_in":3599}',
  '{"access_token":"t","expires_in":"soon"}',
  '{"access_token":"t","expires_in":0}',
])('a token is not read from %j', async (content) => {
  token = content;
  expect(await problemOf(reads.find.call)).toMatchObject({
    kind: 'down',
    message: expect.stringMatching(/^Zoom didn’t issue a token/),
  });
});

test('the passcode is Zoom’s password, and empty if there is none', async () => {
  say(200, { ...meeting, password: 'Ab3@-_*9' });
  expect(await client().find(host, '1')).toMatchObject({ passcode: 'Ab3@-_*9' });
  for (const without of [meeting, { ...meeting, password: '' }]) {
    say(200, without);
    expect(await client().find(host, '1')).toMatchObject({ passcode: '' });
  }
});

test('a redirect is never followed', async () => {
  answer = (response) => response.writeHead(307, { location: '/v2/elsewhere' }).end();
  await expect(client().find(host, '1')).rejects.toMatchObject({ kind: 'down' });
  expect(calls).toBe(1);
});
