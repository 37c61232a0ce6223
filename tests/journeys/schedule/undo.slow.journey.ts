import { expect, expectNoFaults, test } from '../../support/journey.ts';
import { classCard, expectToast, laterWeek, slot } from '../../support/student-pages.ts';

test('a student undoes a reschedule and a makeup in their cards, and Undo disappears after a while', async ({
  signedInAs,
}) => {
  const page = await signedInAs('mid-course@demo.test');
  await page.clock.install();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/schedule');
  const card = classCard(page, 8);
  await card.getByRole('button', { name: 'Reschedule' }).click();
  await laterWeek(page.getByRole('dialog')).click();
  await slot(page, /^Select Time, Wednesday, November 25 at 5:00 PM PT/).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule', exact: true }).click();
  await expectToast(
    page,
    'Class rescheduled successfully',
    'Class 8 is now on Wednesday, November 25 at 5:00 PM PT',
  );
  await expect(card).toContainText('Moved from Saturday, November 21 at 9:00 AM PT.');
  await page.getByRole('button', { name: /^Undo/ }).press('Enter');
  await expectToast(
    page,
    'Change undone',
    'Class 8 is back on Saturday, November 21 at 9:00 AM PT',
  );
  await expect(card).toContainText('Saturday, November 21, 2026');
  await expect(card).not.toContainText('(rescheduled)');
  await expect(card.getByRole('button', { name: 'Undo' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Class 8' })).toBeFocused();

  const missed = classCard(page, 6);
  const undo = missed.getByRole('button', { name: 'Undo the change to Class 6' });
  const makeUp = async () => {
    await missed.getByRole('button', { name: 'Schedule Makeup' }).click();
    await slot(page).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Schedule Makeup' }).click();
    await expectToast(page, 'Makeup class scheduled successfully', 'Class 6 is now ');
  };
  await makeUp();
  await undo.click();
  await expect(missed.getByRole('button', { name: 'Schedule Makeup' })).toBeVisible();
  await makeUp();
  await expect(undo).toBeVisible();
  await expectNoFaults(page);
  await page.clock.fastForward(15_000);
  await expect(undo).toBeHidden();
  await expect(missed).toContainText('Moved from Sunday, October 18');
});
