import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeIn, messageTo, openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog, loginCodes, loginTokens, sentMessages, sessions } from '../database/schema.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
beforeAll(async () => {
  portal = await openPortal({ environment: { STAFF_SIGN_IN: 'email' } });
  signIn = signInOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
// Each story on a day of its own, so that no one uses up another's attempts.
let day = 0;
beforeEach(() => {
  day += 1;
  portal.clock.moveTo(new Date(testNow.getTime() + day * 24 * 60 * 60 * 1000));
});

type Client = ReturnType<typeof openClient>;
const typeCode = (client: Client, email: string, code: string) =>
  client.post('/api/auth/code', { email, code });
/** Another code than the right one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const left = (tries: number) =>
  `That is not the code of the newest message. You have ${tries === 1 ? '1 try' : `${tries} tries`} left.`;
const dead =
  'This code was tried too often and no longer works. The link in the message still does; or have a new one sent.';
const expired =
  'This code has expired, or it was asked for in another browser. Please have a new one sent.';

async function asked(client = openClient(portal)) {
  const { id, email } = await openStudent(portal);
  await portal.database.delete(sessions).where(eq(sessions.personId, id));
  const { message, token } = await signIn.askedLink(email, client);
  return { id, email, client, token, message, code: codeIn(message) };
}

test('the code in a mail signs in the browser that asked, for as long as its link would, and spends the link', async () => {
  const { id, email, client, token, code } = await asked();
  const answer = await typeCode(
    client,
    email.toUpperCase(),
    ` ${code.slice(0, 3)} ${code.slice(3)}`,
  );
  expect(answer.body.user.email).toBe(email);
  expect((await client.get('/api/user')).status).toBe(200);
  const refused = await openClient(portal).post('/api/auth/verify', { token });
  expect(refused.body.current.state).toBe('used');
  const [session] = await portal.database.select().from(sessions).where(eq(sessions.personId, id));
  expect(Number(session?.expiresAt) - Number(session?.startedAt)).toBe(30 * 24 * 60 * 60 * 1000);
  const audited = await portal.database.select().from(auditLog).where(eq(auditLog.actorId, id));
  expect(audited).toMatchObject([{ action: 'sign-in', after: { by: 'code' } }]);
});

test('the last line of a text is what phones recognise as the code of this host', async () => {
  const phone = '+12025552811';
  const { email } = await openStudent(portal, { phone });
  const client = openClient(portal);
  const { message } = await signIn.askedLink('(202) 555-2811', client, phone);
  const code = codeIn(message);
  expect(message.text.split('\n').at(-1)).toBe(`@${new URL(portal.url).hostname} #${code}`);
  expect((await typeCode(client, '202.555.2811', code)).body.user.email).toBe(email);
});

test('after five wrong tries the code is dead, also when it is typed right, and the link still works', async () => {
  const { email, client, token, code } = await asked();
  for (const tries of [4, 3, 2, 1]) {
    const { status, body } = await typeCode(client, email, wrong(code));
    expect([status, body.message]).toEqual([400, left(tries)]);
  }
  for (const typed of [wrong(code), code]) {
    expect((await typeCode(client, email, typed)).body.message).toBe(dead);
  }
  expect((await client.post('/api/auth/verify', { token })).status).toBe(200);
});

test('twenty codes at once are no more than five tries', async () => {
  const { email, client, code } = await asked();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      typeCode(openClient(portal, { ...client.cookies }), email, wrong(code)),
    ),
  );
  const alive = answers.filter(({ body }) => body.message !== dead);
  expect(alive.map(({ body }) => body.message).toSorted()).toEqual([1, 2, 3, 4].map(left));
});

test('a new link has a new code with five tries, and the older code is wrong', async () => {
  const first = await asked();
  for (let tries = 0; tries < 5; tries += 1) {
    await typeCode(first.client, first.email, wrong(first.code));
  }
  portal.clock.moveOn(1000);
  const { message } = await signIn.askedLink(first.email, first.client);
  expect((await typeCode(first.client, first.email, first.code)).body.message).toBe(left(4));
  expect((await typeCode(first.client, first.email, codeIn(message))).status).toBe(200);
});

test('link and code at once let exactly one in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, email, client, token, code } = await asked();
    const copy = () => openClient(portal, { ...client.cookies });
    const answers = await Promise.all([
      copy().post('/api/auth/verify', { token }),
      typeCode(copy(), email, code),
      copy().post('/api/auth/verify', { token }),
      typeCode(copy(), email, code),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(await portal.database.$count(sessions, eq(sessions.personId, id))).toBe(1);
  }
});

test('a code works in no other browser, whether it asked for nothing, for the same or for another', async () => {
  const { email, code } = await asked();
  expect((await typeCode(openClient(portal), email, code)).body.message).toBe(expired);
  const other = (await asked()).client;
  expect((await typeCode(other, email, code)).body.message).toBe(expired);
  // Its own asking makes a link of its own, with which the first one ends.
  await signIn.askedLink(email, other);
  expect((await typeCode(other, email, code)).body.message).toBe(left(4));
});

test('a link that is sent again for another browser comes without a code, which would not work there', async () => {
  const { email, client, code } = await asked();
  for (let more = 0; more < 4; more += 1) await signIn.askedLink(email, client);
  const { message } = await signIn.askedLink(email, openClient(portal));
  expect(codeIn(message)).toBe('');
  const again = codeIn((await signIn.askedLink(email, client)).message);
  expect(again).toMatch(/^\d{6}$/);
  expect(again).not.toBe(code);
  expect((await typeCode(client, email, again)).status).toBe(200);
});

test('an email that nobody has gets the answers of a wrong code', async () => {
  const client = openClient(portal);
  const nobody = 'nobody-here@demo.test';
  expect((await client.post('/api/auth/login', { email: nobody })).status).toBe(200);
  await signIn.finishJobs();
  for (const tries of [4, 3, 2, 1]) {
    expect((await typeCode(client, nobody, '123456')).body.message).toBe(left(tries));
  }
  for (const _twice of [1, 2]) {
    expect((await typeCode(client, nobody, '123456')).body.message).toBe(dead);
  }
  expect((await typeCode(openClient(portal), nobody, '123456')).body.message).toBe(expired);
});

test('a wrong code of a known and of an unknown email take the same time', {
  retry: 3,
}, async () => {
  const times = { known: [] as number[], unknown: [] as number[] };
  for (let round = 0; round < 6; round += 1) {
    portal.clock.moveOn(15 * 60 * 1000);
    const known = await asked();
    const nobody = `nobody-${round}@demo.test`;
    await known.client.post('/api/auth/login', { email: nobody });
    for (let tries = 0; tries < 5; tries += 1) {
      for (const [kind, email] of [
        ['known', known.email],
        ['unknown', nobody],
      ] as const) {
        const start = performance.now();
        await typeCode(known.client, email, wrong(known.code));
        times[kind].push(performance.now() - start);
      }
    }
  }
  const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length / 2] ?? 0;
  const [known, unknown] = [median(times.known), median(times.unknown)];
  expect(Math.abs(known - unknown)).toBeLessThan(Math.max(known, unknown) * 0.5);
});

test('a code ends with its link, when it expires and when another browser asks for a newer one', async () => {
  const late = await asked();
  portal.clock.moveOn(15 * 60 * 1000);
  expect((await typeCode(late.client, late.email, late.code)).body.message).toBe(expired);
  const over =
    'This code, or the link beside it, has been used or replaced by a newer one. Please have a new one sent.';
  const replaced = await asked();
  portal.clock.moveOn(1000);
  await signIn.askedLink(replaced.email);
  expect((await typeCode(replaced.client, replaced.email, replaced.code)).body.message).toBe(over);
});

test('a code typed again by the browser that it has signed in is no error', async () => {
  const { email, client, code, token } = await asked();
  await client.post('/api/auth/verify', { token });
  const { session } = client.cookies;
  expect((await typeCode(client, email, code)).body.user.email).toBe(email);
  expect(client.cookies.session).toBe(session);
});

test('what is not six digits is said so and costs no try', async () => {
  const { email, client, code } = await asked();
  for (const typed of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦']) {
    const { status, body } = await typeCode(client, email, typed);
    expect([status, body.message]).toEqual([400, 'Please enter the six digits of the code']);
  }
  expect((await client.post('/api/auth/code', { code })).body.message).toMatch(/^Please enter/);
  expect((await typeCode(client, email, wrong(code))).body.message).toBe(left(4));
});

test('staff who sign in by email only are sent no code by text, and none works', async () => {
  const client = openClient(portal);
  await client.post('/api/auth/login', { email: '+12025550101' });
  await signIn.finishJobs();
  expect(await signIn.messagesTo('+12025550101')).toEqual([]);
  expect((await typeCode(client, '+12025550101', '123456')).body.message).toBe(left(4));
});

test('fifty codes a day are tried for one email, by however many asks', async () => {
  const { email, client, code } = await asked();
  for (let round = 0; round < 10; round += 1) {
    await portal.database.update(loginCodes).set({ tries: 0 });
    for (let tries = 0; tries < 5; tries += 1) await typeCode(client, email, wrong(code));
  }
  await portal.database.update(loginCodes).set({ tries: 0 });
  expect((await typeCode(client, email, code)).body.message).toBe(dead);
});

test('a code stands in no log, no record, no job and no row, and needs the key', async () => {
  const phone = '+12025552812';
  const { id, email } = await openStudent(portal, { phone });
  const codes = [];
  for (const to of [email, phone]) {
    const client = openClient(portal);
    const { message } = await signIn.askedLink(to, client);
    await typeCode(client, to, codeIn(message));
    codes.push(codeIn(message));
  }
  await signIn.finishJobs();
  const rows = await Promise.all([
    portal.database.select().from(loginTokens).where(eq(loginTokens.personId, id)),
    portal.database.select().from(sentMessages).where(eq(sentMessages.personId, id)),
    portal.database.select().from(auditLog).where(eq(auditLog.actorId, id)),
    portal.database.execute(
      `select data, output from pgboss.job where data->>'personId' = '${id}'`,
    ),
  ]);
  const kept = JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
  const log = portal.logged.join('');
  expect(log).toContain('/api/auth/code');
  for (const code of codes) {
    expect(kept).not.toContain(code);
    expect(log).not.toContain(code);
  }
});

test('a code leads to the page that its link would', async () => {
  const { email } = await openStudent(portal);
  const pages = [
    ['/schedule?makeup=7', '/schedule?makeup=7'],
    ['//elsewhere.test', undefined],
    ['/api/user', undefined],
  ];
  for (const [redirectTo, led] of pages) {
    const client = openClient(portal);
    const seen = (await signIn.messagesTo(email)).length;
    await client.post('/api/auth/login', { email, redirectTo });
    const code = codeIn(await messageTo(portal, email, seen));
    expect((await typeCode(client, email, code)).body.redirectTo).toBe(led);
  }
});
