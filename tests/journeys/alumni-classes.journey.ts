import type { Page } from '@playwright/test';
import { eq, inArray } from 'drizzle-orm';
import { classes, meetingRegistrants, people } from '../../src/server/database/schema.ts';
import { enqueueMeetingSync } from '../../src/server/meetings/index.ts';
import { expect, expectNoFaults, test } from '../support/journey.ts';
import { withoutAnswers } from '../support/page-answers.ts';
import type { Portal } from '../support/portal.ts';
import { routeOnce } from '../support/route-once.ts';
import { expectToast, hold, refuse, title } from '../support/student-pages.ts';
import { addClassOn, clearClasses } from '../support/students.ts';

const aiko = 'alumni@demo.test';

test.beforeEach(async ({ portal }) => {
  await portal.database
    .update(people)
    .set({ textContinueClicked: true })
    .where(eq(people.email, aiko));
});

/** Two classes today, at 12 and at 4 PM, with their meetings; the clock stands at 10 AM. */
async function planToday(portal: Portal): Promise<[number, number]> {
  const { database, queue } = portal;
  await clearClasses(portal);
  const ids = [
    await addClassOn(portal, '2026-11-16', '12PM'),
    await addClassOn(portal, '2026-11-16', '4PM', 'Monthly'),
  ] as [number, number];
  const [daniel] = await database
    .select()
    .from(people)
    .where(eq(people.email, 'teacher@demo.test'));
  await database
    .update(classes)
    .set({ instructorId: daniel?.id ?? 0 })
    .where(eq(classes.id, ids[0]));
  for (const id of ids) {
    await database.transaction((transaction) => enqueueMeetingSync(queue, transaction, id));
  }
  const made = () =>
    database
      .select()
      .from(classes)
      .where(inArray(classes.id, ids))
      .then((rows) => rows.filter(({ zoomMeetingId }) => zoomMeetingId).length);
  await expect.poll(made, { timeout: 10_000 }).toBe(2);
  return ids;
}

const joinButtons = (page: Page) => page.getByRole('button', { name: /^Join/ });

for (const width of [390, 1280]) {
  test(`the classes of alumni have no faults at ${width} px`, async ({ signedInAs, portal }) => {
    await planToday(portal);
    portal.clock.moveTo(new Date('2026-11-16T20:10:00Z'));
    const page = await signedInAs(aiko);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/classes');
    await expect(joinButtons(page)).toHaveText([/^Join Now/, /^Join/]);
    await expectNoFaults(page);
    await joinButtons(page).first().click();
    await expect(page.getByText('Your join link')).toBeVisible();
    await expectNoFaults(page);
  });
}

test('the classes stand in a table, soonest first, in Pacific time', async ({
  signedInAs,
  portal,
}) => {
  await planToday(portal);
  await addClassOn(portal, '2026-11-17', '9AM');
  const page = await signedInAs(aiko);
  await page.goto('/classes');
  await expect(page).toHaveTitle('Upcoming Classes · Course Portal');
  await expect(title(page)).toHaveText('Upcoming Classes');
  await expect(
    page.getByText('These sessions are for TM meditators. All times shown in Pacific Time (PT).'),
  ).toBeVisible();
  await expect(page.getByRole('columnheader')).toHaveText([
    'Day',
    'Date',
    'Time',
    'Instructor',
    'Join',
  ]);
  const row = (at: number) =>
    page
      .getByRole('row')
      .nth(at + 1)
      .getByRole('cell');
  await expect(row(0)).toHaveText(['Monday', 'Nov 16, 2026', '12:00 PM PT', /Daniel$/, /^Join/]);
  await expect(row(1)).toHaveText(['Monday', 'Nov 16, 2026', '4:00 PM PT', /TBA$/, /^Join/]);
  await expect(row(2)).toContainText(['Tuesday', 'Nov 17, 2026', '9:00 AM PT', 'TBA', 'Join']);
  await expect(joinButtons(page).nth(1)).toBeEnabled();
  await expect(joinButtons(page).nth(2)).toBeDisabled();
});

test('Join Now is there from the start until one hour after it, by the server’s clock', async ({
  signedInAs,
  portal,
}) => {
  await planToday(portal);
  for (const [time, buttons] of [
    ['2026-11-16T19:59:50Z', ['Join', 'Join']],
    ['2026-11-16T20:00:01Z', ['Join Now', 'Join']],
    ['2026-11-16T20:59:30Z', ['Join Now', 'Join']],
    ['2026-11-16T21:00:01Z', ['Join']],
  ] as const) {
    portal.clock.moveTo(new Date(time));
    const page = await signedInAs(aiko);
    // A laptop that is a year behind changes nothing.
    await page.clock.setFixedTime(new Date('2025-11-16T20:00:00Z'));
    await page.goto('/classes');
    await expect(joinButtons(page)).toHaveCount(buttons.length);
    for (const [at, name] of buttons.entries()) {
      await expect(joinButtons(page).nth(at)).toHaveAccessibleName(name);
    }
    await page.close();
  }
});

