import { expect, test } from 'vitest';
import { codeIn, openClient } from '../../../tests/support/client.ts';
import {
  codeHasExpired,
  codeIsDead,
  codesOf,
  triesLeft,
  wrongCode,
} from '../../../tests/support/codes.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { countedBefore, signInOf } from '../../../tests/support/sign-in.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
let codes: ReturnType<typeof codesOf>;
openDailyPortal({ STAFF_SIGN_IN: 'email' }, (opened) => {
  portal = opened;
  signIn = signInOf(portal);
  codes = codesOf(portal);
});

test('after five wrong tries even the right code fails, and the link still works', async () => {
  const { email, client, token, code } = await codes.asked();
  for (const tries of [4, 3, 2, 1]) {
    const { status, body } = await codes.typeCode(client, email, wrongCode(code));
    expect([status, body.message]).toEqual([400, triesLeft(tries)]);
  }
  for (const typed of [wrongCode(code), code]) {
    expect((await codes.typeCode(client, email, typed)).body.message).toBe(codeIsDead);
  }
  expect((await client.post('/api/auth/verify', { token })).status).toBe(200);
});

test('sending a link again doesn’t revive its code', async () => {
  const { email, client } = await codes.asked();
  await countedBefore(portal, `new links to ${email}`, 4);
  const code = codeIn((await signIn.requestLink(email, client)).message);
  for (let tries = 0; tries < 5; tries += 1) {
    await codes.typeCode(client, email, wrongCode(code));
  }
  expect(codeIn((await signIn.requestLink(email, client)).message)).toBe(code);
  expect((await codes.typeCode(client, email, code)).body.message).toBe(codeIsDead);
});

test('twenty codes at once get no more than five tries', async () => {
  const { email, client, code } = await codes.asked();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      codes.typeCode(openClient(portal, { ...client.cookies }), email, wrongCode(code)),
    ),
  );
  const alive = answers.filter(({ body }) => body.message !== codeIsDead);
  expect(alive.map(({ body }) => body.message).toSorted()).toEqual([1, 2, 3, 4].map(triesLeft));
});

test('an unknown email gets the same responses as a wrong code', async () => {
  const client = openClient(portal);
  const unknown = 'nobody-here@demo.test';
  expect((await client.post('/api/auth/login', { email: unknown })).status).toBe(200);
  await signIn.finishJobs();
  for (const tries of [4, 3, 2, 1]) {
    expect((await codes.typeCode(client, unknown, '123456')).body.message).toBe(triesLeft(tries));
  }
  for (const _twice of [1, 2]) {
    expect((await codes.typeCode(client, unknown, '123456')).body.message).toBe(codeIsDead);
  }
  expect((await codes.typeCode(openClient(portal), unknown, '123456')).body.message).toBe(
    codeHasExpired,
  );
});

test('input other than six digits is rejected and uses up no attempt', async () => {
  const { email, client, code } = await codes.asked();
  for (const typed of ['', '12345', '1234567', '12345a', '١٢٣٤٥٦']) {
    const { status, body } = await codes.typeCode(client, email, typed);
    expect([status, body.message]).toEqual([400, 'Please enter the six-digit code']);
  }
  expect((await client.post('/api/auth/code', { code })).body.message).toMatch(/^Please enter/);
  expect((await codes.typeCode(client, email, wrongCode(code))).body.message).toBe(triesLeft(4));
});

test('one email gets fifty code tries a day, across all requests', async () => {
  const { email, client, code } = await codes.asked();
  await codes.typeCode(client, email, wrongCode(code));
  await countedBefore(portal, `codes for ${email}`, 49);
  expect((await codes.typeCode(client, email, wrongCode(code))).body.message).toBe(triesLeft(3));
  expect((await codes.typeCode(client, email, code)).body.message).toBe(codeIsDead);
});
