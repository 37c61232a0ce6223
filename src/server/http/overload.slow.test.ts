import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import type { Transaction } from '../database/connect.ts';

const atOnce = 4;
let portal: Portal;
let cookie: string;
beforeAll(async () => {
  portal = await openPortal({ environment: { MOST_REQUESTS_AT_ONCE: String(atOnce) } });
  cookie = await portal.cookieOf('admin@demo.test');
});
afterAll(() => portal[Symbol.asyncDispose]());

const get = (path: string, signal?: AbortSignal) =>
  fetch(portal.url + path, { headers: { cookie }, ...(signal && { signal }) });
const ask = (signal?: AbortSignal) => get('/api/user', signal);

async function whileSessionsAreLocked(work: (transaction: Transaction) => Promise<unknown>) {
  await portal.database.transaction(async (transaction) => {
    await transaction.execute(sql`lock table sessions in access exclusive mode`);
    await work(transaction);
  });
}

test('calls that wait longer than a second get 503 with Retry-After, and the others succeed', async () => {
  let waiting: Promise<Response>[] = [];
  await whileSessionsAreLocked(async () => {
    waiting = Array.from({ length: atOnce }, () => ask());
    await expect.poll(async () => (await get('/api/openapi.json')).status).toBe(503);
    const refused = await ask();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(await refused.text()).toContain('A lot of people are using the portal right now.');
    for (const path of ['/healthz', '/readyz', '/login'])
      expect((await get(path)).status).toBe(200);
    const webhook = await fetch(`${portal.url}/api/webhooks/zoom`, { method: 'POST' });
    expect(webhook.status).not.toBe(503);
  });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(Array(atOnce).fill(200));
  expect((await ask()).status).toBe(200);
});

test('a call beyond the limit is answered when another one ends', async () => {
  const asked: Promise<Response>[] = [];
  await whileSessionsAreLocked(async (transaction) => {
    const waiting = sql`select from pg_locks where not granted and relation = 'sessions'::regclass`;
    // One after another, because calls that come together share a statement.
    for (let rowCount = 1; rowCount <= atOnce; rowCount += 1) {
      asked.push(ask());
      await expect.poll(() => transaction.execute(waiting)).toMatchObject({ rowCount });
    }
    asked.push(ask());
    await get('/healthz');
  });
  expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(
    Array(atOnce + 1).fill(200),
  );
});

test('a client that disconnects while waiting frees its place', async () => {
  await whileSessionsAreLocked(async () => {
    const hangingUp = new AbortController();
    const gone = Array.from({ length: atOnce }, () => ask(hangingUp.signal).catch(() => {}));
    await expect.poll(async () => (await get('/api/openapi.json')).status).toBe(503);
    hangingUp.abort();
    await Promise.all(gone);
    await expect.poll(async () => (await get('/api/openapi.json')).status).toBe(200);
  });
});
