import { eq, isNotNull, sql } from 'drizzle-orm';
import { classes, holds, meetingRegistrants, people } from '../../../src/server/database/schema.ts';
import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';

async function breakMeeting(portal: Portal, meetingProblem: string): Promise<void> {
  const { database, clock } = portal;
  await database.execute(
    'truncate registrations, attendance, meeting_registrants, alumni_joins, classes cascade',
  );
  const startsAt = new Date('2026-11-18T00:00:00Z');
  const [first] = await database
    .insert(classes)
    .values({ startsAt, classType: 'Weekly', createdAt: clock.now(), meetingProblem })
    .returning();
  const [nora] = await database
    .select({ id: people.id })
    .from(people)
    .where(eq(people.email, 'new-student@demo.test'));
  const now = clock.now();
  const seat = { personId: nora?.id ?? 0, classId: first?.id ?? 0 };
  await database.insert(meetingRegistrants).values({ ...seat, problem: refusal, updatedAt: now });
  await database.insert(holds).values(holdFrom(now));
}

const holdFrom = (since: Date) => ({
  scope: 'zoom create',
  reason: scopeMissing,
  since,
  retryAt: new Date(since.getTime() + 900_000),
});

const refusal = 'Zoom returned 400 (300): Validation Failed. (email: Invalid field.)';
const scopeMissing = 'The Zoom app is missing a scope.';

const problem = 'Zoom returned 429: the daily limit is reached';

test('a class without a meeting says why, and an admin retries it', async ({
  portal,
  signedInAs,
}) => {
  await breakMeeting(portal, problem);
  const teacher = await signedInAs('teacher@demo.test');
  await openTab(teacher, 'Classes');
  await expect(teacher.getByText(`We couldn’t create the meeting: ${problem}`)).toBeVisible();
  await expect(teacher.getByRole('button', { name: /^Retry/ })).toHaveCount(0);

  const page = await signedInAs('admin@demo.test');
  await page.clock.install();
  await openTab(page, 'Classes');
  const row = rowWith(page, `We couldn’t create the meeting: ${problem}`);
  await expect(row).toBeVisible();
  await expect(row.getByText(/^No personal link for \w+ \w+: Zoom returned 400/)).toBeVisible();
  await expectNoFaults(page);
  await row.getByRole('button', { name: /^Retry/ }).click();
  await expect(page.getByText('We’re asking Zoom again.', { exact: true })).toBeVisible();
  const { database } = portal;
  await expect.poll(() => database.$count(classes, isNotNull(classes.meetingProblem))).toBe(0);
  await page.clock.fastForward(3_000);
  await expect(row).toBeHidden();
  await expect(page.getByRole('button', { name: /^Start Zoom Meeting/ }).first()).toBeEnabled();

  await database.insert(holds).values({ ...holdFrom(portal.clock.now()), scope: 'zoom list' });
  await page.goto('/admin/problems');
  await expect(page.getByText(scopeMissing, { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Retry, Zoom meetings' }).click();
  await expect(page.getByText(/^Retrying now\./)).toBeVisible();
  await expect.poll(() => database.$count(holds)).toBe(0);
});

test('a refused email shows in the person’s row at 390 px, and is sent again', async ({
  portal,
  signedInAs,
}) => {
  await portal.sandbox.refuseMail(true);
  const page = await signedInAs('admin@demo.test');
  await page.setViewportSize({ width: 390, height: 844 });
  const ada = { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron', role: 'alumni' };
  const body = { ...ada, startDate: '2026-11-20' };
  expect((await page.request.post('/api/admin/users', { data: body })).ok()).toBe(true);
  await expect
    .poll(async () => {
      await portal.database.execute(
        sql`update pgboss.job set start_after = now(), retry_limit = 1 where name = 'mail-welcome'`,
      );
      return (await (await page.request.get('/api/alumni?page=1&search=ada@')).json()).data[0];
    })
    .toMatchObject({ messageProblem: expect.stringContaining('550') });

  await page.goto('/admin?tab=alumni');
  await page.getByPlaceholder('Search by name & email').fill('ada@');
  await expect(page.locator('tbody tr')).toHaveCount(1);
  await expect(page.getByText(/^Message not sent: .*550/)).toBeVisible();
  await expectNoFaults(page);
  await portal.sandbox.refuseMail(false);
  await page.getByRole('button', { name: /^Retry/ }).click();
  await expect(page.getByText(/^Message not sent/)).toBeHidden();
});

test('texts that Twilio and the carriers refuse show up for admins, and in the person’s row', async ({
  portal,
  signedInAs,
}) => {
  const phone = '+12025550102';
  const askByPhone = () =>
    fetch(`${portal.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: phone }),
    });
  const behave = (faults: object) =>
    fetch(`${portal.sandbox.url}/twilio/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
  await behave({ failsWith: 30007 });
  await askByPhone();
  const page = await signedInAs('admin@demo.test');
  await expect
    .poll(async () => JSON.stringify(await (await page.request.get('/api/students')).json()))
    .toContain('filtered this text');
  await behave({ emptyServices: true });
  await askByPhone();
  await expect.poll(() => portal.database.$count(holds, eq(holds.scope, 'twilio login'))).toBe(1);

  await openTab(page, 'Students');
  await expect(
    page.getByText(/^Text not delivered: The carrier filtered this text as spam/),
  ).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('link', { name: /^Problems \(\d/ }).click();
  const onHold = page.getByRole('list', { name: /^On hold/ });
  await expect(onHold.getByText('Texts with login links', { exact: true })).toBeVisible();
  await expect(onHold.getByText(/^Since .*\sPT, next retry after/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  const teacher = await signedInAs('teacher@demo.test');
  await teacher.goto('/admin');
  await expect(teacher.getByRole('tab', { name: 'Classes' })).toBeVisible();
  await expect(teacher.getByRole('link', { name: /^Problems/ })).toHaveCount(0);
});
