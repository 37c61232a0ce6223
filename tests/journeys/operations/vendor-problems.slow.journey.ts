import type { Page } from '@playwright/test';
import { and, desc, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import {
  classes,
  meetingPauses,
  meetingRegistrants,
  people,
} from '../../../src/server/database/schema.ts';
import { openTab, rowWith } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';

/** One class, left without a meeting by a vendor that said no, to it, to somebody registered, and to everybody. */
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
  await database.insert(meetingPauses).values(pauseFrom(now));
}

const pauseFrom = (since: Date) => ({
  key: 'calls: create',
  reason: pause,
  since,
  until: new Date(since.getTime() + 900_000),
});

const refusal = 'Zoom answered 400 (300): Validation Failed. (email: Invalid field.)';
const pause = 'The app at Zoom lacks a scope.';

const problem = 'Zoom answered 429: the daily limit is reached';

test('a class without a meeting says why to staff, and an admin has it tried again', async ({
  portal,
  signedInAs,
}) => {
  await breakMeeting(portal, problem);
  const teacher = await signedInAs('teacher@demo.test');
  await openTab(teacher, 'Classes');
  await expect(teacher.getByText(`Meeting not made: ${problem}`)).toBeVisible();
  await expect(teacher.getByText(pause, { exact: true })).toBeVisible();
  await expect(teacher.getByRole('button', { name: /^(Retry|Ask Zoom)/ })).toHaveCount(0);

  const page = await signedInAs('admin@demo.test');
  await page.clock.install();
  await openTab(page, 'Classes');
  const row = rowWith(page, `Meeting not made: ${problem}`);
  await expect(row).toBeVisible();
  await expect(row.getByText(/^No own link for \w+ \w+: Zoom answered 400/)).toBeVisible();
  await expect(page.getByText(pause, { exact: true })).toBeVisible();
  await expectNoFaults(page);
  await row.getByRole('button', { name: /^Retry/ }).click();
  await expect(page.getByText('Zoom is being asked again.', { exact: true })).toBeVisible();
  const { database } = portal;
  await expect.poll(() => database.$count(classes, isNotNull(classes.meetingProblem))).toBe(0);
  await page.clock.fastForward(3_000);
  await expect(row).toBeHidden();
  await expect(page.getByRole('button', { name: /^Start Zoom Meeting/ }).first()).toBeEnabled();
  await page.clock.fastForward(16_000);
  await expect(page.getByText(pause, { exact: true })).toBeHidden();

  await database.insert(meetingPauses).values(pauseFrom(portal.clock.now()));
  await page.reload();
  await page.getByRole('button', { name: 'Ask Zoom again' }).click();
  await expect(page.getByText('Zoom is being asked again.', { exact: true })).toBeVisible();
});

const retryAttendance = (page: Page) =>
  page
    .getByRole('region', { name: 'Attendance that could not be read' })
    .getByRole('button', { name: /^Retry/ });

test('attendance that Zoom does not give out is said above the classes, and asked for again', async ({
  portal,
  signedInAs,
}) => {
  const { database, clock } = portal;
  const isPast = and(isNull(classes.deletedAt), lt(classes.startsAt, clock.now()));
  const attendanceProblem =
    'Zoom does not give out who came: Zoom answered 400 (200): No permission.';
  const [latest] = await database
    .select({ id: classes.id })
    .from(classes)
    .where(isPast)
    .orderBy(desc(classes.startsAt))
    .limit(1);
  await database
    .update(classes)
    .set({ attendanceProblem, zoomMeetingId: '81234567890' })
    .where(eq(classes.id, latest?.id ?? 0));
  const teacher = await signedInAs('teacher@demo.test');
  await openTab(teacher, 'Classes');
  await expect(teacher.getByText(attendanceProblem)).toBeVisible();
  await expect(retryAttendance(teacher)).toHaveCount(0);

  const page = await signedInAs('admin@demo.test');
  await page.clock.install();
  await openTab(page, 'Classes');
  await expect(page.getByText(attendanceProblem)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await retryAttendance(page).click();
  await expect(page.getByText('Zoom is being asked again.', { exact: true })).toBeVisible();
  await expect.poll(() => database.$count(classes, isNotNull(classes.attendanceProblem))).toBe(0);
  await page.clock.fastForward(3_000);
  await expect(page.getByText(attendanceProblem)).toBeHidden();
});

test('a mail that was refused shows in its row at 390 px, and is sent again', async ({
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

test('texts that Twilio and the carriers refuse are told to the admins, and in the row of the person', async ({
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
    .toContain('filtered it');
  await behave({ emptyServices: true });
  await askByPhone();
  await expect
    .poll(async () => (await page.request.get('/api/admin/notices')).json())
    .toHaveLength(1);

  await openTab(page, 'Students');
  await expect(page.getByText('Texts are waiting', { exact: true })).toBeVisible();
  await expect(
    page.getByText(/^Texts with login links have been waiting since .*\sPT: /),
  ).toBeVisible();
  await expect(page.getByText(/^Text not delivered: The carrier took it for spam/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await expect(page.getByText(/ See Problems or open Setup\.$/)).toBeVisible();
  await page.getByRole('link', { name: 'open Setup' }).click();
  await expect(page.getByRole('heading', { name: 'Delivery of texts' })).toBeVisible();
  const teacher = await signedInAs('teacher@demo.test');
  await teacher.goto('/admin');
  await expect(teacher.getByRole('tab', { name: 'Classes' })).toBeVisible();
  await expect(teacher.getByText('Texts are waiting')).toHaveCount(0);
});
