import type { Page } from '@playwright/test';
import { countCalls, openTab, pickDate, rowWith } from '../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, look, test } from '../support/journey.ts';
import { slowDownZoom } from '../support/open-page.ts';
import { expectToast } from '../support/student-pages.ts';
import { clearClasses } from '../support/students.ts';

const admin = 'admin@demo.test';
const preparing = 'Preparing the meeting…';
const start = (page: Page) => page.getByRole('button', { name: /^Start Zoom Meeting/ });

test('a class that was just added can be started once its meeting is made', async ({
  signedInAs,
  portal,
}) => {
  await clearClasses(portal);
  await slowDownZoom(portal, 700);
  const page = await signedInAs(admin);
  await page.goto('/admin');
  await page.getByRole('button', { name: 'Add Classes' }).click();
  await pickDate(page, 'Date', 'January 15, 2027');
  await page.getByRole('button', { name: 'Create Class' }).click();
  await expectToast(page, '1 class(es) created successfully');
  const row = rowWith(page, 'Fri, Jan 15, 2027');
  await expect(row).toContainText(preparing);
  await expect(start(page)).toBeDisabled();
  await expect(start(page)).toHaveAccessibleDescription(preparing);
  await expectNoFaultsAtAnyWidth(page);

  await expect(start(page)).toBeEnabled({ timeout: 20_000 });
  await expect(row).not.toContainText(preparing);
  await expect(row.getByRole('link', { name: '4:00 PM PT' })).toBeVisible();
});

/** Answers with the demo's classes, the first of them in the given state and all others complete. */
async function withFirst(page: Page, stateOfFirst: () => object): Promise<void> {
  await page.route('**/api/classes/all', async (route) => {
    const rows: object[] = await (await route.fetch()).json();
    const json = rows.map((row, index) => ({
      ...row,
      zoomMeetingId: '123',
      meetingProblem: null,
      ...(index === 0 && stateOfFirst()),
    }));
    await route.fulfill({ json });
  });
}

look(
  'the list is asked for again until a meeting is made, also after a problem',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    let first: object = { zoomMeetingId: null };
    await withFirst(page, () => first);
    await page.clock.install();
    const calls = countCalls(page, 'GET', /\/api\/classes\/all$/);
    await openTab(page, 'Classes');
    await expect(page.getByText(preparing)).toHaveCount(1);
    expect(calls()).toBe(1);
    for (const seconds of [2, 4]) {
      const answered = page.waitForResponse('**/api/classes/all');
      await page.clock.fastForward(seconds * 1000);
      await answered;
    }
    expect(calls()).toBe(3);
    first = { zoomMeetingId: null, meetingProblem: 'Zoom answered 429' };
    const refused = page.waitForResponse('**/api/classes/all');
    await page.clock.fastForward(8_000);
    await refused;
    await expect(page.getByText('Meeting not made: Zoom answered 429')).toBeVisible();
    await expect(page.getByText(preparing)).toHaveCount(0);
    first = {};
    const made = page.waitForResponse('**/api/classes/all');
    await page.clock.fastForward(15_000);
    await made;
    await expect(page.getByText('Meeting not made: Zoom answered 429')).toHaveCount(0);
    await page.clock.fastForward(120_000);
    expect(calls()).toBe(5);
  },
);
