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

/** A portal that responds to every request for a link with `answer`, but never sends a link. */
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  answer = { status: 200, message: 'If you have an account, a login link is on its way.' };
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
  const body = new URLSearchParams({ email: nora.email, by: 'email', ...fields });
  const page = await fetch(`${sandbox.url}/stage/sign-in`, { method: 'POST', headers, body });
  return page.text();
}

test('a refusal by the portal is quoted, with advice about its limits', async () => {
  answer = { status: 429, message: 'Please wait a few minutes.' };
  const page = await signIn();
  expect(page).toContain('The portal didn’t send a link: Please wait a few minutes.');
  expect(page).toContain('skip an hour');
});

test('if no link arrives, the page explains waiting and limits', async () => {
  const page = await signIn();
  expect(page).toContain('No email arrived within 0.1 seconds');
  expect(page).toContain('Retry on that page ends the wait');
  expect(page).toContain('at most five new links per 15 minutes');
});

test('if no link arrives because of a fault, the page names the fault', async () => {
  sandbox.setMailFaults({ deliverySeconds: 300 });
  const page = await signIn();
  expect(page).toContain('Emails arrive 5 minutes late.');
  expect(page).not.toContain('at most five new links');
  expect(await signIn({ by: 'text' })).toContain('at most five new links');
});

test('an unknown person and a portal that is down are explained', async () => {
  expect(await signIn({ email: 'nobody@x.test' })).toContain(
    'No one in the demo has this email address.',
  );
  await new Promise((closed) => portal.close(closed));
  expect(await signIn()).toContain('The portal isn’t responding.');
  portal.listen(0);
});

test('a form from another site is refused', async () => {
  expect(await signIn({}, { origin: 'https://evil.example' })).toContain('another site');
});
