import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { messageTo, openClient, tokenIn } from '../../../tests/support/client.ts';
import { testNow } from '../../../tests/support/clock.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { loginTokens, people } from '../database/schema.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
beforeAll(async () => {
  portal = await openPortal();
  signIn = signInOf(portal);
  for (const job of ['mail-welcome', 'mail-login-link', 'text-login-link'])
    await signIn.allowOneAttempt(job);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.clock.moveTo(testNow);
  await portal.sandbox.refuseMail(false);
});

const day = 24 * 60 * 60 * 1000;
const sentNew = { message: 'The link had expired, so we’re sending a new one.' };

async function openAdmin(at = portal) {
  const [, session = ''] = (await at.cookieOf('admin@demo.test')).split('=');
  return openClient(at, { session });
}

const retry = async (personId: number, at = portal) =>
  (await openAdmin(at)).post(`/api/admin/people/${personId}/retry-messages`);

const deadJobs = async (personId: number, at = portal) =>
  (
    await at.database.execute<{ job: string }>(
      `select source_name as job from pgboss.job
       where name = 'dead-jobs' and data->>'personId' = '${personId}'`,
    )
  ).rows.map(({ job }) => job);

const open = (token: string) =>
  openClient(portal).post('/api/auth/verify', { token, confirmed: true });

async function addWithFailedWelcome(email: string): Promise<number> {
  const ada = { firstName: 'Ada', lastName: 'Byron', startDate: '2026-11-20', role: 'alumni' };
  await portal.sandbox.refuseMail(true);
  const added = await (await openAdmin()).post('/api/admin/users', { ...ada, email });
  await signIn.finishJobs();
  await portal.sandbox.refuseMail(false);
  return added.body.user.id;
}

async function failLoginMail(email: string, asker = openClient(portal)) {
  await portal.sandbox.refuseMail(true);
  await asker.post('/api/auth/login', { email });
  await signIn.finishJobs();
  await portal.sandbox.refuseMail(false);
}

test('a failed welcome shows in its row with the reason, and a retry sends it', async () => {
  const email = 'a@no-such-host.test';
  const id = await addWithFailedWelcome(email);
  const rowOf = async () =>
    (await (await openAdmin()).get('/api/alumni?page=1&search=no-such-host')).body.data[0];
  expect((await rowOf()).messageProblem).toContain('550');
  expect((await retry(id)).body).toEqual({ message: 'We’re sending the message again.' });
  expect((await messageTo(portal, email)).subject).toContain('Welcome');
  expect((await rowOf()).messageProblem).toBeNull();
  expect((await retry(id)).status).toBe(409);
});

test('correcting the email replaces a failed welcome', async () => {
  const id = await addWithFailedWelcome('wrong@example.org');
  expect(await deadJobs(id)).toEqual(['mail-welcome']);
  await portal.database.update(people).set({ role: 'student' }).where(eq(people.id, id));
  const corrected = { firstName: 'Ada', lastName: 'Byron', startDate: '2026-11-20' };
  const email = 'corrected@example.org';
  const path = `/api/admin/students/${id}`;
  await (await openAdmin()).patch(path, { ...corrected, email, phone: '', textConsent: false });
  expect((await messageTo(portal, email)).subject).toContain('Welcome');
  expect(await deadJobs(id)).toEqual([]);
});

test('retrying an expired welcome sends a new link for seven days', async () => {
  const email = 'late@example.org';
  const id = await addWithFailedWelcome(email);
  portal.clock.moveOn(8 * day);
  expect((await retry(id)).body).toEqual(sentNew);
  const welcome = await messageTo(portal, email);
  expect(welcome.subject).toContain('Welcome');
  expect(await deadJobs(id)).toEqual([]);
  portal.clock.moveOn(6.9 * day);
  expect((await open(tokenIn(welcome))).body.user.email).toBe(email);
});

