import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { openClock } from '../time-travel.ts';

const nora = {
  email: 'nora@x.test',
  phone: '+12025550102',
  name: 'Nora Lindqvist',
  role: 'student',
};

let directory: string;
let portal: Server;
let answer: { status: number; message: string };
let sandbox: Awaited<ReturnType<typeof startSandbox>>;

/** A portal that answers to every ask for a link as it is told, and sends none. */
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  answer = { status: 200, message: 'If we know you, a login link is on its way.' };
  portal = createServer((_request, response) => {
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: answer.message }));
  });
  await new Promise<void>((listening) => portal.listen(0, '127.0.0.1', listening));
  const { port } = portal.address() as AddressInfo;
  sandbox = await startSandbox({
    host: '127.0.0.1',
    port: 0,
    directory,
    clock: openClock(join(directory, 'clock')),
    portalUrl: `http://127.0.0.1:${port}`,
    people: [{ ...nora, about: 'has chosen no class yet' }],
    linkWaitMs: 100,
  });
});
afterEach(async () => {
  await sandbox.stop();
  await new Promise((closed) => portal.close(closed));
  rmSync(directory, { recursive: true });
});

async function signIn(fields: Record<string, string> = {}, headers = {}): Promise<string> {
  const body = new URLSearchParams({ email: nora.email, by: 'mail', ...fields });
  const page = await fetch(`${sandbox.url}/stage/sign-in`, { method: 'POST', headers, body });
  return page.text();
}

test('a portal that refuses is quoted, with the way out of its limits', async () => {
  answer = { status: 429, message: 'Please wait a few minutes.' };
  const page = await signIn();
  expect(page).toContain('The portal sends no link: Please wait a few minutes.');
  expect(page).toContain('an hour on');
});

test('a link that does not come ends in sentences about waiting and the limits', async () => {
  const page = await signIn();
  expect(page).toContain('No mail has come in 0.1 seconds');
  expect(page).toContain('Retry there ends the wait');
  expect(page).toContain('at most five new links in a quarter of an hour');
});

test('a link that does not come because a vendor is told to fail ends in what the vendor was told', async () => {
  sandbox.setMailFaults({ deliverySeconds: 300 });
  const page = await signIn();
  expect(page).toContain('Mails arrive five minutes late.');
  expect(page).not.toContain('at most five new links');
  expect(await signIn({ by: 'text' })).toContain('at most five new links');
});

test('a portal that is gone, and a person whom nobody knows, end in a sentence', async () => {
  expect(await signIn({ email: 'nobody@x.test' })).toContain('Nobody has this email in the demo.');
  await new Promise((closed) => portal.close(closed));
  expect(await signIn()).toContain('The portal does not answer.');
  portal.listen(0);
});

test('a form of another site is not taken', async () => {
  expect(await signIn({}, { origin: 'https://evil.example' })).toContain('another site');
});
