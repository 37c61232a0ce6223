import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { openTab, rowWith, searchBox } from '../support/admin-pages.ts';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';

const admin = 'admin@demo.test';
const marcus = 'mid-course@demo.test';

/** What stands in a column, from top to bottom. */
const column = (page: Page, name: string) => page.locator(`td[data-name="${name}"]`);

for (const width of [390, 1280]) {
  look(`the students and their dialogs have no faults at ${width} px`, async ({ signedInAs }) => {
    test.slow();
    const page = await signedInAs(admin);
    await page.setViewportSize({ width, height: 844 });
    await openTab(page, 'Students');
    await expectNoFaults(page);
    await searchBox(page).fill(marcus);
    await page.getByRole('button', { name: '6 classes scheduled' }).click();
    await expect(page.getByText('Missed')).toBeVisible();
    await expectNoFaults(page);
    await page.keyboard.press('Escape');
    for (const [opener, heading] of [
      [/^Yes edit the retreat/, 'Edit Retreat'],
      [marcus, 'Edit Student'],
      ['Add Student', 'Add New Student'],
    ] as const) {
      await page.getByRole('button', { name: opener }).click();
      await expect(page.getByRole('dialog', { name: heading })).toBeVisible();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /^(Create|Update)/ })
        .isEnabled();
      await expectNoFaults(page);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('button', { name: opener })).toBeFocused();
    }
  });
}

look('the students are sorted by four columns, either way', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Start Date',
    'Email',
    'First Name',
    'Last Name',
    'Phone',
    'Text Opt-in',
    'Classes Scheduled',
    'Retreat Scheduled',
    'Login Link',
  ]);
  const header = (name: string) => page.getByRole('columnheader', { name });
  await expect(header('Start Date')).toHaveAttribute('aria-sort', 'descending');
  for (const name of ['Email', 'First Name', 'Last Name']) {
    const [ascending, descending] = [1, -1].map(
      (sign) => (one: string, other: string) => sign * one.localeCompare(other, 'en'),
    );
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', 'ascending');
    const up = await column(page, name).allInnerTexts();
    expect(up).toEqual(up.toSorted(ascending));
    await header(name).getByRole('button').click();
    await expect(header(name)).toHaveAttribute('aria-sort', 'descending');
    const down = await column(page, name).allInnerTexts();
    expect(down).toEqual(down.toSorted(descending));
    expect(down[0]).not.toBe(up[0]);
  }
  await header('Start Date').getByRole('button').click();
  await expect(header('Start Date')).toHaveAttribute('aria-sort', 'ascending');
  await expect(header('Email')).toHaveAttribute('aria-sort', 'none');
  const dates = (await column(page, 'Start Date').allInnerTexts()).map((text) =>
    Date.parse(text.replace(/\s/g, ' ')),
  );
  expect(dates).toEqual(dates.toSorted((one, other) => one - other));
  await expect(page.getByRole('columnheader', { name: 'Phone' }).getByRole('button')).toHaveCount(
    0,
  );
});

look(
  'a search finds by name and email, goes back to page 1 and is cleared',
  async ({ signedInAs }) => {
    const page = await signedInAs(admin);
    await openTab(page, 'Students');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(page.getByText('Page 2 of 2')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(15);
    await searchBox(page).fill('BELL marc');
    await expect(page.getByText('Page 1 of 1')).toBeVisible();
    await expect(column(page, 'Email')).toHaveText([marcus]);
    await searchBox(page).fill('finished-');
    await expect(column(page, 'Email')).toHaveText(['finished-picking@demo.test']);
    await searchBox(page).fill('.*');
    await expect(page.getByText('No students found')).toBeVisible();
    await page.getByRole('button', { name: 'Clear search' }).click();
    await expect(searchBox(page)).toHaveValue('');
    await expect(searchBox(page)).toBeFocused();
    await expect(page.getByText('Page 1 of 2')).toBeVisible();
    await expect(page.getByRole('row')).toHaveCount(21);
    const { width = 0 } = (await searchBox(page).boundingBox()) ?? {};
    expect(Math.abs(width - 250)).toBeLessThan(10);
  },
);

look('a tab is ringed for the keyboard, not for the mouse', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Classes');
  const isRinged = () => page.evaluate('document.activeElement.matches(":focus-visible")');
  await page.getByRole('tab', { name: 'Students' }).click();
  await expect(page.getByRole('tab', { name: 'Students' })).toBeFocused();
  expect(await isRinged()).toBe(false);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Alumni' })).toBeFocused();
  expect(await isRinged()).toBe(true);
});

look('pointing at the classes of a student tells attended from missed', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  await page.getByRole('button', { name: '6 classes scheduled' }).hover();
  const classes = page.locator('[data-radix-popper-content-wrapper]').getByRole('listitem');
  await expect(classes).toHaveText([
    'Class 5CompletedMonday, October 12, 2026, 12:00 PM PT',
    'Class 6MissedSunday, October 18, 2026, 4:00 PM PT',
    'Class 7CompletedMonday, October 26, 2026, 12:00 PM PT',
    'Class 8Saturday, November 21, 2026, 9:00 AM PT',
    'Class 9Thursday, December 10, 2026, 8:00 AM PT',
    'Class 10Saturday, January 2, 2027, 9:00 AM PT',
  ]);
  await searchBox(page).fill('new-student');
  await page.getByRole('button', { name: '0 classes scheduled' }).hover();
  await expect(page.getByText('No class details available')).toBeVisible();
});

look('a teacher learns of a retreat by mouse and by keyboard', async ({ signedInAs }) => {
  const page = await signedInAs('teacher@demo.test');
  await openTab(page, 'Students');
  await searchBox(page).fill(marcus);
  const yes = page.getByRole('button', { name: /^Yes the retreat of Marcus Bell/ });
  const description = page.getByText('Lunch is served; please bring a blanket.');
  await yes.hover();
  await expect(description).toBeVisible();
  await page.mouse.move(2, 2);
  await expect(description).toBeHidden();
  await page.getByRole('button', { name: '6 classes scheduled' }).focus();
  await page.keyboard.press('Tab');
  await expect(yes).toBeFocused();
  await expect(description).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(description).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('opening the tab again shows what has changed meanwhile', async ({ signedInAs, portal }) => {
  const page = await signedInAs(admin);
  const statuses: number[] = [];
  page.on('response', (answer) => {
    if (answer.url().endsWith('/api/students')) statuses.push(answer.status());
  });
  await openTab(page, 'Students');
  const leaveAndReturn = async () => {
    await page.getByRole('tab', { name: 'Alumni' }).click();
    await expect(rowWith(page, 'helen.marsh@demo.test')).toBeVisible();
    await page.getByRole('tab', { name: 'Students' }).click();
  };
  await leaveAndReturn();
  await expect(rowWith(page, 'omar.rahimi@demo.test')).toBeVisible();
  await expect.poll(() => statuses).toEqual([200, 200]);
  const isMarcus = eq(people.email, 'omar.rahimi@demo.test');
  await portal.database.update(people).set({ firstName: 'Omer' }).where(isMarcus);
  await leaveAndReturn();
  await expect(rowWith(page, 'omar.rahimi@demo.test')).toContainText('Omer');
  expect(statuses).toEqual([200, 200, 200]);
});
