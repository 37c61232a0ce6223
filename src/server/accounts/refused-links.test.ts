import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { codeIn, messageTo, openClient, tokenIn } from '../../../tests/support/client.ts';
import { openDailyPortal } from '../../../tests/support/daily-portal.ts';
import type { Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { loginTokens, people } from '../database/schema.ts';
import { writeSignInLink } from '../messages/message-link.ts';
import { endLoginLinks } from './commands.ts';
import { sendWelcome } from './link-messages.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
openDailyPortal({}, (opened) => {
  portal = opened;
  signIn = signInOf(portal);
});

const minute = 60 * 1000;
const open = async (token: string, client = openClient(portal)) => {
  const { status, body } = await client.post('/api/auth/verify', { token, confirmed: true });
  expect(status).toBe(400);
  return [body.current.state, body.message, body.current.sendTo];
};
const unknown = ['unknown', 'Invalid or expired token', undefined];

test('used, expired, replaced and withdrawn links each say why, and where a new one would go', async () => {
  const { id, email } = await openStudent(portal);
  const sendTo = `${email[0]}•••@${email.split('@')[1]}`;
  const used = await signIn.requestLink(email);
  await used.client.post('/api/auth/verify', { token: used.token });
  const ofUsed = 'This link has already been used. Each link works once.';
  expect(await open(used.token)).toEqual(['used', ofUsed, sendTo]);

  const replaced = await signIn.requestLink(email);
  portal.clock.moveOn(1000);
  const expired = await signIn.requestLink(email);
  const ofReplaced = 'We’ve sent you a newer link since then. Only the newest one works.';
  expect(await open(replaced.token)).toEqual(['replaced', ofReplaced, sendTo]);
  portal.clock.moveOn(15 * minute);
  const ofExpired = 'This link has expired. It was valid for 10 minutes.';
  expect(await open(expired.token)).toEqual(['expired', ofExpired, sendTo]);

  const withdrawn = await signIn.requestLink(email);
  const now = portal.clock.now();
  await portal.database.transaction((transaction) => endLoginLinks(transaction, now, id));
  const ofWithdrawn = 'This link no longer works.';
  expect(await open(withdrawn.token)).toEqual(['taken-back', ofWithdrawn, sendTo]);
});

test('unknown tokens, malformed tokens and links of deactivated people look the same', async () => {
  const { id, email } = await openStudent(portal);
  const { token } = await signIn.requestLink(email);
  const now = portal.clock.now();
  await portal.database.update(people).set({ deactivatedAt: now }).where(eq(people.id, id));
  for (const one of [token, '…', 'x'.repeat(43), 'x'.repeat(22)]) {
    expect(await open(one)).toEqual(unknown);
    const asked = await openClient(portal).post('/api/auth/new-link', { token: one });
    expect([asked.status, asked.body.current]).toEqual([400, { state: 'unknown' }]);
  }
  await signIn.finishJobs();
  expect(await signIn.messagesTo(email)).toHaveLength(1);
});

test('each kind of link says what it is, and an expired one how long it worked', async () => {
  const { id, email } = await openStudent(portal);
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const admin = openClient(portal, { session });
  const copied = (await admin.post(`/api/admin/people/${id}/login-link`)).body.loginLink;
  await portal.database.transaction((transaction) => sendWelcome(portal, transaction, id));
  const welcome = tokenIn(await messageTo(portal, email));
  const expiresAt = new Date(portal.clock.now().getTime() + 60 * minute);
  const about = { personId: id, about: 'a class', redirectTo: '/schedule', expiresAt };
  const reminder = await writeSignInLink(portal, about);
  const kinds = [
    [copied.split('token=')[1], 'staff', ' It was valid for 24 hours.'],
    [welcome, 'welcome', ' It was valid for 7 days.'],
    [reminder.split('/s/')[1], 'reminder', ''],
  ];
  for (const [token, kind] of kinds) {
    const { body } = await openClient(portal).post('/api/auth/verify', { token });
    expect(body).toEqual({ confirmAs: expect.stringContaining('•••@'), kind });
  }
  portal.clock.moveOn(7 * 24 * 60 * minute);
  for (const [token = '', , worked] of kinds) {
    expect((await open(token))[1]).toBe(`This link has expired.${worked}`);
  }
});

test('someone signed in as another person sees whose session would end', async () => {
  const { email } = await openStudent(portal);
  const client = await signIn.signIn('admin@demo.test');
  const { token } = await signIn.requestLink(email, client);
  const { body } = await client.post('/api/auth/verify', { token });
  expect(body).toEqual({
    confirmAs: expect.stringContaining('•••@'),
    signedInAs: 'admin@demo.test',
  });
  expect((await client.get('/api/user')).body.email).toBe('admin@demo.test');
  const confirmed = await client.post('/api/auth/verify', { token, confirmed: true });
  expect(confirmed.body.user.email).toBe(email);
});

test('a replacement link goes to the same person and page, and its code works in that browser', async () => {
  const { id, email } = await openStudent(portal);
  const old = await signIn.requestLink(email);
  await portal.database
    .update(loginTokens)
    .set({ redirectTo: '/schedule?makeup=7' })
    .where(eq(loginTokens.personId, id));
  portal.clock.moveOn(15 * minute);
  const phone = openClient(portal);
  const asked = await phone.post('/api/auth/new-link', { token: old.token });
  expect(asked.body).toEqual({
    message: 'If you have an account, a login link is on its way. It may take a minute to arrive.',
    minutes: 10,
  });
  const message = await messageTo(portal, email, 1);
  const typed = { token: old.token, code: codeIn(message) };
  expect((await openClient(portal).post('/api/auth/code', typed)).status).toBe(400);
  const entered = await phone.post('/api/auth/code', typed);
  expect(entered.body).toMatchObject({ user: { email }, redirectTo: '/schedule?makeup=7' });
  expect(await open(tokenIn(message))).toMatchObject([
    'used',
    expect.any(String),
    expect.any(String),
  ]);
});

test('a link by text is replaced by text, and the number is masked', async () => {
  const phone = '+12025552821';
  const { email } = await openStudent(portal, { phone });
  const { token } = await signIn.requestLink(phone);
  portal.clock.moveOn(15 * minute);
  expect((await open(token))[2]).toBe('a phone number ending in 2821');
  await openClient(portal).post('/api/auth/new-link', { token });
  expect((await messageTo(portal, phone, 1)).channel).toBe('text');
  expect(await signIn.messagesTo(email)).toEqual([]);
});

test('replacement links count toward the limits', async () => {
  const { email } = await openStudent(portal);
  const { token } = await signIn.requestLink(email);
  for (let asks = 0; asks < 12; asks += 1) {
    expect((await openClient(portal).post('/api/auth/new-link', { token })).status).toBe(200);
    await signIn.finishJobs();
  }
  // The limits allow five new links in 15 minutes, and then the newest one three more times.
  expect(await signIn.messagesTo(email)).toHaveLength(8);
});
