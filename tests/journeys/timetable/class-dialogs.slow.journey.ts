import { and, eq, isNull } from 'drizzle-orm';
import { classStart } from '../../../src/course/pacific-time.ts';
import { classes } from '../../../src/server/database/schema.ts';
import {
  dayButton,
  openAddClasses,
  openEditClass,
  openTab,
  rowWith,
} from '../../support/admin-pages.ts';
import {
  expect,
  expectNoFaults,
  expectNoFaultsAtAnyWidth,
  look,
  test,
} from '../../support/journey.ts';
import { expectToast } from '../../support/student-pages.ts';
import { clearClasses } from '../../support/students.ts';

const admin = 'admin@demo.test';

look('the classes and their dialogs have no faults at any width', async ({ signedInAs }) => {
  test.slow();
  const page = await signedInAs(admin);
  await page.goto('/admin?view=week');
  await expect(page.getByRole('list', { name: 'Classes by day' })).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await openTab(page, 'Classes');
  await expectNoFaultsAtAnyWidth(page);
  await page
    .getByRole('button', { name: /^More actions/ })
    .first()
    .click();
  await expect(page.getByRole('menuitem')).toHaveCount(5);
  await expectNoFaults(page);
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /registered$/ })
    .first()
    .click();
  await expect(page.getByText('Class 7').first()).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Add Classes' }).click();
  await page.getByRole('button', { name: 'Create Class' }).click();
  await page.getByRole('button', { name: /^Date, / }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('gridcell').getByRole('button', { disabled: false }).last().click();
  await page.getByLabel('Add Multiple').selectOption('20');
  await expect(page.getByText('We’ll create 20 classes')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText('Discard your changes?')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page
    .getByRole('button', { name: /^Edit Class/ })
    .first()
    .click();
  await expect(page.getByRole('dialog', { name: 'Edit Class' })).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog', { name: /^Are you sure/ })).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
});

test.describe('in Auckland, where it is already tomorrow', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });
  test('the picked day is the Pacific day of the class', async ({ signedInAs, portal }) => {
    await clearClasses(portal);
    const page = await signedInAs(admin);
    await openAddClasses(page);
    await page.getByRole('button', { name: /^Date, / }).click();
    await expect(dayButton(page, 'November 15, 2026')).toBeDisabled();
    await expect(dayButton(page, 'November 16, 2026')).toHaveText('16');
    await dayButton(page, 'November 16, 2026').click();
    await page.getByLabel('Time Slot').selectOption('8PM');
    await expect(page.getByText('Mon, Nov 16, 2026 · 8:00 PM PT')).toBeVisible();
    await page.getByRole('button', { name: 'Create Class' }).click();
    await expectToast(page, '1 class(es) created successfully');
    await expect(rowWith(page, 'Mon, Nov 16, 2026')).toContainText('8:00 PM PT');
    const isKept = and(
      eq(classes.startsAt, classStart('2026-11-16', '8PM')),
      isNull(classes.deletedAt),
    );
    expect(await portal.database.$count(classes, isKept)).toBe(1);
  });
});

look('clicking outside a dialog asks before discarding changes', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openEditClass(page, 'Fri, Nov 20, 2026', '10:00 AM PT');
  await page.getByLabel('Time Slot').selectOption('11AM');
  await page.getByRole('button', { name: /^Date, / }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Date, / })).toBeFocused();
  // The dialog ignores clicks outside until the calendar has fully closed.
  await expect(async () => {
    await page.mouse.click(5, 5);
    await expect(page.getByText('Discard your changes?')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await expect(page.getByRole('button', { name: 'Keep Editing' })).toBeFocused();
  await page.getByRole('button', { name: 'Keep Editing' }).click();
  await expect(page.getByLabel('Time Slot')).toHaveValue('11AM');
});

look('a dialog covers the page, which keeps its style', async ({ signedInAs }) => {
  const page = await signedInAs(admin);
  await openEditClass(page, 'Fri, Nov 20, 2026', '10:00 AM PT');
  await expect(page.locator('[data-scroll-locked]')).toBeAttached();
  expect(await page.evaluate(`document.elementFromPoint(5, 5).className`)).toContain('bg-scrim');
  // What every element inherits from the body would make the browser style the whole page again.
  const style = `getComputedStyle(document.getElementById('main'))`;
  expect(await page.evaluate(`${style}.pointerEvents`)).toBe('auto');
  const inherited = `${style}.getPropertyValue('--removed-body-scroll-bar-size')`;
  expect(await page.evaluate(inherited)).toBe('');
});
