import { connect as openSocket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { administer } from '../../../tests/support/postgres.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({
    environment: { METRICS_TOKEN: 'token-for-the-metrics', REQUEST_SECONDS: '1' },
  });
});
afterAll(() => portal[Symbol.asyncDispose]());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(portal.url + path, { headers });

const post = (path: string, body: string, headers: Record<string, string> = {}) =>
  fetch(portal.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });

test('a healthy node is live and ready', async () => {
  expect(await (await get('/healthz')).json()).toEqual({ status: 'alive' });
  expect(await (await get('/readyz')).json()).toEqual({ status: 'ready' });
});

test('a node whose database is gone or read-only is alive but not ready', async () => {
  const name = new URL(portal.databaseUrl).pathname.slice(1);
  const dropConnections = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`;
  await administer(`alter database ${name} set default_transaction_read_only = on`);
  await administer(dropConnections);
  await expect
    .poll(async () => (await get('/readyz')).json())
    .toEqual({ message: 'the database is read-only' });

  await administer(`alter database ${name} with allow_connections false`);
  await administer(dropConnections);
  await expect
    .poll(async () => (await get('/readyz')).json())
    .toEqual({ message: 'the database is not responding' });
  expect((await get('/readyz')).status).toBe(503);
  expect((await get('/healthz')).status).toBe(200);

  await administer(`alter database ${name} reset default_transaction_read_only`);
  await administer(`alter database ${name} with allow_connections true`);
  await expect.poll(async () => (await get('/readyz')).json()).toEqual({ status: 'ready' });
});

test('metrics require their token and count requests by route', async () => {
  expect((await get('/metrics')).status).toBe(401);
  const answer = await get('/metrics', { authorization: 'Bearer token-for-the-metrics' });
  expect(await answer.text()).toContain(
    'http_request_duration_seconds_count{method="GET",route="/healthz",status="200"}',
  );
});

test('an unknown call returns 404 in JSON, an unknown page returns the web app’s own page', async () => {
  for (const path of ['/api/nothing', '/api', '/api?x=1']) {
    const call = await get(path);
    expect(call.status).toBe(404);
    expect(await call.json()).toEqual({ message: 'Not found' });
  }
  const page = await get('/nothing');
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('<div id="root">');
});

test('a known page is never cached and carries the site facts and the server’s time', async () => {
  const page = await get('/login');
  expect(page.status).toBe(200);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const facts = (await page.text()).match(/id="site">(.*?)<\/script>/)?.[1] ?? '';
  const { organization, now, hasSession } = JSON.parse(facts);
  expect(organization).toBe('Quiet Mornings');
  expect(hasSession).toBe(false);
  expect(Math.abs(Date.parse(now) - portal.clock.now().getTime())).toBeLessThan(30_000);
});

test('hashed files are served precompressed and cacheable forever', async () => {
  const script = (await (await get('/')).text()).match(/src="(\/assets\/[^"]+\.js)"/)?.[1] ?? '';
  for (const encoding of ['br', 'gzip']) {
    const file = await get(script, { 'accept-encoding': encoding });
    expect(file.headers.get('content-encoding')).toBe(encoding);
    expect(file.headers.get('cache-control')).toContain('immutable');
  }
});

test('the manifest and its icons have the right content type and are revalidated', async () => {
  const types = {
    '/manifest.webmanifest': 'application/manifest+json',
    '/icons/icon-192.png': 'image/png',
    '/icons/apple-touch-icon.png': 'image/png',
  };
  for (const [path, type] of Object.entries(types)) {
    const { status, headers } = await get(path);
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('cache-control')).toBe('no-cache');
  }
  const page = await get('/login');
  expect(page.headers.get('content-security-policy')).toContain("manifest-src 'self'");
});

test('a long response is compressed if the client accepts it, a short one never is', async () => {
  const cookie = await portal.cookieOf('admin@demo.test');
  const ask = (path: string, encoding: string) =>
    get(path, { cookie, 'accept-encoding': encoding });
  const squeezed = await ask('/api/classes/all', 'gzip');
  const plain = await ask('/api/classes/all', 'identity');
  expect(squeezed.headers.get('content-encoding')).toBe('gzip');
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(plain.headers.get('vary')).toBe('accept-encoding');
  expect(await squeezed.json()).toEqual(await plain.json());
  const length = (answer: Response) => Number(answer.headers.get('content-length'));
  expect(length(squeezed)).toBeLessThan(length(plain) / 5);
  expect((await ask('/api/user', 'gzip')).headers.get('content-encoding')).toBeNull();
});

test('a page is compressed', async () => {
  const page = await get('/login', { 'accept-encoding': 'gzip' });
  expect(page.headers.get('content-encoding')).toBe('gzip');
  expect(await page.text()).toContain('</html>');
});

test('a response is compressed only if gzip is accepted and not ranked below identity', async () => {
  const cookie = await portal.cookieOf('admin@demo.test');
  const asked: Record<string, string | null> = {
    'gzip, deflate, br': 'gzip',
    'GZIP;q=0.5': 'gzip',
    '*': 'gzip',
    '*;q=0.1': 'gzip',
    'gzip;q=1, identity;q=0.5': 'gzip',
    'gzip, *;q=0': 'gzip',
    'identity;q=0, *': 'gzip',
    'gzip;q=0': null,
    'gzip; q=0.000': null,
    'gzip;q=0, *': null,
    'gzip;q=0.5, identity': null,
    'gzip;q=high': null,
    '*;q=0': null,
    identity: null,
    br: null,
    'x-notgzip': null,
  };
  const chosen: typeof asked = {};
  for (const encoding of Object.keys(asked)) {
    const answer = await get('/api/classes/all', { cookie, 'accept-encoding': encoding });
    chosen[encoding] = answer.headers.get('content-encoding');
    expect(Array.isArray(await answer.json())).toBe(true);
  }
  expect(chosen).toEqual(asked);
});

test('a request is logged by its route, never with a path or query that could contain a token', async () => {
  const secret = 'SECRET-in-an-address';
  const paths = [
    `/api/calendar/feeds/${secret}.ics?x=1`,
    `/api/calendar/%66eeds/${secret}.ics`,
    `/api/calendar%2Ffeeds/${secret}.ics`,
    `/api//calendar/feeds/${secret}.ics`,
    `/api/calendar/feeds/${secret}%E0%A4%A`,
    `/api/calendar/feeds/${secret.repeat(20)}`,
    `/verify?token=${secret}`,
    `/s/${secret}`,
    `/s/${secret}?utm=1`,
    `/${secret}`,
  ];
  for (const path of paths) await get(path);
  const lines = portal.logged.join('');
  expect(lines).not.toContain(secret);
  expect(lines).toContain('"method":"GET","route":"/api/calendar/feeds/:');
  expect(lines).toContain('"method":"GET","route":"/verify"');
  expect(lines).toContain('"method":"GET","route":"/s/:token"');
  expect(lines).toContain('"method":"GET","route":"unmatched"');
});

