import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../../tests/support/portal.ts';
import type { StudentRow } from '../../../contract/people.ts';

let portal: Portal;
let cookie: string;
beforeAll(async () => {
  portal = await openPortal();
  cookie = await portal.cookieOf('admin@demo.test');
  await addLongList(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());

/** About 12 MB, three times what the system buffers for a client that doesn't read. */
function addLongList({ database }: Portal) {
  return database.execute(sql`
    insert into people (role, email, first_name, last_name, start_date, created_at)
    select 'student', 'long-' || i || '@example.org', 'Long', repeat('x', 4000), '2026-11-20', now()
    from generate_series(1, 3000) i`);
}

function ask(headers: Record<string, string> = {}, of = { url: portal.url, cookie }) {
  const asked = request(`${of.url}/api/students`, {
    headers: { cookie: of.cookie, ...headers },
    agent: false,
  });
  asked.on('error', () => {}).end();
  return asked;
}

const answerTo = (asked: ClientRequest) =>
  new Promise<IncomingMessage>((came) => asked.on('response', came));

async function stopHalfWay(asked: ClientRequest): Promise<IncomingMessage> {
  const answer = await answerTo(asked);
  await new Promise((readable) => answer.once('readable', readable));
  return answer;
}

async function readAll(): Promise<StudentRow[]> {
  const answer = await fetch(`${portal.url}/api/students`, { headers: { cookie } });
  return (await answer.json()) as StudentRow[];
}

const busyConnections = () => {
  const { totalCount, idleCount, waitingCount } = portal.database.$client;
  return totalCount - idleCount + waitingCount;
};
const isServed = async () =>
  (await fetch(`${portal.url}/api/user`, { headers: { cookie } })).status === 200;

test('no student is listed twice while others are added, changed and removed', async () => {
  const answer = await stopHalfWay(ask());
  await portal.database.execute(sql`
    insert into people (role, email, first_name, last_name, start_date, created_at)
    select 'student', 'late-' || i || '@example.org', 'Late', 'Comer', '2020-01-01', now()
    from generate_series(1, 300) i`);
  await portal.database.execute(sql`
    update people set start_date = '2019-01-01' where email like 'long-%' and id % 2 = 0`);
  await portal.database.execute(sql`delete from people where email like 'long-_@example.org'`);
  const ids = (JSON.parse(await text(answer)) as StudentRow[]).map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(2900);
  expect(new Set(ids).size).toBe(ids.length);
});

test('thirty clients that disconnect at once leave every database connection free', async () => {
  for (let reader = 0; reader < 30; reader += 1) {
    const asked = ask();
    await new Promise((sent) => asked.on('finish', sent));
    asked.destroy();
  }
  await expect.poll(busyConnections, { timeout: 10_000 }).toBe(0);
  expect(await isServed()).toBe(true);
  expect((await readAll()).length).toBeGreaterThan(2900);
});

test('twelve stalled clients hold no database connection', async () => {
  const stopped = await Promise.all(Array.from({ length: 12 }, () => stopHalfWay(ask())));
  await expect.poll(busyConnections, { timeout: 10_000 }).toBe(0);
  expect(await isServed()).toBe(true);
  expect(stopped.filter(({ complete }) => complete)).toHaveLength(0);
  for (const answer of stopped) answer.destroy();
});

test('a list that fails halfway is aborted, compressed or not', async () => {
  for (const encoding of ['gzip', 'identity']) {
    const answer = await stopHalfWay(ask({ 'accept-encoding': encoding }));
    await portal.database.execute(sql`alter table attendance rename to elsewhere`);
    const body = encoding === 'gzip' ? answer.pipe(createGunzip()) : answer;
    answer.on('error', (error) => body.destroy(error));
    await expect(text(body)).rejects.toThrow();
    expect(answer.complete).toBe(false);
    await portal.database.execute(sql`alter table elsewhere rename to attendance`);
  }
});

test('a client that stops reading is cut off, and one that is only slow gets everything', async () => {
  await using impatient = await openPortal({ environment: { RESPONSE_SECONDS: '1' } });
  await addLongList(impatient);
  const of = { url: impatient.url, cookie: await impatient.cookieOf('admin@demo.test') };
  const stopped = await stopHalfWay(ask({}, of));
  const connections = () =>
    new Promise<number>((counted) =>
      impatient.app.server.getConnections((_error, count) => counted(count)),
    );
  await expect.poll(connections).toBe(0);
  await expect(text(stopped)).rejects.toThrow('aborted');

  const begin = performance.now();
  const slow = (await answerTo(ask({}, of))).setEncoding('utf8');
  let body = '';
  for await (const piece of slow) {
    body += piece;
    if (performance.now() - begin < 1500) await pause(100);
  }
  expect(JSON.parse(body).length).toBeGreaterThan(3000);
  expect(performance.now() - begin).toBeGreaterThan(1000);
});
