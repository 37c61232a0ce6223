import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openZoomSandbox, type ZoomSandbox } from '../../../tests/support/zoom-sandbox.ts';
import { zoomAccount } from './tokens.ts';

let sandbox: ZoomSandbox;
let portal: Server;
let received: { event: string; participant: Record<string, unknown> | undefined }[];
let meetingId: number;

interface Answer {
  code?: number;
  participants?: { name: string; status: string; registrant_id: string; user_id: string }[];
}

const minute = 60_000;
const guests = ['Nora', 'Marcus', 'Elena'];
let links: string[];

beforeEach(async () => {
  received = [];
  portal = createServer(async (request, response) => {
    const { event, payload } = JSON.parse(await text(request));
    const { plainToken } = payload;
    if (plainToken) return response.end(JSON.stringify({ encryptedToken: hash(plainToken) }));
    received.push({ event, participant: payload.object.participant });
    return response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(portal, 'listening');
  const { port } = portal.address() as AddressInfo;
  sandbox = await openZoomSandbox(`http://127.0.0.1:${port}`);
  await openMeeting();
  await sandbox.webhooksSent();
});
afterEach(async () => {
  await sandbox.close();
  portal.close();
});

const hash = (token: string) =>
  createHmac('sha256', zoomAccount.webhookSecret).update(token).digest('hex');

async function openMeeting() {
  const plan = {
    topic: 'A class',
    type: 2,
    password: 'Kd4-Rm9-Xt',
    settings: { approval_type: 0 },
  };
  const made = await sandbox.call('POST', '/users/sandbox-host/meetings', plan);
  meetingId = made.body.id;
  links = [];
  for (const first_name of guests) {
    const guest = { email: `${first_name}@demo.test`, first_name, last_name: 'Sample' };
    const { body } = await sandbox.call('POST', `/meetings/${meetingId}/registrants`, guest);
    links.push(body.join_url);
  }
  await fetch(`${sandbox.url()}/zoom/s/${meetingId}`);
}

const set = (body: object) => sandbox.post('/zoom/attendance', body);
const enter = (at: number) => fetch(links[at] ?? '');
const leave = (at: number) => fetch((links[at] ?? '').replace('?', '/leave?'), { method: 'POST' });
const host = (what: string) =>
  fetch(`${sandbox.url()}/zoom/s/${meetingId}/${what}`, { method: 'POST', redirect: 'manual' });
const report = (): Promise<{ status: number; body: Answer }> =>
  sandbox.call('GET', `/report/meetings/${meetingId}/participants?include_fields=registrant_id`);

async function events(): Promise<string[]> {
  await sandbox.webhooksSent();
  return received
    .filter(({ participant }) => participant?.id !== 'sandbox-host')
    .map(({ event, participant }) =>
      [event.replace(/^meeting\.(participant_)?/, ''), participant?.user_name].join(' ').trim(),
    );
}

test('a report comes two minutes late, with half of the people, and is complete after six', async () => {
  for (const at of [0, 1, 2]) await enter(at);
  sandbox.clock.moveOn(20 * minute);
  await host('end');
  expect(await report()).toMatchObject({ status: 404, body: { code: 3001 } });
  sandbox.clock.moveOn(2 * minute);
  const half = (await report()).body.participants ?? [];
  expect(half.map(({ name }) => name)).toEqual(['The host', 'Nora Sample']);
  sandbox.clock.moveOn(4 * minute);
  const whole = (await report()).body.participants ?? [];
  expect(whole).toHaveLength(4);
  expect(new Set(whole.map(({ user_id }) => user_id)).size).toBe(4);
  expect(whole[0]?.registrant_id).toBe('');
});

test('there is no report of a meeting with one participant', async () => {
  await set({ reportTiming: 'at-once' });
  await host('end');
  expect(await report()).toMatchObject({ status: 404, body: { code: 3001 } });
});

test.each([
  ['basic-plan', 200],
  ['no-scope', 4711],
  ['no-scope-old-app', 4700],
  ['no-hosting', 3161],
  ['other-account', 1010],
])('reports are refused for %s with HTTP 400 and the code %i', async (reports, code) => {
  await enter(0);
  await host('end');
  sandbox.clock.moveOn(10 * minute);
  await set({ reports });
  expect(await report()).toMatchObject({ status: 400, body: { code } });
  await set({});
  expect((await report()).status).toBe(200);
});

test('a token without the scope gets no report', async () => {
  await enter(0);
  await host('end');
  sandbox.clock.moveOn(10 * minute);
  await sandbox.faults({ scope: 'meeting:read:admin' });
  await sandbox.signIn();
  expect(await report()).toMatchObject({ status: 400, body: { code: 4711 } });
});

const both = (event: string) => [`${event} Nora Sample`, `${event} Nora Sample`];

test.each([
  ['in-order', ['started', 'joined Nora Sample', 'left Nora Sample', 'ended']],
  ['out-of-order', ['started', 'left Nora Sample', 'joined Nora Sample', 'ended']],
  ['twice', ['started', ...both('joined'), ...both('left'), 'ended', 'ended']],
  ['late', ['started', 'ended', 'joined Nora Sample', 'left Nora Sample']],
  ['never', ['started']],
])('room events arrive %s', async (webhooks, expected) => {
  await set({ webhooks });
  await enter(0);
  await leave(0);
  await host('end');
  expect(await events()).toEqual(expected);
});

test('a leave event has no join time, and the host’s events have the host’s id', async () => {
  await enter(0);
  await leave(0);
  await sandbox.webhooksSent();
  const left = received.find(({ event }) => event === 'meeting.participant_left')?.participant;
  expect(left).toMatchObject({ registrant_id: expect.any(String), leave_time: expect.any(String) });
  expect(left).not.toHaveProperty('join_time');
  expect(received[1]).toMatchObject({
    event: 'meeting.participant_joined',
    participant: { id: 'sandbox-host' },
  });
});

test('people in the waiting room are in webhooks and reports with their registrant', async () => {
  await set({ door: 'waiting-room', reportTiming: 'at-once' });
  expect(await (await enter(0)).text()).toContain('Please wait');
  await enter(1);
  await leave(1);
  await host('admit');
  expect(await (await enter(0)).text()).toContain('You’re in the meeting');
  await host('end');
  expect(await events()).toEqual([
    'started',
    'joined_waiting_room Nora Sample',
    'joined_waiting_room Marcus Sample',
    'left_waiting_room Marcus Sample',
    'admitted Nora Sample',
    'joined Nora Sample',
    'left Nora Sample',
    'ended',
  ]);
  const ofNora = received.filter(({ participant }) => participant?.user_name === 'Nora Sample');
  const keys = new Set(ofNora.map(({ participant }) => participant?.participant_uuid));
  expect(keys).toEqual(new Set([expect.stringMatching(/^[0-9A-F-]{36}$/)]));
  for (const { participant } of ofNora) expect(participant?.registrant_id).not.toBe('');
  const statuses = ((await report()).body.participants ?? []).map(({ status }) => status);
  expect(statuses).toEqual(['in_meeting', 'in_waiting_room', 'in_waiting_room', 'in_meeting']);
});

test('the shared link admits guests only if set to, without registrant and email', async () => {
  const shared = (links[0] ?? '').replace(/tk=[^&]+&/, '');
  expect((await fetch(shared)).url).toContain('/zoom/meeting/register/');
  await set({ sharedLink: 'lets-in' });
  expect(await (await fetch(shared)).text()).toContain('Your name');
  const body = new URLSearchParams({ name: 'An iPad' });
  await fetch(`${sandbox.url()}/zoom/j/${meetingId}/guest`, { method: 'POST', body });
  expect(await events()).toEqual(['started', 'joined An iPad']);
  expect(received.at(-1)?.participant).toMatchObject({ registrant_id: '', email: '' });
});

test('an unknown fault or choice is refused', async () => {
  for (const body of [{ reports: 'maybe' }, { weather: 'fine' }]) {
    expect((await set(body)).status).toBe(400);
  }
  expect(await (await fetch(`${sandbox.url()}/zoom/attendance`)).json()).toEqual({});
});
