import { eq } from 'drizzle-orm';
import { consentEvents, people } from '../../src/server/database/schema.ts';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { routeOnce } from '../support/route-once.ts';
import { expectToast, hold, refuse, title } from '../support/student-pages.ts';

const aiko = 'alumni@demo.test';
const choice = 'Send me text reminders about retreats, refresher courses and other events';

for (const [consent, words] of [
  [true, 'You will receive text reminders for upcoming events'],
  [false, 'You will not receive text reminders'],
] as const) {
  test(`an alumnus who says ${consent ? 'yes' : 'no'} to texts goes on to the classes and is asked once`, async ({
    signedInAs,
    portal,
  }) => {
    const page = await signedInAs(aiko);
    await page.goto('/classes');
    await expect(page).toHaveURL('/alumni-text-consent');
    await expect(page).toHaveTitle('Text Message Preferences · Course Portal');
    await expect(title(page)).toHaveText('Text Message Preferences');
    const toggle = page.getByRole('switch', { name: choice });
    await expect(toggle).toBeChecked();
    if (!consent) await toggle.click();
    const letGo = await hold(page, '**/api/update-text-consent');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('button', { name: 'Updating...' })).toBeVisible();
    letGo();
    await expect(page).toHaveURL('/classes');
    await expectToast(page, words);
    await expect(title(page)).toHaveText('Upcoming Classes');

    const { database } = portal;
    const [person] = await database.select().from(people).where(eq(people.email, aiko));
    expect(person).toMatchObject({ textConsent: consent, textContinueClicked: true });
    const events = await database
      .select()
      .from(consentEvents)
      .where(eq(consentEvents.personId, person?.id ?? 0));
    expect(events).toMatchObject([{ consent, shown: expect.stringContaining(choice) }]);
    await page.goto('/alumni-text-consent');
    await expect(page).toHaveURL('/classes');
  });
}

for (const width of [390, 1280]) {
  test(`the alumni’s text preferences have no faults at ${width} px, also when saving fails`, async ({
    signedInAs,
  }) => {
    const page = await signedInAs(aiko);
    await page.setViewportSize({ width, height: 844 });
    await page.goto('/alumni-text-consent');
    await expect(
      page.getByText(
        /Message and data rates may apply.*STOP.*Quiet Mornings.*HELP.*Privacy Policy/,
      ),
    ).toBeVisible();
    await expectNoFaults(page);
    await refuse(page, '**/api/update-text-consent', 'The database is away.', 500);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectToast(page, 'Error', 'The database is away.');
    await expectNoFaults(page);
    await routeOnce(page, '**/api/update-text-consent', (route) => route.fulfill({ status: 502 }));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectToast(page, 'Error', 'Failed to update preferences');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/classes');
  });
}

look('a student has no business on the alumni’s text preferences', async ({ signedInAs }) => {
  const page = await signedInAs('new-student@demo.test');
  await page.goto('/alumni-text-consent');
  await expect(page).toHaveURL('/onboarding');
});
