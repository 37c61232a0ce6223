import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codeIn, messageTo, openClient } from '../../../tests/support/client.ts';
import { codeHasExpired, codesOf, triesLeft, wrongCode } from '../../../tests/support/codes.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { rounds } from '../../../tests/support/rounds.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { auditLog, loginTokens, sentMessages, sessions } from '../database/schema.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
let codes: ReturnType<typeof codesOf>;
openDailyPortal({ STAFF_SIGN_IN: 'email' }, (opened) => {
  portal = opened;
  signIn = signInOf(portal);
  codes = codesOf(portal);
});

test('the code signs in the browser that requested it, for as long as the link would, and uses up the link', async () => {
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

test('the last line of a text lets phones recognize the code for this host', async () => {
  const phone = '+12025552811';
  const { email } = await openStudent(portal, { phone });
  const client = openClient(portal);
  const { message } = await signIn.requestLink('(202) 555-2811', client, phone);
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
  const { message } = await signIn.requestLink(first.email, first.client);
  expect((await codes.typeCode(first.client, first.email, first.code)).body.message).toBe(
    triesLeft(4),
  );
  expect((await codes.typeCode(first.client, first.email, codeIn(message))).status).toBe(200);
});

test('link and code used at once start exactly one session', async () => {
  for (let round = 0; round < rounds; round += 1) {
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

test('a code works in no other browser, no matter what that browser requested', async () => {
  const { email, client, code } = await codes.asked();
  expect((await codes.typeCode(openClient(portal), email, code)).body.message).toBe(codeHasExpired);
  const other = (await codes.asked()).client;
  expect((await codes.typeCode(other, email, code)).body.message).toBe(codeHasExpired);
  // The other browser's own request creates a new link, which ends the first one.
  await signIn.requestLink(email, other);
  expect((await codes.typeCode(other, email, code)).body.message).toBe(triesLeft(4));
  // An earlier request doesn't help either: the newest link now belongs to the first browser.
  portal.clock.moveOn(1000);
  const newest = codeIn((await signIn.requestLink(email, client)).message);
  expect((await codes.typeCode(other, email, newest)).body.message).toBe(triesLeft(3));
  expect((await codes.typeCode(client, email, newest)).status).toBe(200);
});

test('a link sent again to another browser comes without a code', async () => {
  const { email, client, code } = await codes.asked();
  for (let more = 0; more < 4; more += 1) await signIn.requestLink(email, client);
  const { message } = await signIn.requestLink(email, openClient(portal));
  expect(codeIn(message)).toBe('');
  const again = codeIn((await signIn.requestLink(email, client)).message);
  expect(again).toMatch(/^\d{6}$/);
  expect(again).not.toBe(code);
  expect((await codes.typeCode(client, email, again)).status).toBe(200);
});

test('a code ends when its link expires or another browser requests a newer one', async () => {
  const late = await codes.asked();
  portal.clock.moveOn(15 * 60 * 1000);
  expect((await codes.typeCode(late.client, late.email, late.code)).body.message).toBe(
    codeHasExpired,
  );
  const over =
    'This code or its link has already been used, or we’ve sent a newer one. Please ask for a new code.';
  const replaced = await codes.asked();
  portal.clock.moveOn(1000);
  await signIn.requestLink(replaced.email);
  expect((await codes.typeCode(replaced.client, replaced.email, replaced.code)).body.message).toBe(
    over,
  );
});

test('typing a code again in a signed-in browser is no error', async () => {
  const { email, client, code, token } = await codes.asked();
  await client.post('/api/auth/verify', { token });
  const { session } = client.cookies;
  expect((await codes.typeCode(client, email, code)).body.user.email).toBe(email);
  expect(client.cookies.session).toBe(session);
});

test('staff who sign in by email only get no code by text', async () => {
  const client = openClient(portal);
  await client.post('/api/auth/login', { email: '+12025550101' });
  await signIn.finishJobs();
  expect(await signIn.messagesTo('+12025550101')).toEqual([]);
  expect((await codes.typeCode(client, '+12025550101', '123456')).body.message).toBe(triesLeft(4));
});

test('a code is in no log, job or row, and needs the key', async () => {
  const phone = '+12025552812';
  const { id, email } = await openStudent(portal, { phone });
  const sent = [];
  for (const to of [email, phone]) {
    const client = openClient(portal);
    const { message } = await signIn.requestLink(to, client);
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

test('a code leads to the same page as its link', async () => {
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
