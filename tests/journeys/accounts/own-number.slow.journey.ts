import { eq } from 'drizzle-orm';
import { consentEvents, people } from '../../../src/server/database/schema.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { askForLink, codeSentTo, typeCode } from '../../support/login-page.ts';
import { expectToast } from '../../support/student-pages.ts';

const farah = 'finished-picking@demo.test';

test('a student who opts in without a number adds one, confirms it, and signs in with it', async ({
  signedInAs,
  portal,
  page: other,
}) => {
  test.slow();
  const { database } = portal;
  const isFarah = eq(people.email, farah);
  await database.update(people).set({ retreatContinueClicked: true, phone: null }).where(isFarah);
  const page = await signedInAs(farah);
  await page.goto('/text-consent');
  const field = page.getByLabel('Your mobile number');
  await expect(field).toBeHidden();
  const box = page.getByRole('checkbox', { name: 'Yes, I want to receive text message reminders' });
  await box.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Please enter the phone number we should text\./);
  await expectNoFaultsAtAnyWidth(page);
  await field.fill('12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveAccessibleDescription(/Please enter a valid phone number/);
  await expect(box).toBeChecked();
  await field.fill('202 555 0177');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We will text (202) 555-0177.')).toBeFocused();
  await expect(page.getByText('This number isn’t confirmed yet.')).toBeVisible();
  await page.getByRole('button', { name: 'Send Code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);
  const code = await codeSentTo(portal, '+12025550177');
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six-digit code')).toHaveAccessibleDescription(/4 tries left/);
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: 'Confirm Number' }).click();
  await expectToast(page, 'Number confirmed', 'You can now sign in with (202) 555-0177.');
  await expect(page.getByText('This number isn’t confirmed yet')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change Number' })).toBeFocused();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/schedule');
  const [person] = await database.select().from(people).where(isFarah);
  expect(person).toMatchObject({ textConsent: true, phone: '+12025550177' });
  const [event] = await database
    .select()
    .from(consentEvents)
    .where(eq(consentEvents.personId, person?.id ?? 0));
  expect(event?.shown).toContain('We will text (202) 555-0177.');

  await askForLink(other, '(202) 555-0177');
  await typeCode(other, await codeSentTo(portal, '+12025550177', 2));
  await expect(other).toHaveURL('/schedule');
});
