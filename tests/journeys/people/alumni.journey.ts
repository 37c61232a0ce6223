import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { openTab, pickDate, rowWith, searchBox } from '../../support/admin-pages.ts';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { expectToast } from '../../support/student-pages.ts';

const emails = (page: Page) => page.locator('td[data-name="Email"]');

async function makeAlumni({ database, clock }: Portal) {
  await database.update(people).set({ role: 'student' }).where(eq(people.role, 'alumni'));
  const rows = Array.from({ length: 45 }, (_, at) => ({
    role: 'alumni' as const,
    email: `many-${String(at).padStart(2, '0')}@example.org`,
    firstName: at === 7 ? '100%_sure' : 'Many',
    lastName: `Person${String(at).padStart(2, '0')}`,
    createdAt: clock.now(),
  }));
  await database.insert(people).values(rows);
}

test('an admin pages and searches forty-five alumni, and adds one', async ({
  signedInAs,
  portal,
}) => {
  await makeAlumni(portal);
  const page = await signedInAs('admin@demo.test');
  await openTab(page, 'Alumni');
  await expect(page.getByRole('columnheader')).toHaveText([
    'Start Date',
    'Email',
    'First Name',
    'Last Name',
    'Phone',
    'Text Opt-in',
    'Login Link',
  ]);
  await expect(page.getByRole('columnheader').getByRole('button')).toHaveCount(0);
  await expect(page.getByText('Page 1 of 3')).toBeVisible();
  await expect(emails(page)).toHaveCount(20);
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Next' }).dblclick();
  await expect(page.getByText('Page 3 of 3')).toBeVisible();
  await expect(emails(page)).toHaveCount(5);
  await expect(page.getByRole('button', { name: 'Next' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous' }).click();
  await expect(emails(page).first()).toHaveText('many-20@example.org');

  await searchBox(page).fill('person4');
  await expect(emails(page)).toHaveCount(5);
  await expect(page.getByText('Page 1 of 1')).toBeVisible();
  await searchBox(page).fill('%');
  await expect(emails(page)).toHaveText(['many-07@example.org']);
  await searchBox(page).fill('no such person');
  await expect(page.getByText('No alumni found')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await expect(page.getByText('Page 1 of 3')).toBeVisible();

  await page.getByRole('button', { name: 'Add Alumni' }).click();
  await expect(page.getByRole('dialog', { name: 'Add New Alumni' })).toBeVisible();
  await expect(page.getByLabel('Transfer student')).toHaveCount(0);
  await page.getByLabel('Email', { exact: true }).fill('abel@example.org');
  await page.getByLabel('First Name').fill('Abel');
  await page.getByLabel('Last Name').fill('Aaronson');
  await page.getByRole('button', { name: /^Start Date, / }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toBeHidden();
  await expectNoFaultsAtAnyWidth(page);
  await pickDate(page, 'Start Date', 'February 29, 2024');
  await page.getByRole('button', { name: 'Create Alumni' }).dblclick();
  await expectToast(page, 'Alumni Abel Aaronson has been created successfully');
  await expect(rowWith(page, 'abel@example.org')).toContainText('Feb 29, 2024');
  const isAbel = eq(people.email, 'abel@example.org');
  const [abel] = await portal.database.select().from(people).where(isAbel);
  expect(abel).toMatchObject({ role: 'alumni', isAdmin: false });
});
