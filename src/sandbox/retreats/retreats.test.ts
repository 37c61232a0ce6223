import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../tests/support/clock.ts';
import { startSandbox } from '../sandbox.ts';
import type { Event } from './registrations.ts';

let directory: string;
let clock: ReturnType<typeof testClock>;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let portal: Server;
let received: Event[];
/** The status codes of the portal's next responses. After those, it returns 200. */
let answers: number[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  clock = testClock();
  received = [];
  answers = [];
  portal = createServer(async (request, reply) => {
    const status = answers.shift() ?? 200;
    const body = (await request.toArray()).join('');
    if (status === 200) received.push(JSON.parse(body));
    reply.writeHead(status).end();
  });
  await new Promise<void>((done) => portal.listen(0, '127.0.0.1', done));
  await start();
});
afterEach(async () => {
  await sandbox.stop();
  portal.close();
  rmSync(directory, { recursive: true });
});

async function start() {
  const { port } = portal.address() as AddressInfo;
  const place = { host: '127.0.0.1', port: 0, directory, portalUrl: `http://127.0.0.1:${port}` };
  sandbox = await startSandbox({ ...place, clock });
}

const nora = {
  retreat: '2026-11-21',
  name: 'Nora <b>Lindqvist</b>',
  email: 'nora@demo.test',
  phone: '',
  code: 'firstretreat',
};

async function post(path: string, fields: Record<string, string>, accept = 'application/json') {
  const answer = await fetch(`${sandbox.url}/retreats/registrations${path}`, {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams(fields),
  });
  const text = await answer.text();
  return { status: answer.status, text, json: () => JSON.parse(text) };
}

const register = (change: Partial<typeof nora> = {}) => post('', { ...nora, ...change });
const read = async (path: string) => (await fetch(`${sandbox.url}/retreats${path}`)).text();

test('retreats are on the coming weekends in Pacific time, never today', async () => {
  const days = async () =>
    [...(await read('')).matchAll(/href="\/retreats\/(\d[^"]+)"/g)].map(([, day]) => day);
  expect(await days()).toEqual([
    ...['2026-11-21', '2026-11-22', '2026-11-28', '2026-11-29'],
    ...['2026-12-05', '2026-12-06'],
  ]);
  // It is still Saturday in Pacific time.
  clock.moveTo(new Date('2026-11-22T07:00:00Z'));
  expect((await days())[0]).toBe('2026-11-22');
  clock.moveTo(new Date('2026-11-22T08:00:00Z'));
  expect((await days())[0]).toBe('2026-11-28');
});

test('registering, changing and canceling are sent in order, each with a later time', async () => {
  const { reference, toPay } = (await register()).json();
  expect(toPay).toBe(0);
  clock.moveOn(-60_000);
  await post(`/${reference}/change`, { retreat: '2026-11-28' });
  await post(`/${reference}/cancel`, {});
  await sandbox.retreatWebhooksSent();
  expect(received.map(({ type }) => type)).toEqual([
    'registration.made',
    'registration.changed',
    'registration.canceled',
  ]);
  expect(received.map(({ registration }) => registration.description?.split(', 9:00')[0])).toEqual([
    'Saturday, November 21, 2026',
    'Saturday, November 28, 2026',
    'Saturday, November 28, 2026',
  ]);
  const times = received.map(({ at }) => at);
  expect(times).toEqual(times.toSorted());
  expect(new Set(times).size).toBe(3);
  expect(received[0]?.registration).not.toHaveProperty('phone');
});

test('a rejected event is retried before any other, even after a restart', async () => {
  answers = [503, 401];
  const { reference } = (await register()).json();
  await sandbox.retreatWebhooksSent();
  expect(received).toHaveLength(1);

  answers = Array.from({ length: 100 }, () => 500);
  await post(`/${reference}/change`, { retreat: '2026-11-28' });
  await sandbox.stop();
  expect(received).toHaveLength(1);
  appendFileSync(join(directory, 'retreats.jsonl'), '{"saved":{"reference":"LR-');
  await start();
  await sandbox.stop();
  answers = [];
  await start();
  await post(`/${reference}/cancel`, {});
  await sandbox.retreatWebhooksSent();
  expect(received.map(({ type }) => type)).toEqual([
    'registration.made',
    'registration.changed',
    'registration.canceled',
  ]);
  await sandbox.stop();
  await start();
  await sandbox.retreatWebhooksSent();
  expect(received).toHaveLength(3);
});

test('sending a form twice makes one registration, and without a code it costs the full price', async () => {
  const first = (await register()).json();
  expect((await register({ email: 'NORA@demo.test' })).json().reference).toBe(first.reference);
  expect((await register({ retreat: '2026-11-22', code: '' })).json().toPay).toBe(85);
});

test('an invalid form comes back as filled in, and no one is registered', async () => {
  const answer = await post('', { ...nora, code: '"><script>' }, 'text/html');
  expect(answer.status).toBe(422);
  expect(answer.text).toContain('We don’t know the code “&#34;&#62;&#60;script&#62;”.');
  expect(answer.text).toContain('value="Nora &#60;b&#62;Lindqvist&#60;/b&#62;"');
  const { faults } = (await register({ name: ' ', email: 'nora', phone: 'none' })).json();
  expect(Object.keys(faults)).toEqual(['name', 'email', 'phone']);
  expect((await register({ retreat: '2026-11-23' })).status).toBe(404);
  expect(JSON.parse(await read('/registrations'))).toEqual([]);
});

test('a name is escaped', async () => {
  const { reference } = (await register()).json();
  for (const path of [`/registrations/${reference}`, `/registrations/${reference}/confirmed`]) {
    const page = await read(path);
    expect(page).toContain('Nora &#60;b&#62;Lindqvist&#60;/b&#62;');
    expect(page).not.toContain('<b>');
  }
});

test('a canceled or past registration can’t be changed, and an unknown number is not found', async () => {
  const { reference } = (await register()).json();
  clock.moveTo(new Date('2026-11-21T20:00:00Z'));
  expect((await post(`/${reference}/change`, { retreat: '2026-11-28' })).status).toBe(404);
  expect((await post(`/${reference}/cancel`, {})).status).toBe(404);
  expect(await read(`/registrations/${reference}`)).not.toContain('Cancel this registration');
  expect((await fetch(`${sandbox.url}/retreats/registrations/LR-22222222`)).status).toBe(404);
});
