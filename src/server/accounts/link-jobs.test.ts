import { afterAll, beforeAll, expect, test } from 'vitest';
import { openClient, tokenIn } from '../../../tests/support/client.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { remindersOf } from '../../../tests/support/reminders.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import { loginRequests, loginTokens } from '../database/schema.ts';
import { writeSignInLink } from '../messages/message-link.ts';
import { newNonce } from '../platform/tokens.ts';
import { makeLoginLinkJob } from './request-link.ts';

let portal: Portal;
let admin: ReturnType<typeof openClient>;
beforeAll(async () => {
  portal = await openPortal();
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  admin = openClient(portal, { session });
  await signInOf(portal).allowOneAttempt('mail-login-link');
});
afterAll(async () => {
  await portal.sandbox.refuseMail(false);
  await portal[Symbol.asyncDispose]();
});

const deadOf = async (personId: number) =>
  (
    await portal.database.execute<{ job: string; reason: string }>(
      `select source_name as job, source_output->>'reason' as reason from pgboss.job
       where name = 'dead-jobs' and data->>'personId' = '${personId}'`,
    )
  ).rows;

const problemOf = async (email: string) =>
  (await admin.get('/api/students')).body.find((row: { email: string }) => row.email === email)
    .messageProblem;

test('a link by text that was sent leaves no dead job', async () => {
  const phone = '+12025552801';
  const { email } = await openStudent(portal, { phone });
  const signIn = signInOf(portal);
  const { client, token } = await signIn.requestLink(phone);
  await signIn.finishJobs();
  const { rows } = await portal.database.execute(
    `select source_name from pgboss.job where name = 'dead-jobs' and source_name like '%login%'`,
  );
  expect(rows).toEqual([]);
  expect((await client.post('/api/auth/verify', { token })).body.user.email).toBe(email);
});

test('a login text to someone who opted out fails immediately, and their row says so', async () => {
  const phone = '+12025552802';
  const { id, email } = await openStudent(portal, { phone });
  const { loginSender } = portal.sandbox.keys.twilio;
  await remindersOf(portal).optOutAtProvider(phone, loginSender);
  expect((await openClient(portal).post('/api/auth/login', { email: phone })).status).toBe(200);
  await signInOf(portal).finishJobs();
  const reason = 'This person has opted out of texts with login links and codes.';
  expect(await deadOf(id)).toEqual([{ job: 'text-login-link', reason }]);
  expect(await problemOf(email)).toBe(reason);
});

test('a link email that failed for good shows in the person’s row', async () => {
  const { id, email } = await openStudent(portal);
  await portal.sandbox.refuseMail(true);
  await openClient(portal).post('/api/auth/login', { email });
  await signInOf(portal).finishJobs();
  expect(await deadOf(id)).toHaveLength(1);
  await portal.sandbox.refuseMail(false);
  expect(await problemOf(email)).toContain('550');
});

test('the queue never holds an email, phone number, IP address, nonce or token', async () => {
  const phone = '+12025552803';
  const { id, email } = await openStudent(portal, { phone });
  const signIn = signInOf(portal);
  const tokens = [];
  for (const [typed, to] of [
    [email, email],
    ['(202) 555-2803', phone],
  ]) {
    tokens.push((await signIn.requestLink(typed ?? '', openClient(portal), to)).token);
  }
  await openClient(portal).post('/api/auth/login', { email: 'nobody-here@demo.test' });
  await signIn.finishJobs();
  await portal.sandbox.refuseMail(true);
  await openClient(portal).post('/api/auth/login', { email });
  await signInOf(portal).finishJobs();
  expect(await deadOf(id)).toHaveLength(1);
  await portal.sandbox.refuseMail(false);
  const { rows } = await portal.database.execute<{ all: string }>(
    `select string_agg(job::text, '') as all from pgboss.job job`,
  );
  const all = rows[0]?.all ?? '';
  expect(all).toContain('mail-login-link');
  expect(all).toContain('text-login-link');
  const made = await portal.database.select().from(loginTokens);
  const nonces = made.flatMap(({ nonce }) => [
    nonce.toString('base64url'),
    nonce.toString('base64'),
    nonce.toString('hex'),
  ]);
  for (const secret of [email, 'nobody-here', '2025552803', '127.0.0.1', ...nonces, ...tokens]) {
    expect(all).not.toContain(secret);
  }
  expect(await portal.database.$count(loginRequests)).toBe(0);
});

test('if two links are requested, the later one works, in any job order', async () => {
  const { id, email } = await openStudent(portal);
  const askedAt = portal.clock.now();
  const requests = await portal.database
    .insert(loginRequests)
    .values(
      [1, 2].map(() => ({ email, nonce: newNonce(), browserHash: Buffer.alloc(32), askedAt })),
    )
    .returning();
  for (const { id: requestId } of requests.toReversed()) {
    await portal.database.transaction((transaction) =>
      portal.queue.add(transaction, makeLoginLinkJob, { requestId, isRepeat: false }),
    );
    await signInOf(portal).finishJobs();
  }
  const made = await portal.database.select().from(loginTokens);
  const theirs = made.filter(({ personId }) => personId === id);
  expect(theirs).toMatchObject([{ nonce: requests[1]?.nonce, endedAt: null }]);
  expect(await signInOf(portal).messagesTo(email)).toHaveLength(1);
});

test('a job that runs again sends no second message', async () => {
  const { email } = await openStudent(portal);
  const request = { email, nonce: newNonce(), browserHash: Buffer.alloc(32) };
  const [made] = await portal.database
    .insert(loginRequests)
    .values({ ...request, askedAt: portal.clock.now() })
    .returning();
  for (const _twice of [1, 2]) {
    await portal.database.transaction((transaction) =>
      portal.queue.add(transaction, makeLoginLinkJob, {
        requestId: made?.id ?? 0,
        isRepeat: false,
      }),
    );
    await signInOf(portal).finishJobs();
  }
  expect(await signInOf(portal).messagesTo(email)).toHaveLength(1);
});

test('past the limit the requested link is sent again, not a newer one from a reminder', async () => {
  const { id, email } = await openStudent(portal);
  const { token } = await signInOf(portal).requestLink(email);
  portal.clock.moveOn(1000);
  const askedAt = portal.clock.now();
  await portal.database.transaction(async (transaction) => {
    const expiresAt = new Date(askedAt.getTime() + 60 * 60 * 1000);
    const link = { personId: id, about: 'a test', redirectTo: '/schedule', expiresAt };
    await writeSignInLink({ ...portal, database: transaction }, link);
    const request = { email, nonce: newNonce(), browserHash: Buffer.alloc(32), askedAt };
    const [made] = await transaction.insert(loginRequests).values(request).returning();
    const again = { requestId: made?.id ?? 0, isRepeat: true };
    await portal.queue.add(transaction, makeLoginLinkJob, again);
  });
  await signInOf(portal).finishJobs();
  expect((await signInOf(portal).messagesTo(email)).map(tokenIn)).toEqual([token, token]);
});
