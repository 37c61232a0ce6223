import type { Page } from '@playwright/test';
import { eq } from 'drizzle-orm';
import { classStart } from '../../../src/course/pacific-time.ts';
import { classes } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { classCard, expectToast, slot, title } from '../../support/student-pages.ts';

const nora = 'new-student@demo.test';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const accept = (page: Page) => page.getByRole('link', { name: /^Yes, Plan All/ });
const row = (page: Page, classNumber: number) => classCard(page, classNumber);
const oneByOne = (page: Page) => page.getByRole('link', { name: 'Choose one by one instead' });

async function registeredOf(page: Page): Promise<{ classNumber: number; classId: number }[]> {
  return (await page.request.get('/api/schedule')).json();
}

async function openOffer(page: Page): Promise<void> {
  await page.goto('/onboarding');
  await slot(page, /^Select Time, Monday.*at\s6:00\sPM\sPT$/).click();
  await button(page, 'Continue').click();
  await expect(title(page)).toHaveText('Select Time for Class 6');
  await expect(
    page.getByRole('heading', {
      name: /^Keep Mondays at 6:00\sPM\sPT for your other classes\?$/,
    }),
  ).toBeVisible();
}

async function openPlan(page: Page): Promise<void> {
  await openOffer(page);
  await accept(page).click();
  await expect(title(page)).toHaveText('Your six classes');
  await expect(title(page)).toBeFocused();
}

test('a student changes a class by keyboard, sees which classes conflict, and loses nothing on the way', async ({
  signedInAs,
}) => {
  test.slow();
  const page = await signedInAs(nora);
  await openPlan(page);
  await expectNoFaultsAtAnyWidth(page);

  await button(page, 'Change Class 6').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change Class 6' });
  await expect(dialog.getByRole('heading', { name: /November\s22 – November\s28/ })).toBeVisible();
  await expect(dialog.getByRole('button', { name: /^Current, Monday/ })).toBeDisabled();
  await dialog
    .getByRole('button', { name: /^Later Week/ })
    .first()
    .press('Enter');
  await expect(dialog.getByText('Class 7 is planned for this week.').first()).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: /^Select Time, Tuesday.*4:00\sPM/ }).press('Space');
  await dialog.getByRole('button', { name: 'Use This Time' }).press('Enter');
  await expect(dialog).toBeHidden();
  await expect(button(page, 'Change Class 6')).toBeFocused();
  await expect(row(page, 6)).toContainText(/Tue, Dec\s1 · 4:00\sPM\sPT/);
  await expect(row(page, 6)).not.toContainText('not a Monday');
  await expect(page.getByText('We kept Mondays at 6:00 PM PT')).toBeVisible();
  await expect(row(page, 7)).toContainText('You already have a class scheduled for this week.');
  await button(page, 'Register All Five').press('Enter');
  await expect(button(page, 'Change Class 7')).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);

  await page.reload();
  await expect(row(page, 6)).toContainText(/Tue, Dec\s1/);
  await page.goBack();
  await expect(title(page)).toHaveText('Select Time for Class 6');
  await accept(page).click();
  await button(page, 'Change Class 7').click();
  const other = page.getByRole('dialog', { name: 'Change Class 7' });
  await expect(other.getByRole('button', { name: /^Current, Monday/ })).toBeVisible();
  await other
    .getByRole('button', { name: /^Later Week/ })
    .first()
    .click();
  await other.getByRole('button', { name: /^Select Time, Monday.*6:00\sPM/ }).click();
  await other.getByRole('button', { name: 'Use This Time' }).click();
  await expect(row(page, 7)).toContainText(/Mon, Dec\s7/);
  await expect(page.getByText('You already have a class')).toBeHidden();
  await button(page, 'Register All Five').dblclick();
  await expect(title(page)).toHaveText(/Retreat/);
  expect((await registeredOf(page)).map(({ classNumber }) => classNumber)).toEqual([
    5, 6, 7, 8, 9, 10,
  ]);
  await page.goBack();
  await expect(title(page)).toHaveText(/Retreat/);
});

test('a time that is no longer offered is shown in its row, and only that class needs a new time', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(nora);
  await openPlan(page);
  const { classes: planned } = (await (await page.request.get('/api/plan')).json()) as {
    classes: { classNumber: number; slot: { id: number } }[];
  };
  await page.context().setOffline(true);
  await button(page, 'Register All Five').click();
  await expectToast(page, 'Registration Failed', 'We couldn’t reach the portal.');
  await page.context().setOffline(false);

  const other = await page.context().newPage();
  await other.goto('/onboarding?resume=1');
  await slot(other, /^Select Time, Tuesday.*4:00\sPM/).click();
  await button(other, 'Continue').click();
  await expect(title(other)).toHaveText('Select Time for Class 7');
  await portal.database
    .update(classes)
    .set({ deletedAt: portal.clock.now() })
    .where(eq(classes.id, planned[1]?.slot.id ?? 0));
  await button(page, 'Register All Five').click();
  await expectToast(
    page,
    'Registration Failed',
    'You’ve already picked another time for this class',
  );
  await expect(row(page, 6)).toContainText('Registered');
  await expect(row(page, 7)).toContainText('This class is no longer offered.');
  await button(page, 'Register All Four').click();
  await expect(button(page, 'Change Class 7')).toBeFocused();
  expect(await registeredOf(page)).toHaveLength(2);

  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Change Class 7' });
  await dialog.getByRole('button', { name: /^Select Time, Monday.*12:00\sPM/ }).click();
  await dialog.getByRole('button', { name: 'Use This Time' }).click();
  await expect(row(page, 7)).toContainText(/November\s30 at\s12:00\sPM\sPT/);
  await button(page, 'Register All Four').click();
  await expect(title(page)).toHaveText(/Retreat/);
  const ids = (await registeredOf(page)).slice(3).map(({ classId }) => classId);
  expect(ids).toEqual(planned.slice(2).map(({ slot: { id } }) => id));
});

test('the hour stays the same across daylight saving time, and classes without times are left for later', async ({
  signedInAs,
  portal,
}) => {
  portal.clock.moveTo(classStart('2027-03-01', '10AM'));
  const page = await signedInAs(nora);
  await openPlan(page);
  await expect(row(page, 6)).toContainText(/Mon, Mar\s8 · 6:00\sPM\sPT/);
  await expect(row(page, 7)).toContainText(/Mon, Mar\s15 · 6:00\sPM\sPT/);
  await expect(row(page, 10)).toContainText('There are no times yet. You can choose one later.');
  await oneByOne(page).click();
  await expect(title(page)).toHaveText('Select Time for Class 6');
  await accept(page).click();
  await button(page, 'Register All Four').click();
  await expect(page).toHaveURL('/schedule');
  await expect(
    page.getByRole('heading', { name: 'Finish choosing your class times' }),
  ).toBeVisible();
});
