import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { openSandboxTwilio } from '../../../tests/support/sandbox-twilio.ts';

let twilio: Awaited<ReturnType<typeof openSandboxTwilio>>;
beforeEach(async () => {
  twilio = await openSandboxTwilio();
});
afterEach(() => twilio[Symbol.asyncDispose]());

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

test('a message has Twilio’s fields when sent and listed', async () => {
  const sent = await twilio.send();
  expect(sent.status).toBe(201);
  expect(described.parse(sent.body)).toMatchObject({ status: 'accepted', from: null });
  const { body } = await twilio.call(`/Messages.json?To=${encodeURIComponent(twilio.phone)}`);
  expect(body.messages).toHaveLength(1);
  expect(described.parse(body.messages[0])).toMatchObject({
    sid: sent.body.sid,
    status: 'delivered',
    body: 'Hello',
  });
  expect((await twilio.call('/Messages.json?To=%2B12025550101')).body.messages).toEqual([]);
});

test.each([
  [{ To: '' }, 21604],
  [{ To: '555' }, 21211],
  [{ MessagingServiceSid: undefined }, 21603],
  [{ Body: '' }, 21602],
  [{ Body: 'x'.repeat(1601) }, 21617],
])('a request that Twilio would reject gets Twilio’s error code', async (change, code) => {
  expect(await twilio.send(change)).toMatchObject({ status: 400, body: { code, status: 400 } });
});

test('a wrong key is refused', async () => {
  expect((await twilio.call('/Messages.json', undefined, 'wrong')).body).toMatchObject({
    code: 20003,
  });
});

test('status reports are signed and in order', async () => {
  await twilio.send();
  await twilio.reported();
  expect(twilio.received.map(({ path, form }) => `${path} ${form.MessageStatus}`)).toEqual([
    '/status?message=1 sent',
    '/status?message=1 delivered',
  ]);
  expect(twilio.received[0]?.signature).toMatch(/^[A-Za-z0-9+/]{27}=$/);
});

test('STOP opts out of one sender until START, even after a restart', async () => {
  await twilio.send();
  await twilio.reply('STOP');
  await twilio.restart();
  expect((await twilio.send()).body).toMatchObject({ code: 21610 });
  const { loginSender } = twilio.keys();
  expect((await twilio.send({ MessagingServiceSid: loginSender })).status).toBe(201);
  await twilio.reply('START', '+12025550191');
  expect((await twilio.send()).status).toBe(201);
});

test('a reply reaches the portal as Twilio posts it, and the response reaches the phone', async () => {
  await twilio.send();
  expect(await twilio.reply('On my way')).toBe('/');
  const inbound = twilio.received.find(({ path }) => path === '/api/webhooks/twilio/replies');
  expect(inbound?.form).toMatchObject({
    From: twilio.phone,
    To: '+12025550191',
    Body: 'On my way',
    MessagingServiceSid: twilio.keys().reminderSender,
  });
  const messages = [{ body: 'Hello' }, { direction: 'inbound' }, { body: 'Ask & learn' }];
  expect(await twilio.phones()).toMatchObject([{ number: twilio.phone, messages }]);
});

test('a reply needs a body, and a sender who texted the phone', async () => {
  expect(await twilio.reply('Hello?')).toBe('/?said=nothing-to-send');
  await twilio.send();
  expect(await twilio.reply('  ')).toBe('/?said=nothing-to-send');
});