test('a page left open lets go of a class that is over', async ({ signedInAs, portal }) => {
  await planToday(portal);
  portal.clock.moveTo(new Date('2026-11-16T20:10:00Z'));
  const page = await signedInAs(aiko);
  await page.goto('/classes');
  await expect(joinButtons(page)).toHaveCount(2);
  portal.clock.moveTo(new Date('2026-11-16T21:00:01Z'));
  // Any answer of the server tells its time.
  await joinButtons(page).last().click();
  await expect(joinButtons(page)).toHaveCount(1);
  await expect(page.getByRole('cell', { name: '12:00 PM PT' })).toBeHidden();
});

test('Join opens the class in a new tab and leaves the link, which can be copied, under the row', async ({
  signedInAs,
  portal,
}) => {
  const [id] = await planToday(portal);
  const page = await signedInAs(aiko);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/classes');
  const letGo = await hold(page, `**/api/alumni/classes/${id}/join`);
  const opened = page.waitForEvent('popup');
  await joinButtons(page).first().click();
  await expect(joinButtons(page).first()).toBeDisabled();
  await expect((await opened).getByText('Opening your class…')).toBeVisible();
  letGo();
  const link = page.getByRole('row').nth(2).getByRole('link');
  await expect(link).toHaveAttribute('href', /tk=/);
  const address = (await link.getAttribute('href')) ?? '';
  await expect(await opened).toHaveURL(address);
  const [seat] = await portal.database.select().from(meetingRegistrants);
  expect(seat?.joinUrl).toBe(address);

  await expect(page.getByText(/allow pop-ups for this site/)).toBeVisible();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expectToast(page, 'Link copied', 'Zoom join link copied to clipboard');
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(address);
});

test('where a browser blocks the new tab, the link under the row is the way in', async ({
  signedInAs,
  portal,
}) => {
  await planToday(portal);
  const page = await signedInAs(aiko);
  await page.addInitScript('window.open = () => null');
  await page.goto('/classes');
  await joinButtons(page).first().click();
  await expect(page.getByText(/Your browser blocked the new tab/)).toBeVisible();
  const opened = page.waitForEvent('popup');
  await page.getByRole('row').nth(2).getByRole('link').click();
  await expect(await opened).toHaveURL(/tk=/);
});

test('a join that fails closes its tab, says why and can be tried again', async ({
  signedInAs,
  portal,
}) => {
  const [id] = await planToday(portal);
  const page = await signedInAs(aiko);
  const path = `**/api/alumni/classes/${id}/join`;
  await page.goto('/classes');
  await refuse(page, path, 'This class is full.');
  const opened = page.waitForEvent('popup');
  await joinButtons(page).first().click();
  await expectToast(page, 'Could not join the class', 'This class is full.');
  await expect.poll(async () => (await opened).isClosed()).toBe(true);

  await routeOnce(page, path, (route) =>
    route.fulfill({ json: { classId: id, zoomJoinUrl: null } }),
  );
  await joinButtons(page).first().click();
  await expectToast(page, 'Error', 'Could not get join URL for this class.');
  await joinButtons(page).first().click();
  await expect(page.getByText('Your join link')).toBeVisible();
});

test('without classes the page says so, and when they cannot be fetched it offers to try again', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  const page = await signedInAs(aiko);
  await withoutAnswers(page);
  await refuse(page, '**/api/alumni/classes', 'The database is away.', 500);
  await page.goto('/classes');
  await expect(page.getByRole('alert')).toContainText('The database is away.');
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No upcoming classes found')).toBeVisible();
  await expect(page.getByText('Please check back later for new scheduled classes')).toBeVisible();
});

test('teachers and admins see the classes of alumni, students are sent to their own page', async ({
  signedInAs,
}) => {
  for (const email of ['teacher@demo.test', 'admin@demo.test'] as const) {
    const page = await signedInAs(email);
    await page.goto('/classes');
    await expect(joinButtons(page).first()).toBeVisible();
    await page.close();
  }
  const student = await signedInAs('new-student@demo.test');
  await student.goto('/classes');
  await expect(student).toHaveURL('/onboarding');
});
