import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { codeSentTo, typeCode } from '../../support/login-page.ts';
import { endSessions } from '../../support/open-page.ts';
import { classCard, expectToast, laterWeek, slot } from '../../support/student-pages.ts';

const marcus = 'mid-course@demo.test';

test('an action after the session ended is done once the code is entered', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(marcus);
  await page.goto('/schedule');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  await laterWeek(page.getByRole('dialog')).click();
  await slot(page, /^Select Time, Wednesday, November 25/).click();
  // Otherwise, polling would notice that the session has ended.
  await page.route('**/api/schedule', (route) => route.abort());
  await endSessions(portal);
  await page.getByRole('dialog').getByRole('button', { name: 'Reschedule', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'You were signed out' });
  await expect(again).toContainText(marcus);
  await page.keyboard.press('Escape');
  await again.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);
  await typeCode(page, await codeSentTo(portal, marcus));
  await expectToast(page, 'Class rescheduled successfully');
  await expect(page).toHaveURL('/schedule');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
