import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient, tokenOf } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(() => portal.clock.moveTo(testNow));

let serial = 0;
async function askedByPhone() {
  serial += 1;
  const phone = `+120255524${String(serial).padStart(2, '0')}`;
  const student = await openStudent(portal, { phone });
  const { client, message } = await signInOf(portal).requestLink(phone);
  return { ...student, phone, client, link: message.links[0] ?? '' };
}

const open = (link: string) => fetch(link, { redirect: 'manual' });

test('a link in a text is short: 128 bits after /s/', async () => {
  const { link } = await askedByPhone();
  expect(link).toMatch(new RegExp(`^${portal.url}/s/[\\w-]{22}$`));
});

test('a short link leads to the verify page, and opening it doesn’t use it up', async () => {
  const { link, client, email } = await askedByPhone();
  for (const _scanner of [1, 2, 3]) {
    const answer = await open(link);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`/verify?token=${tokenOf(link)}`);
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  const token = tokenOf(link);
  const stranger = openClient(portal);
  expect((await stranger.post('/api/auth/verify', { token })).body).toHaveProperty('confirmAs');
  expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(email);
  const again = await stranger.post('/api/auth/verify', { token, confirmed: true });
  expect(again.status).toBe(400);
});

test('a short link ends when it expires or a newer one is requested', async () => {
  const first = await askedByPhone();
  const { message } = await signInOf(portal).requestLink(first.phone);
  const verify = (link: string) =>
    openClient(portal).post('/api/auth/verify', { token: tokenOf(link), confirmed: true });
  expect((await verify(first.link)).status).toBe(400);
  portal.clock.moveOn(16 * 60 * 1000);
  expect((await verify(message.links[0] ?? '')).status).toBe(400);
});

test('any path after /s/ stays on this site', async () => {
  for (const path of [
    '/s/%2F%2Felsewhere.test',
    '/s/..%2F..%2Fadmin',
    '/s/x?next=//elsewhere.test',
  ]) {
    const answer = await open(portal.url + path);
    expect(answer.headers.get('location'), path).toMatch(/^\/verify\?token=[^/]*$/);
  }
});

test('half of a short token, and a shortened long one, sign no one in', async () => {
  const { link, email } = await askedByPhone();
  const { message } = await signInOf(portal).requestLink(email);
  const tokens = [tokenOf(link).slice(0, 11), tokenOf(message.links[0] ?? '').slice(0, 22)];
  for (const token of tokens) {
    const answer = await openClient(portal).post('/api/auth/verify', { token, confirmed: true });
    expect(answer.status).toBe(400);
  }
});

test('links in emails stay long, and can be repeated by text', async () => {
  const { phone, email } = await askedByPhone();
  const people = signInOf(portal);
  const { message } = await people.requestLink(email);
  expect(message.links[0]).toMatch(/\/verify\?token=[\w-]{43}$/);
  // There have been too many new links to this number, so we send the active link again.
  for (let asked = 1; asked < 5; asked += 1) await people.ask(phone, `203.0.113.${asked}`);
  await people.finishJobs();
  const mailed = await people.requestLink(email);
  const repeated = await people.requestLink(phone);
  expect(tokenOf(repeated.message.links[0] ?? '')).toBe(mailed.token);
  const opened = await openClient(portal).post('/api/auth/verify', {
    token: repeated.token,
    confirmed: true,
  });
  expect(opened.body.user.email).toBe(email);
});
