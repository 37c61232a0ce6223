import { expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { codesOf, wrongCode } from '../../../tests/support/codes.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { countedBefore, signInOf } from '../../../tests/support/sign-in.ts';
import { processMetrics } from '../platform/metrics.ts';

let portal: Portal;
openDailyPortal({ TRUSTED_PROXIES: '127.0.0.1', STAFF_SIGN_IN: 'email' }, (opened) => {
  portal = opened;
});

async function loggedBy(act: () => Promise<unknown>) {
  const before = portal.logged.length;
  await act();
  await signInOf(portal).finishJobs();
  const lines = portal.logged.slice(before);
  const attempts = lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'sign-in attempt');
  return { attempts, all: lines.join('') };
}

const outcomesOf = async (act: () => Promise<unknown>) =>
  (await loggedBy(act)).attempts.map(({ step, outcome }) => `${step} ${outcome}`);

const counted = async (step: string, outcome: string) => {
  const values = (await processMetrics.getSingleMetric('portal_sign_ins_total')?.get())?.values;
  return values?.find(({ labels }) => labels.step === step && labels.outcome === outcome)?.value;
};

test('a sign-in is logged from request to session, with hashes in place of addresses', async () => {
  let email = '';
  let id = 0;
  const { attempts, all } = await loggedBy(async () => {
    const asked = await codesOf(portal).asked();
    ({ email, id } = asked);
    await codesOf(portal).typeCode(asked.client, email, wrongCode(asked.code));
    await codesOf(portal).typeCode(asked.client, email, asked.code);
  });
  const identifier = expect.stringMatching(/^[\w-]{12}$/);
  expect(attempts).toMatchObject([
    { step: 'request', outcome: 'requested', identifier, sender: identifier },
    { step: 'account', outcome: 'sent', identifier, personId: id },
    { step: 'code', outcome: 'code-wrong', identifier, sender: identifier },
    { step: 'code', outcome: 'signed-in', identifier, personId: id },
  ]);
  expect(new Set(attempts.map((one) => one.identifier)).size).toBe(1);
  expect(all).not.toContain(email);
  expect(all).not.toContain('127.0.0.1');
});

test('unknown addresses are logged and counted', async () => {
  const before = (await counted('account', 'unknown')) ?? 0;
  const outcomes = await outcomesOf(() => signInOf(portal).ask('stranger@example.org'));
  expect(outcomes).toEqual(['request requested', 'account unknown']);
  expect(await counted('account', 'unknown')).toBe(before + 1);
});

test('each way to be turned away is logged', async () => {
  const { ask } = signInOf(portal);
  const { client, token } = await signInOf(portal).requestLink('new-student@demo.test');
  const open = () => client.post('/api/auth/verify', { token });
  expect(await outcomesOf(() => ask('not an address'))).toEqual(['request identifier-invalid']);
  expect(await outcomesOf(() => ask('+44 7400 123456'))).toEqual(['request text-elsewhere']);
  // This is a teacher's number, and staff can sign in only by email here.
  expect(await outcomesOf(() => ask('+1 202 555 0101'))).toContain('account email-only');
  expect(await outcomesOf(open)).toEqual(['link signed-in']);
  expect(await outcomesOf(open)).toEqual(['link already-signed-in']);
  await client.post('/api/auth/logout');
  expect(await outcomesOf(open)).toEqual(['link link-used']);
  const other = await signInOf(portal).requestLink('new-student@demo.test');
  const openElsewhere = () => openClient(portal).post('/api/auth/verify', { token: other.token });
  expect(await outcomesOf(openElsewhere)).toEqual(['link asked-to-confirm']);
  portal.clock.moveOn(60 * 60 * 1000);
  expect(await outcomesOf(openElsewhere)).toEqual(['link link-expired']);
  await ask('stranger@example.org', '203.0.113.9');
  await signInOf(portal).finishJobs();
  await countedBefore(portal, 'links from 203.0.113.9', 40);
  expect(await outcomesOf(() => ask('stranger@example.org', '203.0.113.9'))).toEqual([
    'request limited',
  ]);
});
