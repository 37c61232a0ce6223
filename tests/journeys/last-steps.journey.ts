import { eq } from 'drizzle-orm';
import { consentEvents, people } from '../../src/server/database/schema.ts';
import { expect, expectNoFaults, look, test } from '../support/journey.ts';
import { expectToast, hold, refuse, title } from '../support/student-pages.ts';

const farah = 'finished-picking@demo.test';

test('a transfer student skips the retreat and is offered no code', async ({ signedInAs }) => {
  const page = await signedInAs('transfer-student@demo.test');
  await page.goto('/retreat-registration');
  await expect(page).toHaveURL('/text-consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/schedule');
  await expect(page.getByRole('heading', { name: 'Schedule Your Retreat' })).toBeVisible();
  await expect(page.getByText('external retreat site')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByText(/FIRSTRETREAT|Use the code/)).toBeHidden();
  await expect(page.getByText('The price of each retreat is shown there.')).toBeVisible();
});

test('the retreat page says Processing... and goes on after a second', async ({ signedInAs }) => {
  const page = await signedInAs(farah);
  await page.goto('/schedule');
  await expect(page).toHaveURL('/retreat-registration');
  await expect(page.getByRole('listitem')).toHaveText([
    /external retreats website/,
    /FIRSTRETREAT/,
    /Click Continue/,
  ]);
  const retreats = page.getByRole('link', { name: 'Retreats website' });
  await expect(retreats).toHaveAttribute('href', /\/retreats$/);
  await expect(retreats).toHaveAttribute('target', '_blank');
  const letGo = await hold(page, '**/api/complete-retreat-info');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeVisible();
  const letGoAt = Date.now();
  letGo();
  await expect(page).toHaveURL('/text-consent');
  expect(Date.now() - letGoAt).toBeGreaterThanOrEqual(1000);
  await page.goto('/retreat-registration');
  await expect(page).toHaveURL('/text-consent');
});

test('a retreat step that fails says so and can be tried again', async ({ signedInAs }) => {
  const page = await signedInAs(farah);
  await page.goto('/retreat-registration');
  await refuse(page, '**/api/complete-retreat-info', 'The database is away.', 500);
  await page.getByRole('button', { name: 'Continue' }).click();
  const words =
    'There was a problem marking the retreat registration as complete. Please try again.';
  await expectToast(page, 'Error', words);
  await expectNoFaults(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/text-consent');
});

test('a consent is saved with the words that were shown', async ({ signedInAs, portal }) => {
  const { database } = portal;
  await database
    .update(people)
    .set({ retreatContinueClicked: true })
    .where(eq(people.email, farah));
  const page = await signedInAs(farah);
  await page.goto('/text-consent');
  const box = page.getByRole('checkbox', { name: 'Yes, I want to receive text message reminders' });
  await expect(box).not.toBeChecked();
  await expect(
    page.getByText(/Message and data rates may apply.*STOP.*Quiet Mornings.*HELP.*Privacy Policy/),
  ).toBeVisible();
  await refuse(page, '**/api/update-text-consent', 'The database is away.', 500);
  await box.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'Error', 'Failed to save your preferences. Please try again.');
  await expect(box).toBeChecked();

  const letGo = await hold(page, '**/api/update-text-consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('button', { name: 'Saving...' })).toBeVisible();
  letGo();
  await expect(page).toHaveURL('/schedule');
  const offer = page.getByRole('region', { name: 'Put your classes into your calendar' });
  await expect(offer).toBeVisible();
  await expect(page.getByRole('button', { name: 'Google Calendar' })).toHaveCount(1);
  await expectNoFaults(page);
  const [event] = await database
    .select()
    .from(consentEvents)
    .orderBy(consentEvents.id)
    .limit(1)
    .offset((await database.$count(consentEvents)) - 1);
  expect(event?.consent).toBe(true);
  expect(event?.shown).toContain('Yes, I want to receive text message reminders');
  await page.goto('/text-consent');
  await expect(page).toHaveURL('/schedule');
  await expect(title(page)).toHaveText('Your Course Schedule');
  await expect(offer).toBeHidden();
});

look('staff and alumni who open a student page are sent to their own', async ({ signedInAs }) => {
  for (const [email, landing] of [
    ['teacher@demo.test', '/admin'],
    ['alumni@demo.test', /\/(alumni-text-consent|classes)$/],
  ] as const) {
    const page = await signedInAs(email);
    for (const path of ['/onboarding', '/schedule', '/class-schedule', '/text-consent']) {
      await page.goto(path);
      await expect(page).toHaveURL(landing);
    }
    await page.close();
  }
});
