import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { testClock } from '../../../tests/support/clock.ts';
import { startSandbox } from '../sandbox.ts';

let directory: string;
let sandbox: Awaited<ReturnType<typeof startSandbox>>;
let listener: Server;
let received: { path: string; form: Record<string, string>; signature: unknown }[];

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'course-portal-sandbox-'));
  received = [];
  listener = createServer(async (request, response) => {
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    received.push({
      path: request.url ?? '',
      form,
      signature: request.headers['x-twilio-signature'],
    });
    response.end('<Response><Message>Ask &#38; learn</Message></Response>');
  });
  await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening));
  await start();
});
afterEach(async () => {
  await sandbox.stop();
  listener.close();
  rmSync(directory, { recursive: true });
});

const portalUrl = () => `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;

async function start() {
  const place = { host: '127.0.0.1', port: 0, directory, portalUrl: portalUrl() };
  sandbox = await startSandbox({ ...place, clock: testClock() });
}

async function twilio(path: string, fields?: Record<string, string>, password?: string) {
  const { baseUrl, accountSid, authToken } = sandbox.keys.twilio;
  const authorization = `Basic ${btoa(`${accountSid}:${password ?? authToken}`)}`;
  const answer = await fetch(`${baseUrl}/2010-04-01/Accounts/${accountSid}${path}`, {
    headers: { authorization },
    ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of the answer
  return { status: answer.status, body: (await answer.json()) as any };
}

const phone = '+12025550100';
const send = (change: Record<string, string> = {}) =>
  twilio('/Messages.json', {
    To: phone,
    MessagingServiceSid: sandbox.keys.twilio.reminderSender,
    Body: 'Hello',
    StatusCallback: `${portalUrl()}/status?message=1`,
    ...change,
  });
const post = async (path: string, body: object) => {
  const headers = { 'content-type': 'application/json' };
  const options = { method: 'POST', headers, body: JSON.stringify(body) };
  return (await fetch(sandbox.url + path, options)).status;
};
const reply = (body: string) =>
  post(`/twilio/phones/${encodeURIComponent(phone)}/replies`, { body });

/** The fields and forms that Twilio's own description gives a message. */
const sid = (start: string) => z.string().regex(new RegExp(`^(${start})[0-9a-fA-F]{32}$`));
const date = z.string().regex(/^\w{3}, \d{2} \w{3} \d{4} \d{2}:\d{2}:\d{2} \+0000$/);
const described = z.strictObject({
  sid: sid('SM|MM'),
  account_sid: sid('AC'),
  messaging_service_sid: sid('MG').nullable(),
  from: z.string().nullable(),
  to: z.string(),
  body: z.string(),
  status: z.enum(['queued', 'accepted', 'sent', 'delivered', 'undelivered', 'received']),
  direction: z.enum(['inbound', 'outbound-api', 'outbound-reply']),
  num_segments: z.string(),
  num_media: z.string(),
  error_code: z.int().nullable(),
  error_message: z.string().nullable(),
  price: z.string().nullable(),
  price_unit: z.string(),
  date_created: date,
  date_updated: date,
  date_sent: date.nullable(),
  api_version: z.string(),
  uri: z.string(),
  subresource_uris: z.record(z.string(), z.string()),
});

test('a message is described as Twilio does, when sent, when fetched and in the list', async () => {
  const sent = await send();
  expect(sent.status).toBe(201);
  expect(described.parse(sent.body)).toMatchObject({ status: 'accepted', from: null });
  const fetched = await twilio(`/Messages/${sent.body.sid}.json`);
  expect(described.parse(fetched.body)).toMatchObject({ status: 'delivered', body: 'Hello' });
  const { body } = await twilio(`/Messages.json?To=${encodeURIComponent(phone)}`);
  expect(body.messages).toEqual([fetched.body]);
  expect((await twilio('/Messages.json?To=%2B12025550101')).body.messages).toEqual([]);
});

test.each([
  [{ To: '' }, 21604],
  [{ To: '555' }, 21211],
  [{ MessagingServiceSid: '' }, 21603],
  [{ Body: '' }, 21602],
  [{ Body: 'x'.repeat(1601) }, 21617],
])('what Twilio would refuse is refused with its code', async (change, code) => {
  expect(await send(change)).toMatchObject({ status: 400, body: { code, status: 400 } });
});

test('a wrong key and an unknown message are refused', async () => {
  expect((await twilio('/Messages.json', undefined, 'wrong')).body).toMatchObject({ code: 20003 });
  expect((await twilio(`/Messages/SM${'0'.repeat(32)}.json`)).status).toBe(404);
});

test('the status of a message is sent in order, signed', async () => {
  await send();
  await sandbox.twilioWebhooksSent();
  expect(received.map(({ path, form }) => `${path} ${form.MessageStatus}`)).toEqual([
    '/status?message=1 sent',
    '/status?message=1 delivered',
  ]);
  expect(received[0]?.signature).toMatch(/^[A-Za-z0-9+/]{27}=$/);
});

test('STOP on the phone stops one sender, also after a restart, until START', async () => {
  await send();
  await reply('STOP');
  await sandbox.stop();
  await start();
  expect((await send()).body).toMatchObject({ code: 21610 });
  const { loginSender } = sandbox.keys.twilio;
  expect((await send({ MessagingServiceSid: loginSender })).status).toBe(201);
  await post(`/twilio/phones/${encodeURIComponent(phone)}/replies`, {
    body: 'START',
    to: '+12025550191',
  });
  expect((await send()).status).toBe(201);
});

test('a reply reaches the portal as Twilio posts it, and its answer the phone', async () => {
  await send();
  expect(await reply('Help')).toBe(200);
  const inbound = received.find(({ path }) => path === '/api/webhooks/twilio/replies');
  expect(inbound?.form).toMatchObject({
    From: phone,
    To: '+12025550191',
    Body: 'Help',
    MessagingServiceSid: sandbox.keys.twilio.reminderSender,
  });
  const phones = await (await fetch(`${sandbox.url}/twilio/phones`)).json();
  expect(phones).toMatchObject([
    { number: phone, messages: [{ body: 'Hello' }, { isOwn: true }, { body: 'Ask & learn' }] },
  ]);
});

test('an answer needs words, and somebody who has texted the phone', async () => {
  expect(await reply('Hello?')).toBe(400);
  await send();
  expect(await reply('  ')).toBe(400);
});
