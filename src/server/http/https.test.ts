import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';

const publicUrl = 'https://portal.test';
const nora = 'new-student@demo.test';

/** Simulates a proxy that serves https in front of a node that serves http. */
let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ environment: { PUBLIC_URL: publicUrl } });
});
afterAll(() => portal[Symbol.asyncDispose]());

const flags = '; Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$';

test('over https people can sign in, and every cookie is limited to this host and https', async () => {
  const client = openClient(portal);
  const asked = await client.post('/api/auth/login', { email: nora }, { origin: publicUrl });
  expect(asked.headers.getSetCookie()).toEqual([
    expect.stringMatching(`^__Host-browser=[\\w-]{43}${flags}`),
  ]);
  await signInOf(portal).finishJobs();
  const [mail] = await signInOf(portal).messagesTo(nora);
  const link = new URL(mail?.links[0] ?? '');
  expect(link.origin).toBe(publicUrl);
  const token = link.searchParams.get('token');
  const verified = await client.post('/api/auth/verify', { token }, { origin: publicUrl });
  expect(verified.headers.getSetCookie()).toEqual([
    expect.stringMatching(`^__Host-session=[\\w-]{43}${flags}`),
  ]);
  expect((await client.get('/api/user')).body.email).toBe(nora);
  const out = await client.post('/api/auth/logout', undefined, { origin: publicUrl });
  expect(out.headers.getSetCookie()).toEqual([expect.stringMatching(`^__Host-session=${flags}`)]);
});

test('over https, cookies with the http names are ignored', async () => {
  const cookie = await portal.cookieOf(nora);
  const get = (header: string) =>
    fetch(`${portal.url}/api/user`, { headers: { cookie: header } }).then(({ status }) => status);
  expect(await get(cookie)).toBe(401);
  expect(await get(`__Host-${cookie}`)).toBe(200);
});

test('over https every response has an HSTS header', async () => {
  for (const path of ['/', '/login', '/api/user', '/api/nothing', '/healthz']) {
    const answer = await fetch(portal.url + path);
    expect(answer.headers.get('strict-transport-security')).toBe(
      'max-age=63072000; includeSubDomains',
    );
  }
});

test('over https a change requested from the http address of the same host is rejected', async () => {
  const origin = 'http://portal.test';
  const asked = await openClient(portal).post('/api/auth/login', { email: nora }, { origin });
  expect(asked.status).toBe(403);
});
