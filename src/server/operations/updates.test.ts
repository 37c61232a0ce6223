import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { checkSetup } from '../../../tests/support/setup-checks.ts';
import { readBuild } from '../platform/build-info.ts';
import { HOUR_MS } from '../platform/clock.ts';

let portal: Portal;
let origin: string;
let asked: { path?: string | undefined; headers: IncomingHttpHeaders }[] = [];

const newer = { version: '99.10.0', date: '2027-01-31', url: 'https://portal.example/99' };
const answers: Record<string, [status: number, body: string, headers?: Record<string, string>]> = {
  '/newer': [200, JSON.stringify(newer)],
  '/same': [200, JSON.stringify({ ...newer, version: readBuild().version })],
  '/older': [200, JSON.stringify({ ...newer, version: '0.99.99' })],
  '/moved': [302, '', { location: '/newer' }],
  '/failed': [500, JSON.stringify(newer)],
  '/script': [200, JSON.stringify({ ...newer, url: 'javascript:alert(1)' })],
  '/words': [200, JSON.stringify({ ...newer, version: 'the newest\u001b[31m' })],
  '/endless': [200, JSON.stringify({ ...newer, notes: 'x'.repeat(1_000_000) })],
  '/page': [200, '<html>'],
  '/colored': [200, JSON.stringify({ ...newer, url: 'https://x.example/\u001b[31m' })],
};
const server = createServer(({ url, headers }, response) => {
  asked.push({ path: url, headers });
  const [status, body, more] = answers[url ?? ''] ?? [404, ''];
  response.writeHead(status, { 'set-cookie': 'a=b', ...more }).end(body);
});

beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await portal[Symbol.asyncDispose]();
});

async function versionWith(path: string | undefined) {
  const settings = { updateFeed: path && origin + path };
  const [found] = await checkSetup(portal, { settings, only: 'Version' });
  return found;
}

test('without a feed, Setup says the version and asks no one', async () => {
  asked = [];
  const found = await versionWith(undefined);
  expect(found?.sentence).toContain(`This is version ${readBuild().version}`);
  expect([found?.state, asked]).toEqual(['ok', []]);
});

test('a newer version is a warning with a link', async () => {
  const found = await versionWith('/newer');
  expect(found).toMatchObject({ state: 'warning', link: newer.url });
  expect(found?.sentence).toMatch(/ Version 99\.10\.0 came out on Jan 31, 2027\.$/);
});

test('a link can’t contain control characters, because portal check prints it', async () => {
  expect((await versionWith('/colored'))?.link).toBe('https://x.example/%1B[31m');
});

test.each(['/same', '/older'])('a feed with the %s version is OK', async (path) => {
  const { state, sentence } = (await versionWith(path)) ?? {};
  expect([state, sentence]).toEqual(['ok', expect.stringContaining('It’s the newest version.')]);
});

test.each(['/moved', '/failed', '/script', '/words', '/endless', '/page', '/missing'])(
  'a wrong feed is a quiet line: %s',
  async (path) => {
    const found = await versionWith(path);
    expect(found).toEqual({
      name: 'Version',
      chapter: 'upgrade',
      state: 'ok',
      sentence: expect.stringMatching(/UPDATE_FEED didn’t name .* tomorrow\.$/),
    });
    expect(asked.at(-1)?.path).toBe(path);
  },
);

test('a feed that can’t be reached is a quiet line without its password', async () => {
  const settings = { updateFeed: 'http://user:hidden@127.0.0.1:9/feed' };
  const [found] = await checkSetup(portal, { settings, only: 'Version' });
  expect(found?.state).toBe('ok');
  expect(JSON.stringify(found)).not.toContain('hidden');
});

test('the feed is asked once a day, without anything about the school', async () => {
  asked = [];
  for (const hours of [0, 1, 22, 2]) {
    portal.clock.moveOn(hours * HOUR_MS);
    expect((await versionWith('/newer'))?.state).toBe('warning');
  }
  expect(asked).toHaveLength(2);
  for (const { headers } of asked) {
    const { host: _, connection: __, ...sent } = headers;
    expect(sent).toEqual({
      accept: 'application/json',
      'accept-encoding': expect.any(String),
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
      'user-agent': 'course-portal',
    });
  }
});
