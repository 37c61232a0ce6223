import { hostname } from 'node:os';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { meetingsOf } from '../../../tests/support/meetings.ts';
import { openPortal, type Portal } from '../../../tests/support/portal.ts';
import { signInOf } from '../../../tests/support/sign-in.ts';
import { alerts, holds, people, sentMessages } from '../database/schema.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../platform/clock.ts';
import { checkAlerts } from './alerts.ts';

let portal: Portal;
let signIn: ReturnType<typeof signInOf>;
let space = { bavail: 50, blocks: 100, bsize: 1e9 };
let machineIsOffBy = 0;
const recipient = 'admin@demo.test';

beforeAll(async () => {
  portal = await openPortal();
  signIn = signInOf(portal);
});
afterAll(() => portal[Symbol.asyncDispose]());
beforeEach(async () => {
  await portal.database.execute('truncate alerts, holds, sent_messages cascade');
  await portal.database.execute(`delete from pgboss.job where name = '__idle'`);
  portal.sandbox.setMailFaults({});
  space = { bavail: 50, blocks: 100, bsize: 1e9 };
  machineIsOffBy = 0;
});

const machine = { now: () => new Date(Date.now() + machineIsOffBy) };
const findSpace = (async () => space) as never;
const check = () => checkAlerts({ ...portal, machine, findSpace });

async function checkAfter(...minutes: number[]) {
  for (const each of minutes) {
    portal.clock.moveOn(each * MINUTE_MS);
    await check();
  }
  await signIn.finishJobs();
}

const subjects = async (email = recipient) => {
  const rows = await portal.database
    .select({ subject: sentMessages.subject })
    .from(sentMessages)
    .where(eq(sentMessages.recipient, email))
    .orderBy(sentMessages.id);
  return rows.map(({ subject }) => subject);
};
const diskAlert = `The disk on ${hostname()} is almost full`;
const hold = (scope: string) =>
  portal.database.insert(holds).values({
    scope,
    reason: 'The token is wrong',
    since: portal.clock.now(),
    retryAt: new Date(portal.clock.now().getTime() + DAY_MS),
  });

test('nothing is wrong, so no one gets an email', async () => {
  await checkAfter(0, 15, 15);
  expect(await subjects()).toEqual([]);
});

test('a problem that lasts is one email a day, and one when it is over', async () => {
  space.bavail = 1;
  await checkAfter(0, 5);
  expect(await subjects()).toEqual([]);
  await checkAfter(5, 5, 60, 22 * 60);
  expect(await subjects()).toEqual([`Portal alert: ${diskAlert}`]);
  await checkAfter(2 * 60);
  expect(await subjects()).toHaveLength(2);
  space.bavail = 50;
  await checkAfter(5, 5);
  expect(await subjects()).toEqual([
    `Portal alert: ${diskAlert}`,
    `Portal alert: ${diskAlert}`,
    `Resolved: ${diskAlert}`,
  ]);
});

test('a problem that comes and goes is still at most one email a day', async () => {
  for (const free of [1, 50, 1, 50]) {
    space.bavail = free;
    await checkAfter(5, 15);
  }
  expect(await subjects()).toEqual([`Portal alert: ${diskAlert}`, `Resolved: ${diskAlert}`]);
});

test('the email says what is wrong and where to look', async () => {
  await hold('zoom');
  await checkAfter(0, 10);
  const mail = (await signIn.messagesTo(recipient)).find(({ text }) => text.includes('Zoom'));
  expect(mail).toMatchObject({ subject: 'Portal alert: Work in Zoom is on hold' });
  expect(mail?.text).toContain('this: Zoom meetings: The token is wrong. We’ll email you');
  expect(mail?.links).toContain(`${portal.settings.publicUrl}/admin/problems`);
});

test.each([
  ['a vendor’s outage', () => hold('twilio outage'), 'Texts are on hold'],
  [
    'jobs that no one picks up',
    async () => {
      await portal.queue.prepare([{ name: '__idle', tries: 1, firstDelaySeconds: 1 }]);
      await portal.database.execute(sql`insert into pgboss.job (name, data, start_after)
        values ('__idle', '{}', now() - interval '20 minutes')`);
    },
    'Background jobs are running late',
  ],
  [
    'a clock that is off',
    async () => {
      machineIsOffBy = HOUR_MS;
    },
    `The clock on ${hostname()} is wrong`,
  ],
])('%s is a reason', async (_, cause, title) => {
  await cause();
  await checkAfter(0, 10);
  expect(await subjects()).toEqual([`Portal alert: ${title}`]);
});

test('old backups are a reason, but only where they are configured', async () => {
  const settings = { ...portal.settings, backup: { ...portal.settings.backup, directory: '/any' } };
  const made = { at: new Date(Date.now() - 3 * DAY_MS), bytes: 1 };
  await portal.database.execute(
    sql`update installation set backups = ${JSON.stringify({ made })}::jsonb`,
  );
  await checkAfter(0, 10);
  expect(await subjects()).toEqual([]);
  for (const minutes of [0, 10]) {
    portal.clock.moveOn(minutes * MINUTE_MS);
    await checkAlerts({ ...portal, settings, machine, findSpace });
  }
  await signIn.finishJobs();
  expect(await subjects()).toEqual(['Portal alert: There is no recent backup']);
});

const dueMails = `select from pgboss.job where name = 'mail-alert'
  and (state = 'active' or (state < 'active' and start_after <= now()))`;

test('email on hold is no reason, and what is over before email works again isn’t sent', async () => {
  const before = (await signIn.messagesTo(recipient)).length;
  await hold('mail');
  space.bavail = 1;
  await check();
  portal.clock.moveOn(10 * MINUTE_MS);
  await check();
  expect(await portal.database.select().from(alerts)).toMatchObject([{ cause: diskAlert }]);
  await expect.poll(async () => (await portal.database.execute(dueMails)).rowCount).toBe(0);
  space.bavail = 50;
  await check();
  await portal.database.delete(holds);
  await meetingsOf(portal).runWaitingJobs();
  await signIn.finishJobs();
  expect(await signIn.messagesTo(recipient)).toHaveLength(before);
});

test('several nodes at once send one email', async () => {
  space.bavail = 1;
  await check();
  portal.clock.moveOn(10 * MINUTE_MS);
  await Promise.all([check(), check(), check()]);
  await signIn.finishJobs();
  expect(await subjects()).toHaveLength(1);
});

test('a node doesn’t end the alert of another machine', async () => {
  const now = portal.clock.now();
  const other = { cause: 'The clock on elsewhere is wrong', sentence: 'It is off.', since: now };
  await portal.database.insert(alerts).values({ ...other, sentAt: now });
  await checkAfter(5, 30 * 60);
  expect(await portal.database.select().from(alerts)).toMatchObject([other]);
  expect(await subjects()).toEqual([]);
});

test('teachers and deactivated admins get none', async () => {
  const email = 'former-admin@demo.test';
  const now = portal.clock.now();
  const person = { firstName: 'A', lastName: 'B', createdAt: now };
  await portal.database
    .insert(people)
    .values({ ...person, role: 'admin', email, deactivatedAt: now });
  space.bavail = 1;
  await checkAfter(0, 10);
  expect(await subjects(email)).toEqual([]);
  expect(await subjects('teacher@demo.test')).toEqual([]);
  expect(await subjects()).toHaveLength(1);
});
