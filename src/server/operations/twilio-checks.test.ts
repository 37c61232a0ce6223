import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { checkOf } from '../../../tests/support/setup-checks.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await openPortal({ runsJobs: false });
});
afterEach(() => setFaults({}));
afterAll(() => portal[Symbol.asyncDispose]());

const setFaults = (faults: object) =>
  fetch(`${portal.sandbox.url}/twilio/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  });

type TextSettings = Portal['settings']['texts'];
const textsWith = (changed: Partial<TextSettings>) => ({
  settings: { texts: { ...portal.settings.texts, ...changed } },
});
const account = (changed: Partial<TextSettings> = {}) =>
  checkOf('Twilio account', portal, textsWith(changed));
const login = (senders = portal.settings.texts.senders) =>
  checkOf('Login text sender', portal, textsWith({ senders }));
const reminders = (senders = portal.settings.texts.senders) =>
  checkOf('Reminder sender', portal, textsWith({ senders }));

const numbers = { login: '+12025550190', reminders: '+12025550191' };
const others = { login: '+12025550198', reminders: '+12025550199' };
const otherServices = { login: `MG${'9'.repeat(32)}`, reminders: `MG${'8'.repeat(32)}` };

test('an active account is OK, a trial is a warning, a suspended one a problem', async () => {
  expect(await account()).toBe('ok: The Twilio account is active.');
  await setFaults({ account: { type: 'Trial' } });
  expect(await account()).toMatch(/^warning: This is a trial account/);
  await setFaults({ account: { status: 'suspended' } });
  expect(await account()).toMatch(/^problem: .* isn’t active/);
});

test('a wrong key and an unreachable Twilio are problems', async () => {
  expect(await account({ authToken: 'another-auth-token' })).toBe(
    'problem: This check failed: Twilio doesn’t accept the account’s keys (Twilio error 20003).',
  );
  await setFaults({ down: true });
  expect(await account()).toMatch(/^problem: .*We can’t reach Twilio/);
  expect(await login()).toMatch(/^problem: .*We can’t reach Twilio/);
});

test('existing Messaging Services and numbers are OK as senders', async () => {
  for (const senders of [portal.settings.texts.senders, numbers]) {
    expect(await login(senders)).toMatch(/^ok: Twilio has this sender, and it can send texts\. /);
    expect(await reminders(senders)).toMatch(/^ok: .* replies reach the portal\. /);
  }
});

test('a number or Messaging Service that the account does not have is a problem', async () => {
  for (const senders of [others, otherServices]) {
    expect(await login(senders)).toMatch(/^problem: .* no sender that matches TWILIO_LOGIN_SENDER/);
    expect(await reminders(senders)).toMatch(/^problem: .* TWILIO_REMINDER_SENDER\./);
  }
});

test('a number that cannot send texts is a problem', async () => {
  await setFaults({ senders: { capabilities: { voice: true, sms: false } } });
  expect(await login(numbers)).toMatch(/^problem: .* TWILIO_LOGIN_SENDER can’t send texts/);
  expect(await reminders(numbers)).toMatch(/^problem: .* can’t send texts/);
});

test('a Messaging Service without numbers is a problem', async () => {
  await setFaults({ emptyServices: true });
  expect(await login()).toMatch(/^problem: .* its Messaging Service has no number/);
  expect(await reminders()).toMatch(/^problem: .* its Messaging Service has no number/);
});

test.each([
  ['PENDING', 'still under review'],
  ['IN_PROGRESS', 'still under review'],
  ['FAILED', 'was rejected by the carriers'],
  ['none', 'has no campaign'],
])('a Messaging Service whose campaign is %s is a warning', async (campaign, words) => {
  await setFaults({ campaign });
  expect(await login()).toMatch(new RegExp(`^warning: .*TWILIO_LOGIN_SENDER .*${words}`));
  expect(await reminders()).toMatch(new RegExp(`^warning: .*TWILIO_REMINDER_SENDER .*${words}`));
});

test('the check says whether a sender is registered with the carriers, if Twilio knows', async () => {
  expect(await login()).toMatch(/The sender is registered with the carriers\.$/);
  expect(await login(numbers)).toMatch(
    /Check in Twilio that the carriers have approved the sender/,
  );
});

test('a Messaging Service of toll-free numbers needs no campaign, and one with another number among them does', async () => {
  await setFaults({ campaign: 'none', serviceNumbers: ['+18885550100'] });
  expect(await login()).toMatch(/^ok: Twilio has this sender/);
  await setFaults({ campaign: 'none', serviceNumbers: ['+18885550100', '+12025550190'] });
  expect(await login()).toMatch(/^warning: .*has no campaign/);
});

test('a short code of the account is a sender, and another one is not', async () => {
  expect(await reminders({ ...numbers, reminders: '52525' })).toMatch(/^ok: .* replies reach/);
  expect(await reminders({ ...numbers, reminders: '5252' })).toMatch(/^problem: .* no sender/);
});

test('a name that makes texts longer is a warning that says why', async () => {
  const named = (organization: string) =>
    checkOf('Text length', portal, {
      settings: { site: { ...portal.settings.site, organization } },
    });
  expect(await named('Quiet’s – Zürich')).toBe(
    'ok: A login link and a reminder each fit in one text.',
  );
  expect(await named('Manhã')).toMatch(
    /^warning: Some messages cost more than one text \(login link: 2, reminder: [23]\), .* contains ã, which/,
  );
  expect(await named('Quiet Mornings '.repeat(4).trim())).toMatch(/^warning: .* is long\.$/);
});

test.each([
  ['another address', { sms_url: 'https://x.test/a', inbound_request_url: 'https://x.test/a' }],
  ['no address', { sms_url: '', inbound_request_url: '' }],
  ['another method', { sms_method: 'GET', inbound_method: 'GET' }],
])('replies that go to %s are a warning', async (_what, senders) => {
  await setFaults({ senders });
  const url = `${portal.url}/api/webhooks/twilio/replies`;
  const expected = `warning: Twilio doesn’t post replies such as STOP to ${url}. Set that URL in Twilio.`;
  expect([await reminders(), await reminders(numbers)]).toEqual([expected, expected]);
});

test('a reply address that Twilio keeps elsewhere is a warning', async () => {
  await setFaults({ senders: { use_inbound_webhook_on_number: true } });
  expect(await reminders()).toMatch(/^warning: .* set somewhere else in Twilio/);
});
