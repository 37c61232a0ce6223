import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort, stopServerIn } from './postgres/embedded.ts';

let folder: string;
let directory: string;
let port: number;
let sandboxPort: number;
const started: ChildProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'course-portal-demo-'));
  // When run as root, the database uses another account, which must be able to enter this folder.
  chmodSync(folder, 0o755);
  directory = join(folder, 'data');
  port = await findFreePort();
  sandboxPort = await findFreePort();
});
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL');
  await stopServerIn(join(directory, 'postgres'));
  rmSync(folder, { recursive: true, force: true });
});

function start(change: Record<string, string> = {}) {
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) };
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    env: { ...process.env, ...ports, DATA_DIR: directory, DATABASE_URL: '', ...change },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk) => {
      output += chunk;
    });
  }
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  const says = (text: string) => expect.poll(() => output, { timeout: 45_000 }).toContain(text);
  return { child, ended, says, output: () => output };
}

const isServed = (at = port) =>
  fetch(`http://localhost:${at}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

test('the demo prints where to go and who to sign in as, and survives being killed', {
  timeout: 150_000,
}, async () => {
  const first = start();
  await first.says('Press Ctrl-C to stop');
  expect(first.output()).toContain(`http://localhost:${port}`);
  expect(first.output()).toContain('mid-course@demo.test');
  expect(await isServed()).toBe(true);

  const twin = start({ PORT: String(await findFreePort()) });
  expect(await twin.ended).toBe(1);
  expect(twin.output()).toContain('already running with this data');
  expect(await isServed()).toBe(true);

  const mail = { method: 'POST', headers: { 'content-type': 'application/json' } };
  const email = 'alumni@demo.test';
  const body = JSON.stringify({ email });
  await fetch(`http://localhost:${port}/api/auth/login`, { ...mail, body });
  // Depending on the time of day, the outbox may contain reminders, too.
  const linksSent = async () => {
    const outbox = await (await fetch(`http://localhost:${sandboxPort}/outbox`)).json();
    return (outbox as { to: string }[]).filter(({ to }) => to === email).length;
  };
  await expect.poll(linksSent, { timeout: 10_000 }).toBe(1);
  // The demo's data contains login links, so other users mustn't read it.
  const othersMay = (path: string) => statSync(join(directory, path)).mode & 0o066;
  expect(['', 'postgres', 'sandbox', 'sandbox/outbox.jsonl'].map(othersMay)).toEqual([0, 0, 0, 0]);

  first.child.kill('SIGKILL');
  await first.ended;
  await expect.poll(() => isServed(), { timeout: 10_000 }).toBe(false);
  const second = start();
  await second.says('Press Ctrl-C to stop');
  expect(await linksSent()).toBe(1);

  second.child.kill('SIGINT');
  expect(await second.ended).toBe(0);
  expect(await isServed()).toBe(false);
});

test('a port in use is named in the error', { timeout: 30_000 }, async () => {
  const other = (await import('node:http')).createServer().listen(port, '127.0.0.1');
  const late = start();
  expect(await late.ended).toBe(1);
  expect(late.output()).toContain(`Another program is using port ${port}.`);
  other.close();
});

test('an invalid port is refused with an error', async () => {
  const odd = start({ PORT: 'eighty' });
  expect(await odd.ended).toBe(1);
  expect(odd.output()).toContain('PORT is “eighty”, which isn’t a port');
});
