import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSandboxTwilio } from '../../../tests/support/sandbox-twilio.ts';

let twilio: Awaited<ReturnType<typeof openSandboxTwilio>>;
beforeEach(async () => {
  twilio = await openSandboxTwilio();
});
afterEach(() => twilio[Symbol.asyncDispose]());

const fromNumber = (From: string) => ({ MessagingServiceSid: undefined, From });

test.each([
  ['someone else’s number', fromNumber('+12025550177'), 21606],
  ['an invalid number', fromNumber('+1 202 555 0190'), 21212],
  ['an unknown Messaging Service', { MessagingServiceSid: `MG${'9'.repeat(32)}` }, 21705],
  ['a country that is not allowed', { To: '+447911123456' }, 21408],
  ['an unknown field', { Sender: 'x' }, 20001],
  ['a malformed field', { SmartEncoded: 'yes' }, 20001],
  ['a validity period that is too long', { ValidityPeriod: '36001' }, 21624],
  ['a validity period of zero', { ValidityPeriod: '0' }, 21624],
  ['an invalid callback URL', { StatusCallback: 'somewhere' }, 21609],
])('a message with %s is refused', async (_what, change, code) => {
  expect(await twilio.send(change)).toMatchObject({ status: 400, body: { code } });
  expect(await twilio.outbox()).toEqual([]);
});

test('both senders work, also as numbers, to every allowed country', async () => {
  expect((await twilio.send(fromNumber('+12025550190'))).status).toBe(201);
  await twilio.faults({ countries: ['+44'] });
  expect((await twilio.send({ To: '+447911123456' })).status).toBe(201);
});

test('a Messaging Service without numbers sends nothing', async () => {
  await twilio.faults({ emptyServices: true });
  expect((await twilio.send()).body.code).toBe(21703);
});

test('a local callback URL is refused if Twilio is set to be as strict as the real one', async () => {
  expect((await twilio.send()).status).toBe(201);
  await twilio.faults({ refusesLocalCallbacks: true });
  expect((await twilio.send()).body.code).toBe(21609);
  expect((await twilio.send({ StatusCallback: 'https://portal.example.org/x' })).status).toBe(201);
});

test('another account is not found', async () => {
  const { baseUrl, accountSid, authToken } = twilio.keys();
  const authorization = `Basic ${btoa(`${accountSid}:${authToken}`)}`;
  const url = `${baseUrl}/2010-04-01/Accounts/AC1/Messages.json`;
  const answer = await fetch(url, { headers: { authorization } });
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 20404 }]);
});

test.each([30003, 30005, 30006, 30007, 30034])(
  'a message that fails later with %i is accepted first, and reaches no phone',
  async (code) => {
    await twilio.faults({ failsWith: code });
    const sent = await twilio.send();
    expect(sent.status).toBe(201);
    await twilio.reported();
    expect(twilio.reports()).toEqual(['sent', `undelivered ${code}`]);
    const { body } = await twilio.call('/Messages.json');
    expect(body.messages).toMatchObject([{ status: 'undelivered', error_code: code }]);
    expect(await twilio.outbox()).toEqual([]);
  },
);

test('reports can come out of order, twice, and before the response', async () => {
  await twilio.faults({ reportsBackwards: true, reportsFirst: true, reportsTwice: true });
  await twilio.send();
  expect(twilio.reports()).toEqual(['delivered', 'delivered', 'sent', 'sent']);
});

test('without a verified campaign, texts from ordinary numbers don’t reach US phones', async () => {
  await twilio.faults({ campaign: 'IN_PROGRESS' });
  await twilio.send();
  await twilio.reported();
  expect(twilio.reports()).toEqual(['sent', 'undelivered 30034']);
  await twilio.faults({ campaign: 'none', serviceNumbers: ['+18885550100'] });
  await twilio.send();
  expect(await twilio.outbox()).toHaveLength(1);
});

test('a delayed text is not delivered after its validity period', async () => {
  await twilio.faults({ deliverySeconds: 1 });
  await twilio.send({ Body: 'In time', ValidityPeriod: '60' });
  expect(await twilio.outbox()).toEqual([]);
  await expect.poll(() => twilio.outbox(), { timeout: 20_000 }).toHaveLength(1);
  await twilio.faults({ deliverySeconds: 3600 });
  await twilio.send({ Body: 'Too late', ValidityPeriod: '1' });
  await expect.poll(twilio.reports, { timeout: 20_000 }).toContain('failed 30036');
  expect((await twilio.outbox()).map(({ text }) => text)).toEqual(['In time']);
});

const stopWords = 'STOP STOPALL UNSUBSCRIBE CANCEL END QUIT REVOKE OPTOUT'.split(' ');
test.each(stopWords)('%s opts out of the sender, and Twilio replies', async (word) => {
  await twilio.send();
  await twilio.reply(word.toLowerCase());
  expect((await twilio.send()).body.code).toBe(21610);
  const texts = (await twilio.outbox()).map(({ text }) => text);
  expect(texts).toContainEqual(expect.stringMatching(/successfully been unsubscribed/));
});

test.each(['START', 'UNSTOP', 'YES'])('%s opts in again', async (word) => {
  await twilio.send();
  await twilio.reply('STOP');
  await twilio.reply(word);
  expect((await twilio.send()).status).toBe(201);
});

test('Twilio replies to HELP and still forwards it to the portal', async () => {
  await twilio.send();
  for (const word of ['HELP', 'info']) await twilio.reply(word);
  const said = (await twilio.outbox()).map(({ text }) => text);
  expect(said.filter((words) => words.startsWith('Reply STOP to unsubscribe'))).toHaveLength(2);
  expect(twilio.received.filter(({ form }) => form.Body)).toHaveLength(2);
});

test('with Advanced Opt-Out, the account’s own keywords work, and the portal gets their meaning', async () => {
  await twilio.send();
  await twilio.reply('alto');
  expect((await twilio.send()).status).toBe(201);
  await twilio.faults({ advancedOptOut: true });
  for (const word of ['ayuda', 'alto', 'comenzar', 'hola']) await twilio.reply(word);
  expect(twilio.received.flatMap(({ form }) => (form.Body ? [form.OptOutType] : []))).toEqual([
    undefined,
    'HELP',
    'STOP',
    'START',
    undefined,
  ]);
});

test('the response counts segments, and SmartEncoded saves some', async () => {
  const Body = `It’s “here” – at last… ${'a'.repeat(100)}`;
  expect((await twilio.send({ Body })).body).toMatchObject({ num_segments: '2', body: Body });
  const smart = await twilio.send({ Body, SmartEncoded: 'true' });
  expect(smart.body).toMatchObject({
    num_segments: '1',
    body: expect.stringContaining(`It's "here" - at last...`),
  });
});