test('every response has the security headers, and calls are never stored', async () => {
  const page = await get('/verify');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self';");
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(page.headers.get('x-content-type-options')).toBe('nosniff');
  expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  expect(page.headers.get('strict-transport-security')).toBeNull();
  expect((await get('/api/nothing')).headers.get('cache-control')).toBe('no-store');
});

test('security.txt says where to report vulnerabilities', async () => {
  const answer = await get('/.well-known/security.txt');
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const lines = (await answer.text()).split('\n');
  expect(lines.slice(0, 2)).toEqual([
    `Contact: mailto:${portal.settings.site.supportEmail}`,
    expect.stringMatching('^Expires: 2026-12-16T18:'),
  ]);
});

test('an unreadable request is rejected with a message and never with a stack trace', async () => {
  const answers = {
    json: await post('/api/auth/login', '{"email":'),
    proto: await post('/api/auth/login', '{"__proto__":{"x":1}}'),
    text: await post('/api/auth/login', 'hello', { 'content-type': 'text/plain' }),
    large: await post('/api/auth/login', JSON.stringify({ email: 'a'.repeat(3_000_000) })),
    address: await get('/%E0%A4%A'),
  };
  const statuses = Object.entries(answers).map(([name, { status }]) => [name, status]);
  expect(Object.fromEntries(statuses)).toEqual({
    json: 400,
    proto: 400,
    text: 415,
    large: 413,
    address: 400,
  });
  for (const answer of Object.values(answers)) {
    expect(Object.keys((await answer.json()) as object)).toEqual(['message']);
  }
});

test('a state-changing call from another site is rejected', async () => {
  const login = (headers: Record<string, string>) =>
    post('/api/auth/login', '{"email":""}', headers).then(({ status }) => status);
  expect(await login({ 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await login({ 'sec-fetch-site': 'same-site' })).toBe(403);
  expect(await login({ origin: 'https://evil.example' })).toBe(403);
  expect(await login({ origin: 'null' })).toBe(403);
  expect(await login({ origin: portal.url })).toBe(400);
  expect(await login({ 'sec-fetch-site': 'same-origin' })).toBe(400);
});

test('a client that trickles its request is cut off', async () => {
  const socket = openSocket(Number(new URL(portal.url).port), '127.0.0.1');
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
  const answer = await new Promise<string>((closed) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
    });
    socket.on('close', () => closed(text));
  });
  expect(answer).toMatch(/^HTTP\/1.1 408/);
});
