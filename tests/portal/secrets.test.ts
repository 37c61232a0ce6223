import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256 } from '../../src/server/platform/tokens.ts';
import { messageTo, openClient, tokenIn } from '../support/client.ts';
import { openPortal, type Portal } from '../support/portal.ts';
import { retreatSiteOf } from '../support/retreats.ts';
import { openStudent } from '../support/students.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({
    logStatements: true,
    environment: {
      LINK_KEY: 'a key of login links that stands nowhere else',
      METRICS_TOKEN: 'a token of the metrics that stands nowhere else',
    },
  });
});
afterAll(() => portal[Symbol.asyncDispose]());

function secretsIn(settings: object): string[] {
  return Object.entries(settings).flatMap(([name, value]) => {
    if (value && typeof value === 'object') return secretsIn(value);
    if (typeof value !== 'string') return [];
    if (/key|secret|token|password/i.test(name)) return [value];
    const { password } = URL.canParse(value) ? new URL(value) : { password: '' };
    return password ? [decodeURIComponent(password)] : [];
  });
}

/** Returns a secret as text, as bytes, and as the two pads that HMAC derives from a key. */
function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const key = Buffer.alloc(64);
  (bytes.length > 64 ? createHash('sha256').update(bytes).digest() : bytes).copy(key);
  const pads = [0x36, 0x5c].map((pad) => Buffer.from(key.map((byte) => byte ^ pad)));
  const encoded = [bytes, ...pads].flatMap((form) => [
    form.toString('hex'),
    form.toString('base64').replace(/=+$/, ''),
    form.toString('base64url'),
  ]);
  return [secret, ...encoded];
}

async function statementLog(): Promise<string> {
  const { rows } = await portal.database.execute<{ directory: string }>(
    sql`select current_setting('data_directory') as directory`,
  );
  return readFileSync(join(rows[0]?.directory ?? '', '../postgres.log'), 'utf8');
}

async function signIn(identifier: string, recipient: string) {
  const browser = openClient(portal);
  await browser.post('/api/auth/login', { email: identifier });
  const token = tokenIn(await messageTo(portal, recipient));
  expect((await browser.post('/api/auth/verify', { token })).status).toBe(200);
  return { browser, handedOut: [token, ...Object.values(browser.cookies)] };
}

test('no secret, token or session id is ever in a statement or its values', async () => {
  const student = await openStudent(portal, { phone: '+12025552900' });
  const byText = await signIn('+12025552900', '+12025552900');
  const { subscribeUrl } = (await byText.browser.get('/api/calendar')).body;
  expect((await fetch(subscribeUrl)).status).toBe(200);
  const renewed = (await byText.browser.post('/api/calendar/renew')).body.subscribeUrl;

  const byMail = await signIn('admin@demo.test', 'admin@demo.test');
  const { browser: admin } = byMail;
  const { body: students } = await admin.get('/api/students');
  const { body: alumni } = await admin.get('/api/alumni');
  const copied = await admin.post(`/api/admin/people/${students[0].id}/login-link`);
  expect(copied.body.loginLink).toBe(students[0].loginLink);
  const added = { email: 'welcome@example.org', firstName: 'Ada', lastName: 'Byron' };
  const role = { role: 'student', startDate: '2026-11-20' };
  expect((await admin.post('/api/admin/users', { ...added, ...role })).status).toBe(200);
  const welcome = tokenIn(await messageTo(portal, added.email));
  await openClient(portal).post('/api/auth/verify', { token: welcome, confirmed: true });

  const site = retreatSiteOf(portal);
  const { email } = student;
  await site.post(site.bodyOf({ reference: site.newReference(), email }));
  await postZoomWebhook();
  await postTwilioWebhook();
  const authorization = `Bearer ${portal.settings.metricsToken}`;
  expect((await fetch(`${portal.url}/metrics`, { headers: { authorization } })).status).toBe(200);

  const shown = [...students, ...alumni.data].map(({ loginLink }: { loginLink: string }) =>
    new URL(loginLink, portal.url).searchParams.get('token'),
  );
  const feeds = [subscribeUrl, renewed].map((url) => url.match(/feeds\/([\w-]+)/)?.[1]);
  const handedOut = [...byText.handedOut, ...byMail.handedOut, welcome, ...shown, ...feeds];
  // Tokens have 256 bits, or 128 in a text message.
  expect(handedOut.every((token) => token?.length === 43 || token?.length === 22)).toBe(true);
  const secrets = [...secretsIn(portal.settings), ...handedOut];
  expect(secretsIn(portal.settings).length).toBeGreaterThanOrEqual(7);

  const log = await statementLog();
  // This proves that the log does contain values, such as the hash of a session ID.
  expect(log).toContain(sha256(admin.cookies.session ?? '').toString('hex'));
  const found = secrets.filter((secret) =>
    formsOf(secret ?? '').some((form) => log.includes(form)),
  );
  expect(found).toEqual([]);
});

async function postZoomWebhook() {
  const body = JSON.stringify({
    event: 'endpoint.url_validation',
    payload: { plainToken: 'anything' },
  });
  const timestamp = String(Math.floor(portal.clock.now().getTime() / 1000));
  const mac = createHmac('sha256', portal.settings.meetings.webhookSecret);
  const signature = `v0=${mac.update(`v0:${timestamp}:${body}`).digest('hex')}`;
  const answer = await fetch(`${portal.url}/api/webhooks/zoom`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-zm-request-timestamp': timestamp,
      'x-zm-signature': signature,
    },
    body,
  });
  expect(answer.status).toBe(200);
}

async function postTwilioWebhook() {
  const address = `${portal.url}/api/webhooks/twilio/replies`;
  const form = { Body: 'STOP', From: '+12025552900', MessageSid: 'SM1', To: '+12025550191' };
  const content = Object.entries(form)
    .map(([name, value]) => name + value)
    .join('');
  const mac = createHmac('sha1', portal.settings.texts.authToken);
  const headers = { 'x-twilio-signature': mac.update(address + content).digest('base64') };
  const body = new URLSearchParams(form);
  expect((await fetch(address, { method: 'POST', headers, body })).status).toBe(200);
}
