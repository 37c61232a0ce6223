import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { testClock } from '../../../tests/support/clock.ts';
import { zoomAccount } from './tokens.ts';
import { createWebhookSender } from './webhooks.ts';

let portal: Server;
let portalUrl: string;
/** The status codes of the portal's next responses. After those, it returns 200. */
let answers: number[];
let secret: string;
let received: { event: string; headers: IncomingHttpHeaders }[];
const clock = testClock();

beforeEach(async () => {
  answers = [];
  received = [];
  secret = zoomAccount.webhookSecret;
  portal = createServer(async (request, response) => {
    const { event, payload } = JSON.parse(await text(request));
    received.push({ event, headers: request.headers });
    const { plainToken } = payload;
    if (!plainToken) return response.writeHead(answers.shift() ?? 200).end();
    const encryptedToken = createHmac('sha256', secret).update(plainToken).digest('hex');
    return response.end(JSON.stringify({ plainToken, encryptedToken }));
  }).listen(0, '127.0.0.1');
  await once(portal, 'listening');
  portalUrl = `http://127.0.0.1:${(portal.address() as AddressInfo).port}`;
});
afterEach(() => portal.close());

async function send() {
  const sender = createWebhookSender({ portalUrl, clock });
  sender.send('meeting.ended', { id: '1' });
  await sender.settled();
  return received.map(({ event }) => event);
}

test('the endpoint is validated before its first event', async () => {
  expect(await send()).toEqual(['endpoint.url_validation', 'meeting.ended']);
  secret = 'another';
  expect((await send()).slice(2)).not.toContain('meeting.ended');
});

test('an event is retried after a 5xx, with its first signature', async () => {
  answers = [500];
  expect((await send()).slice(1)).toEqual(['meeting.ended', 'meeting.ended']);
  const [, first, second] = received.map(({ headers }) => headers['x-zm-signature']);
  expect(second).toBe(first);
});

test('a rejected event is not retried', async () => {
  answers = [401];
  expect((await send()).slice(1)).toEqual(['meeting.ended']);
});
