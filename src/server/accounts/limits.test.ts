import { expect, test } from 'vitest';
import { openClient, tokenIn } from '../../../tests/support/client.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { countedBefore, signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { attempts, auditLog, loginRequests } from '../database/schema.ts';
import type { Identifier } from './identifier.ts';
import { countLinkRequest, senderOf } from './limits.ts';

let portal: Portal;
let people: ReturnType<typeof signInOf>;
openDailyPortal({ TRUSTED_PROXIES: '127.0.0.1' }, (opened) => {
  portal = opened;
  people = signInOf(portal);
});

const minute = 60 * 1000;
const tooMany = {
  status: 429,
  body: { message: 'There were too many attempts. Please wait a few minutes and try again.' },
};

async function askedBefore(times: number, address: string) {
  expect((await people.ask('nobody@demo.test', address)).status).toBe(200);
  await countedBefore(portal, `links from ${senderOf(address)}`, times);
}

async function askTimes(times: number, email: string, addressOf: (round: number) => string) {
  const answers = [];
  for (let round = 0; round < times; round += 1) {
    answers.push(await people.ask(email, addressOf(round)));
    await people.finishJobs();
  }
  return answers.map(({ status, body }) => ({ status, body }));
}

const elsewhere = (round: number) => `198.51.100.${round}`;
const linksTo = async (recipient: string) => (await people.messagesTo(recipient)).map(tokenIn);

test('one sender can request forty links per quarter hour', async () => {
  const address = '203.0.113.99';
  await askedBefore(39, address);
  expect((await people.ask('somebody@demo.test', address)).status).toBe(200);
  expect(await people.ask('somebody-else@demo.test', address)).toMatchObject(tooMany);
  portal.clock.moveOn(15 * minute);
  expect((await people.ask('somebody@demo.test', address)).status).toBe(200);
});

test('a sender over the limit uses up no one else’s, and refusals leave no rows', async () => {
  const { email } = await openStudent(portal);
  await askedBefore(40, '203.0.113.7');
  await people.finishJobs();
  const rows = async () => [
    await portal.database.$count(attempts),
    await portal.database.$count(loginRequests),
    await portal.database.$count(auditLog),
  ];
  const before = await rows();
  for (let round = 0; round < 6; round += 1) {
    expect(await people.ask(email, '203.0.113.7')).toMatchObject(tooMany);
    expect(await people.ask(`other-${round}@demo.test`, '203.0.113.7')).toMatchObject(tooMany);
  }
  expect(await rows()).toEqual(before);
  await askTimes(5, email, elsewhere);
  expect(new Set(await linksTo(email)).size).toBe(5);
});

test('addresses in one IPv6 /64 are one sender', async () => {
  await askedBefore(40, '2001:db8:0:7::1');
  expect((await people.ask('nobody@demo.test', '2001:db8:0:7::2')).status).toBe(429);
  expect((await people.ask('nobody@demo.test', '2001:DB8::7:1:2:3:4')).status).toBe(429);
  expect((await people.ask('nobody@demo.test', '2001:db8:0:8::1')).status).toBe(200);
});

test('an IPv4 address written as IPv6 is the same sender', async () => {
  await askedBefore(40, '203.0.113.50');
  for (const written of ['203.0.113.50', '::ffff:203.0.113.50', '::ffff:cb00:7132']) {
    expect((await people.ask('nobody@demo.test', written)).status).toBe(429);
  }
  expect((await people.ask('nobody@demo.test', '::ffff:203.0.113.51')).status).toBe(200);
});

test('past five links per quarter hour, the active link is sent again, three times an hour', async () => {
  const { email } = await openStudent(portal);
  const written = [email.toUpperCase(), email, ` ${email}`];
  const answers = [];
  for (let round = 0; round < 10; round += 1) {
    answers.push((await people.ask(written[round % 3], elsewhere(round))).status);
    await people.finishJobs();
  }
  expect(answers).toEqual(Array(10).fill(200));
  const links = await linksTo(email);
  expect(links).toHaveLength(8);
  expect(new Set(links).size).toBe(5);
  expect(links.slice(5)).toEqual(Array(3).fill(links[4]));
  const stranger = openClient(portal);
  const opened = await stranger.post('/api/auth/verify', { token: links[4], confirmed: true });
  expect(opened.body.user.email).toBe(email);
});

