import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { parseTwilioWebhook } from './twilio-webhook.ts';

const account = {
  baseUrl: 'http://twilio.test',
  accountSid: 'AC1',
  authToken: '12345',
  senders: { login: '+12025550190', reminders: 'MG2' },
};
const url = 'https://portal.test/api/webhooks/twilio/replies';

function parse(to: string, signature: string, fields: Record<string, string>) {
  const body = Buffer.from(new URLSearchParams(fields).toString());
  const headers = { 'x-twilio-signature': signature };
  return parseTwilioWebhook(account, { url: to, headers, body });
}

function read(fields: Record<string, string>) {
  const content = Object.keys(fields)
    .sort()
    .map((name) => name + fields[name])
    .join('');
  const signature = createHmac('sha1', account.authToken)
    .update(url + content)
    .digest('base64');
  return parse(url, signature, fields);
}

test('Twilio’s published example has a valid signature, and no variation of it does', () => {
  const example = {
    url: 'https://mycompany.com/myapp.php?foo=1&bar=2',
    signature: 'RSOYDt4T1cUTdK1PDd93/VVr8B8=',
    fields: {
      Digits: '1234',
      CallSid: 'CA1234567890ABCDE',
      To: '+18005551212',
      Caller: '+14158675309',
      From: '+14158675309',
    },
  };
  const verdict = ({ url, signature, fields }: typeof example) =>
    parse(url, signature, fields).kind;
  expect(verdict(example)).toBe('other');
  expect(verdict({ ...example, url: 'https://mycompany.com/myapp.php' })).toBe('untrusted');
  expect(verdict({ ...example, signature: '' })).toBe('untrusted');
  const fields = { ...example.fields, Digits: '12345' };
  expect(verdict({ ...example, fields })).toBe('untrusted');
});

test.each([
  ['sent', 'sent', null],
  ['delivered', 'delivered', null],
  ['undelivered', 'failed', 'The phone was turned off or out of range (Twilio error 30003)'],
  ['failed', 'failed', 'The phone was turned off or out of range (Twilio error 30003)'],
])('a text that Twilio calls %s is %s in the portal', (MessageStatus, status, problem) => {
  const event = read({ MessageSid: 'SM1', MessageStatus, ErrorCode: '30003' });
  expect(event).toMatchObject({ kind: 'delivery', providerId: 'SM1', status, problem });
});

test('a text still on its way is not an event', () => {
  for (const MessageStatus of ['queued', 'accepted', 'sending']) {
    expect(read({ MessageSid: 'SM1', MessageStatus }).kind).toBe('other');
  }
});

test('a reply belongs to the sender it was sent to, by number or by Messaging Service', () => {
  const reply = { MessageSid: 'SM1', From: '+12025550100', Body: 'STOP' };
  const toService = read({ ...reply, To: '+12025550191', MessagingServiceSid: 'MG2' });
  expect(toService).toMatchObject({ kind: 'reply', sender: 'reminders', text: 'STOP' });
  expect(read({ ...reply, To: '+12025550190' })).toMatchObject({ sender: 'login' });
});

test.each([
  ['30034', /isn’t registered with the carriers/],
  ['30007', /filtered/],
  ['30005', /number doesn’t exist/],
  ['30006', /landline/],
  ['31999', /^The text wasn’t delivered \(Twilio error 31999\)$/],
  ['', /^The text wasn’t delivered \(Twilio error unknown\)$/],
])('a text that failed with %s has a readable reason', (ErrorCode, words) => {
  const event = read({ MessageSid: 'SM1', MessageStatus: 'undelivered', ErrorCode });
  expect(event).toMatchObject({ problem: expect.stringMatching(words) });
});

test.each([
  ['STOP', 'stop'],
  ['START', 'start'],
  ['HELP', 'help'],
  ['SOMETHING', null],
  [undefined, null],
])(
  'a reply that Twilio classified as %s is reported as %s, regardless of its text',
  (OptOutType, takenFor) => {
    const reply = { MessageSid: 'SM1', From: '+12025550100', To: '+12025550190', Body: 'alto' };
    expect(read({ ...reply, ...(OptOutType && { OptOutType }) })).toMatchObject({ takenFor });
  },
);
