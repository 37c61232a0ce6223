import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openClient } from '../../../tests/support/client.ts';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { problemsOf } from '../../../tests/support/problems.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { openStudent } from '../../../tests/support/students.ts';
import type { MailFaults } from '../../sandbox/sandbox.ts';
import { holds, sentMessages } from '../database/schema.ts';
import { defineJob } from '../jobs/define-job.ts';

const sendTestMailJob = defineJob<{ personId: number; askedAt: string }>('mail-test');
let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
beforeAll(async () => {
  portal = await openPortal();
  signIn = signInOf(portal);
  for (const job of ['mail-login-link', 'mail-test']) await signIn.allowOneAttempt(job);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  portal.sandbox.setMailFaults({});
  await portal.database.delete(holds);
});

const held = async () => (await portal.database.select().from(holds))[0]?.reason ?? null;
const askForLink = (email: string) => openClient(portal).post('/api/auth/login', { email });
const countJobs = async (which: string) =>
  (await portal.database.execute(`select from pgboss.job where ${which}`)).rowCount;
const deadJobs = () => countJobs(`name = 'dead-jobs'`);

async function sendTestMail(personId: number) {
  await portal.database.transaction(async (transaction) => {
    const askedAt = portal.clock.now().toISOString();
    await portal.queue.add(transaction, sendTestMailJob, { personId, askedAt });
  });
}

const patienceMs = 120_000;

async function passTime(email: string, count: number) {
  const arrived = async () => {
    await portal.database.update(holds).set({ retryAt: new Date(0) });
    await meetingsOf(portal).runWaitingJobs();
    return (await signIn.messagesTo(email)).length;
  };
  await expect.poll(arrived, { timeout: patienceMs }).toBe(count);
  await signIn.finishJobs();
}

const faults: [string, MailFaults, RegExp][] = [
  [
    'refuses the password',
    { refusesLogin: true },
    /rejected the user name or password in SMTP_URL: 535/,
  ],
  ['refuses the sender', { refusesSender: true }, /doesn’t accept emails from MAIL_FROM: 553/],
  [
    'rejects the sender after reading the email',
    { refusesSenderAfterData: 'unverified' },
    /doesn’t accept emails from MAIL_FROM: 554 .*not verified/,
  ],
  ['has reached its daily limit', { overQuota: true }, /for now: 454 .*quota exceeded/],
  ['refuses to relay', { deniesRelay: true }, /won’t relay emails for the portal: 554/],
  ['offers no TLS', { noTls: true }, /The portal can’t encrypt its connection to the email server/],
  ['is down', { down: true }, /We can’t reach the email server/],
];

test.each(faults)(
  'while the server %s, emails wait without using up attempts and go out once it works again',
  { timeout: 2 * patienceMs },
  async (_, fault, reason) => {
    const { id, email } = await openStudent(portal);
    portal.sandbox.setMailFaults(fault);
    await askForLink(email);
    await sendTestMail(id);
    await expect.poll(held, { timeout: 30_000 }).toMatch(reason);
    expect(await held()).not.toContain(email);
    expect(await deadJobs()).toBe(0);
    // Setting faults closes connections, and an email that was just accepted would be sent again.
    await expect.poll(() => countJobs(`state = 'active' and name like 'mail-%'`)).toBe(0);
    portal.sandbox.setMailFaults({});
    await passTime(email, 2);
    expect(await held()).toBeNull();
    const subjects = (await signIn.messagesTo(email)).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual([
      'Test email from the portal',
      'Your link to the course portal',
    ]);
  },
);

test('waiting emails are a problem until one is sent', async () => {
  const { id, email } = await openStudent(portal);
  portal.sandbox.setMailFaults({ deniesRelay: true });
  await sendTestMail(id);
  await expect.poll(held, { timeout: 30_000 }).not.toBeNull();
  const problems = problemsOf(portal);
  expect(await problems.of('holds')).toMatchObject([
    { what: 'All emails', reason: expect.stringContaining('won’t relay emails') },
  ]);
  portal.sandbox.setMailFaults({});
  await passTime(email, 1);
  expect(await problems.of('holds')).toEqual([]);
});

test('a full mailbox is retried and holds up no other emails', async () => {
  const { id, email } = await openStudent(portal);
  await portal.database.execute(`update pgboss.queue set retry_limit = 5 where name = 'mail-test'`);
  portal.sandbox.setMailFaults({ recipients: 'greylisted' });
  await sendTestMail(id);
  await signIn.finishJobs();
  expect(await held()).toBeNull();
  expect(await signIn.messagesTo(email)).toHaveLength(1);
  expect(await deadJobs()).toBe(0);
});

test('a refused address fails immediately and shows on the person', async () => {
  const { id } = await openStudent(portal);
  portal.sandbox.setMailFaults({ recipients: 'unknown' });
  await sendTestMail(id);
  await signIn.finishJobs();
  const reason =
    'The email server rejected this address: 550 5.1.1 <•••>: Recipient address rejected';
  const [sent] = await portal.database
    .select()
    .from(sentMessages)
    .where(eq(sentMessages.personId, id));
  expect(sent).toMatchObject({ status: 'failed', problem: expect.stringContaining(reason) });
  const [, session = ''] = (await portal.cookieOf('admin@demo.test')).split('=');
  const { body: rows } = await openClient(portal, { session }).get('/api/students');
  const row = rows.find((one: { id: number }) => one.id === id);
  expect(row.messageProblem).toContain(reason);
  expect(portal.logged.join('')).not.toMatch(/@school\.test/);
});