test('a link that is sent again still works in the browser that requested it', async () => {
  const { email } = await openStudent(portal);
  const { client } = await people.requestLink(email);
  await countedBefore(portal, `new links to ${email}`, 5);
  const asked = await linksTo(email);
  await askTimes(1, email, elsewhere);
  const again = (await linksTo(email)).at(-1);
  expect(again).toBe(asked.at(-1));
  expect((await client.post('/api/auth/verify', { token: again })).body.user.email).toBe(email);
});

test('without an active link, a request past the limit gets a new one', async () => {
  const { email } = await openStudent(portal);
  const client = openClient(portal);
  await askTimes(1, email, elsewhere);
  await countedBefore(portal, `new links to ${email}`, 5);
  const last = (await linksTo(email)).at(-1);
  await client.post('/api/auth/verify', { token: last, confirmed: true });
  await askTimes(1, email, elsewhere);
  const links = await linksTo(email);
  expect(links).toHaveLength(2);
  expect(links.at(-1)).not.toBe(last);
  const opened = await client.post('/api/auth/verify', { token: links.at(-1), confirmed: true });
  expect(opened.body.user.email).toBe(email);
});

test('a link by text is sent again even though the text is the same', async () => {
  const phone = '+12025552901';
  await openStudent(portal, { phone });
  await askTimes(1, phone, elsewhere);
  await countedBefore(portal, `new links to ${phone}`, 5);
  await askTimes(2, phone, elsewhere);
  const links = await linksTo(phone);
  expect([links.length, new Set(links).size]).toEqual([3, 1]);
});

async function countAsks(times: number, identifier: Identifier, sender: string) {
  const to = Object.values(identifier)[0];
  portal.clock.moveTo(new Date(`${portal.clock.now().toISOString().slice(0, 10)}T00:00:00Z`));
  await countLinkRequest(portal.database, portal.clock.now(), identifier, sender);
  await countedBefore(portal, `messages to ${to}`, times);
  await countedBefore(portal, `links to ${to} from ${sender}`, times);
  portal.clock.moveOn(16 * minute);
}

test('one phone gets at most twelve link texts a day', async () => {
  const phone = '+12025552902';
  await openStudent(portal, { phone });
  await countAsks(11, { phone }, '203.0.113.1');
  const answers = await askTimes(2, phone, elsewhere);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await linksTo(phone)).toHaveLength(1);
  portal.clock.moveOn(24 * 60 * minute);
  await askTimes(1, phone, elsewhere);
  expect(await linksTo(phone)).toHaveLength(2);
});

test('one address gets at most sixty link emails a day', async () => {
  const { email } = await openStudent(portal);
  await countAsks(59, { email }, '203.0.113.1');
  const answers = await askTimes(2, email, elsewhere);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await linksTo(email)).toHaveLength(1);
  portal.clock.moveOn(24 * 60 * minute);
  await askTimes(1, email, elsewhere);
  expect(await linksTo(email)).toHaveLength(2);
});

test.each([
  { most: 8, identifier: { phone: '+12025552903' } },
  { most: 30, identifier: { email: 'besieged@demo.test' } },
])(
  'one sender uses up $most of a day’s messages but not the limit of the account’s owner',
  async ({ most, identifier }) => {
    await openStudent(portal, identifier);
    const to = Object.values(identifier)[0] ?? '';
    const sender = '203.0.113.66';
    await countAsks(most - 1, identifier, sender);
    await askTimes(1, to, () => sender);
    expect(await linksTo(to)).toHaveLength(1);
    for (let round = 0; round < 3; round += 1) {
      expect((await people.ask(to, sender)).status).toBe(200);
    }
    await people.finishJobs();
    expect(await linksTo(to)).toHaveLength(1);
    await askTimes(1, to, elsewhere);
    expect(new Set(await linksTo(to)).size).toBe(2);
  },
);

test('an unknown address is not audited and leaves nothing behind', async () => {
  const before = await portal.database.$count(auditLog);
  await askTimes(3, 'nobody-at-all@demo.test', elsewhere);
  expect(await portal.database.$count(auditLog)).toBe(before);
  expect(await portal.database.$count(loginRequests)).toBe(0);
});
