import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { codeIn, messageTo, openClient } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { codeHasExpired, codesOf, triesLeft, wrongCode } from '../../../tests/support/codes.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog, loginTokens, sentMessages, sessions } from '../database/schema.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
let codes: ReturnType<typeof codesOf>;
beforeAll(async () => {
  portal = await openPortal({ environment: { STAFF_SIGN_IN: 'email' } });
  signIn = signInOf(portal);
  codes = codesOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
// Each story on a day of its own, so that no one uses up another's attempts.
let day = 0;
beforeEach(() => {
  day += 1;
  portal.clock.moveTo(new Date(testNow.getTime() + day * 24 * 60 * 60 * 1000));
});

test('the code in a mail signs in the browser that asked, for as long as its link would, and spends the link', async () => {
  const { id, email, client, token, code } = await codes.asked();
  const answer = await codes.typeCode(
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
  expect((await codes.typeCode(client, '202.555.2811', code)).body.user.email).toBe(email);
});

test('a new link has a new code with five tries, and the older code is wrong', async () => {
  const first = await codes.asked();
  for (let tries = 0; tries < 5; tries += 1) {
    await codes.typeCode(first.client, first.email, wrongCode(first.code));
  }
  portal.clock.moveOn(1000);
  const { message } = await signIn.askedLink(first.email, first.client);
  expect((await codes.typeCode(first.client, first.email, first.code)).body.message).toBe(
    triesLeft(4),
  );
  expect((await codes.typeCode(first.client, first.email, codeIn(message))).status).toBe(200);
});

test('link and code at once let exactly one in', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id, email, client, token, code } = await codes.asked();
    const copy = () => openClient(portal, { ...client.cookies });
    const answers = await Promise.all([
      copy().post('/api/auth/verify', { token }),
      codes.typeCode(copy(), email, code),
      copy().post('/api/auth/verify', { token }),
      codes.typeCode(copy(), email, code),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
    expect(await portal.database.$count(sessions, eq(sessions.personId, id))).toBe(1);
  }
});

test('a code works in no other browser, whether it asked for nothing, for the same or for another', async () => {
  const { email, client, code } = await codes.asked();
  expect((await codes.typeCode(openClient(portal), email, code)).body.message).toBe(codeHasExpired);
  const other = (await codes.asked()).client;
  expect((await codes.typeCode(other, email, code)).body.message).toBe(codeHasExpired);
  // Its own asking makes a link of its own, with which the first one ends.
  await signIn.askedLink(email, other);
  expect((await codes.typeCode(other, email, code)).body.message).toBe(triesLeft(4));
  // Nor does having asked before: the newest link is that of the first browser now.
  portal.clock.moveOn(1000);
  const newest = codeIn((await signIn.askedLink(email, client)).message);
  expect((await codes.typeCode(other, email, newest)).body.message).toBe(triesLeft(3));
  expect((await codes.typeCode(client, email, newest)).status).toBe(200);
});

test('a link that is sent again for another browser comes without a code, which would not work there', async () => {
  const { email, client, code } = await codes.asked();
  for (let more = 0; more < 4; more += 1) await signIn.askedLink(email, client);
  const { message } = await signIn.askedLink(email, openClient(portal));
  expect(codeIn(message)).toBe('');
  const again = codeIn((await signIn.askedLink(email, client)).message);
  expect(again).toMatch(/^\d{6}$/);
  expect(again).not.toBe(code);
  expect((await codes.typeCode(client, email, again)).status).toBe(200);
});

test('a code ends with its link, when it expires and when another browser asks for a newer one', async () => {
  const late = await codes.asked();
  portal.clock.moveOn(15 * 60 * 1000);
  expect((await codes.typeCode(late.client, late.email, late.code)).body.message).toBe(
    codeHasExpired,
  );
  const over =
    'This code or its link has already been used, or we’ve sent a newer one. Please ask for a new code.';
  const replaced = await codes.asked();
  portal.clock.moveOn(1000);
  await signIn.askedLink(replaced.email);
  expect((await codes.typeCode(replaced.client, replaced.email, replaced.code)).body.message).toBe(
    over,
  );
});

test('a code typed again by the browser that it has signed in is no error', async () => {
  const { email, client, code, token } = await codes.asked();
  await client.post('/api/auth/verify', { token });
  const { session } = client.cookies;
  expect((await codes.typeCode(client, email, code)).body.user.email).toBe(email);
  expect(client.cookies.session).toBe(session);
});

test('staff who sign in by email only are sent no code by text, and none works', async () => {
  const client = openClient(portal);
  await client.post('/api/auth/login', { email: '+12025550101' });
  await signIn.finishJobs();
  expect(await signIn.messagesTo('+12025550101')).toEqual([]);
  expect((await codes.typeCode(client, '+12025550101', '123456')).body.message).toBe(triesLeft(4));
});

test('a code stands in no log, no record, no job and no row, and needs the key', async () => {
  const phone = '+12025552812';
  const { id, email } = await openStudent(portal, { phone });
  const sent = [];
  for (const to of [email, phone]) {
    const client = openClient(portal);
    const { message } = await signIn.askedLink(to, client);
    await codes.typeCode(client, to, codeIn(message));
    sent.push(codeIn(message));
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
  for (const code of sent) {
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
    expect((await codes.typeCode(client, email, code)).body.redirectTo).toBe(led);
  }
});