test('retrying expired login links sends one new link', async () => {
  const { id, email } = await openStudent(portal);
  const asker = openClient(portal);
  for (const _twice of [1, 2]) await failLoginMail(email, asker);
  expect(await deadJobs(id)).toEqual(['mail-login-link', 'mail-login-link']);
  portal.clock.moveOn(60 * 60 * 1000);
  expect((await retry(id)).body).toEqual(sentNew);
  await signIn.finishJobs();
  const mails = await signIn.messagesTo(email);
  expect(mails).toHaveLength(1);
  expect(await deadJobs(id)).toEqual([]);
  const token = mails.map(tokenIn)[0] ?? '';
  expect((await asker.post('/api/auth/verify', { token })).body).toHaveProperty('confirmAs');
  portal.clock.moveOn(9 * 60 * 1000);
  expect((await open(token)).body.user.email).toBe(email);
});

test('a retried link doesn’t end one that was requested since', async () => {
  const { id, email } = await openStudent(portal);
  await failLoginMail(email);
  portal.clock.moveOn(20 * 60 * 1000);
  const { client, token } = await signIn.requestLink(email);
  expect((await retry(id)).body).toEqual(sentNew);
  await messageTo(portal, email, 1);
  expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(email);
});

test('a failed link that still works is sent again unchanged', async () => {
  const { id, email } = await openStudent(portal);
  await failLoginMail(email);
  portal.clock.moveOn(20 * 60 * 1000);
  await failLoginMail(email);
  expect(await deadJobs(id)).toEqual(['mail-login-link', 'mail-login-link']);
  expect((await retry(id)).body).toEqual({ message: 'We’re sending the message again.' });
  await signIn.finishJobs();
  expect(await signIn.messagesTo(email)).toHaveLength(1);
  expect(await deadJobs(id)).toEqual([]);
});

test('an expired login text is retried by text with a new link', async () => {
  const phone = '+12025552952';
  const { id, email } = await openStudent(portal, { phone });
  await remindersOf(portal).faults({ status: 500 });
  await openClient(portal).post('/api/auth/login', { email: phone });
  await signIn.finishJobs();
  await remindersOf(portal).faults();
  expect(await deadJobs(id)).toEqual(['text-login-link']);
  portal.clock.moveOn(60 * 60 * 1000);
  expect((await retry(id)).body).toEqual(sentNew);
  const text = await messageTo(portal, phone);
  expect((await open(tokenIn(text))).body.user.email).toBe(email);
});

test('a failed link that was deleted is replaced by a new one', async () => {
  const { id, email } = await openStudent(portal);
  await failLoginMail(email);
  await portal.database.delete(loginTokens).where(eq(loginTokens.personId, id));
  expect((await retry(id)).body).toEqual(sentNew);
  expect((await open(tokenIn(await messageTo(portal, email)))).body.user.email).toBe(email);
});

test('a login text to a removed number can’t be retried, and the response says so', async () => {
  const phone = '+12025552950';
  const { id } = await openStudent(portal, { phone });
  await remindersOf(portal).optOutAtProvider(phone, portal.sandbox.keys.twilio.loginSender);
  await openClient(portal).post('/api/auth/login', { email: phone });
  await signIn.finishJobs();
  expect(await deadJobs(id)).toEqual(['text-login-link']);
  await portal.database.update(people).set({ phone: null }).where(eq(people.id, id));
  portal.clock.moveOn(60 * 60 * 1000);
  const { status, body } = await retry(id);
  expect([status, body]).toEqual([409, { message: 'This person no longer has a phone number.' }]);
  expect(await deadJobs(id)).toEqual([]);
});

test('with STAFF_SIGN_IN=email a login text to new staff can’t be retried, and the response says so', async () => {
  await using strict = await openPortal({ environment: { STAFF_SIGN_IN: 'email' } });
  const phone = '+12025552951';
  const { id } = await openStudent(strict, { phone });
  await remindersOf(strict).optOutAtProvider(phone, strict.sandbox.keys.twilio.loginSender);
  await openClient(strict).post('/api/auth/login', { email: phone });
  await signInOf(strict).finishJobs();
  expect(await deadJobs(id, strict)).toEqual(['text-login-link']);
  await strict.database.update(people).set({ role: 'teacher' }).where(eq(people.id, id));
  const { status, body } = await retry(id, strict);
  expect([status, body]).toEqual([
    409,
    { message: 'This portal doesn’t text login links to staff. Please send the link by email.' },
  ]);
  await signInOf(strict).finishJobs();
  expect(await deadJobs(id, strict)).toEqual([]);
});
