import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clockMovedBy } from '../server/platform/clock.ts';
import type { Message } from './outbox.ts';
import { startSandbox } from './sandbox.ts';
import { openClock } from './time-travel.ts';

let directory: string;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  sandbox = await start();
});
afterEach(async () => {
  await sandbox.stop();
  rmSync(directory, { recursive: true });
});

function start() {
  const clock = openClock(join(directory, 'clock'));
  const portalUrl = 'http://localhost:3000';
  return startSandbox({ host: '127.0.0.1', port: 0, directory, clock, portalUrl });
}

const outbox = async () => (await fetch(`${sandbox.url}/outbox`)).json() as Promise<Message[]>;
const setClock = (form: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.url}/stage/clock`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(form),
    redirect: 'manual',
  });
const isMoved = async () => {
  const state = await (await fetch(`${sandbox.url}/stage/state`)).json();
  return (state as { moved: boolean }).moved;
};

const openTransport = () =>
  createTransport({
    url: sandbox.keys.smtpUrl,
    name: 'portal.test',
    requireTLS: true,
    tls: { ca: readFileSync(sandbox.keys.smtpCaFile) },
  });

async function sendMail(subject: string) {
  const transport = openTransport();
  const text = 'See http://localhost:3000/verify?token=a_b-c now.';
  const html = '<a href="http://localhost:3000/verify?token=a_b-c">See</a>';
  await transport.sendMail({ from: 'a@x.test', to: 'b@x.test', subject, text, html });
  transport.close();
}

test('an email sent by SMTP is in the outbox, newest first, with its links', async () => {
  await sendMail('First');
  await sendMail('Déjà vu');
  expect(await outbox()).toMatchObject([
    {
      id: 2,
      channel: 'email',
      to: 'b@x.test',
      subject: 'Déjà vu',
      links: ['http://localhost:3000/verify?token=a_b-c'],
    },
    { id: 1, subject: 'First' },
  ]);
});

test('attachments are in the outbox as they were sent', async () => {
  const transport = openTransport();
  const content = 'BEGIN:VCALENDAR\r\nX-NAME:Zoë\r\nEND:VCALENDAR\r\n';
  const contentType = 'text/calendar; charset=utf-8; method=PUBLISH';
  const attachments = [{ filename: 'class-7.ics', contentType, content }];
  await transport.sendMail({ from: 'a@x.test', to: 'b@x.test', text: 'See', attachments });
  await transport.sendMail({ from: 'a@x.test', to: 'b@x.test', text: 'See' });
  transport.close();
  const [without, withFile] = await outbox();
  expect(without?.attachments).toEqual([]);
  expect(withFile?.attachments).toEqual([
    { name: 'class-7.ics', type: 'text/calendar; method=PUBLISH', content },
  ]);
});

test('a restart keeps acknowledged messages and drops a half-written line', async () => {
  await sendMail('Kept');
  await sandbox.stop();
  appendFileSync(join(directory, 'outbox.jsonl'), '{"id":2,"subject":"Ha');
  sandbox = await start();
  await sendMail('After');
  expect((await outbox()).map(({ subject }) => subject)).toEqual(['After', 'Kept']);
});

test('the portal’s clock follows the sandbox’s and goes back to real time', async () => {
  const portalClock = clockMovedBy(join(directory, 'clock'));
  await setClock({ to: 'time', now: '2027-03-14T10:00' });
  const moved = portalClock.now().getTime() - Date.parse('2027-03-14T10:00:00Z');
  expect(moved).toBeGreaterThanOrEqual(0);
  expect(moved).toBeLessThan(2000);
  expect(await isMoved()).toBe(true);
  await setClock({ to: 'real' });
  expect(Math.abs(portalClock.now().getTime() - Date.now())).toBeLessThan(2000);
});

test('an invalid time is refused and moves nothing', async () => {
  for (const now of ['soon', '']) {
    const answer = await setClock({ to: 'time', now });
    expect(answer.headers.get('location')).toBe('/?said=invalid-time');
  }
  expect(await isMoved()).toBe(false);
});

test('another site can’t move the clock, send a form or frame a page', async () => {
  const post = (headers: Record<string, string>) => setClock({ to: 'day' }, headers);
  expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
  expect((await post({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
  expect(await isMoved()).toBe(false);
  expect((await post({ origin: sandbox.url })).status).toBe(303);
  expect((await fetch(sandbox.url)).headers.get('x-frame-options')).toBe('SAMEORIGIN');
});

test('the pages serve the font of their headings', async () => {
  const page = await (await fetch(sandbox.url)).text();
  const [, address = ''] = page.match(/@font-face[^}]+url\(([^)]+)\)/) ?? [];
  const font = await fetch(new URL(address, sandbox.url));
  expect(font.headers.get('content-type')).toBe('font/woff2');
  expect((await font.bytes()).length).toBeGreaterThan(10_000);
});
