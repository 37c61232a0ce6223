import { eq } from 'drizzle-orm';
import { consentEvents, people } from '../../src/server/database/schema.ts';
import { expect, expectNoFaults, expectNoFaultsAtAnyWidth, test } from '../support/journey.ts';
import { askForLink, codeSentTo, typeCode } from '../support/login-page.ts';
import { expectToast, title } from '../support/student-pages.ts';

const farah = 'finished-picking@demo.test';
const aiko = 'alumni@demo.test';
const missing = 'Please enter the number that we should text.';

test('a student without a number who says yes is asked for one, confirms it by a code, and signs in with it', async ({
  signedInAs,
  portal,
  page: other,
}) => {
  const { database } = portal;
  const isFarah = eq(people.email, farah);
  await database.update(people).set({ retreatContinueClicked: true, phone: null }).where(isFarah);
  const page = await signedInAs(farah);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/text-consent');
  const field = page.getByLabel('Your mobile number');
  await expect(title(page)).toHaveText('Get reminders about classes and retreats');
  await expect(field).toBeHidden();
  const box = page.getByRole('checkbox', { name: 'Yes, I want to receive text message reminders' });
  await box.check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(new RegExp(missing));
  await expectNoFaultsAtAnyWidth(page);
  await field.fill('12');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toHaveAccessibleDescription(/Please enter a valid phone number/);
  await expect(box).toBeChecked();
  await field.fill('202 555 0177');
  await page.keyboard.press('Enter');
  await expect(page.getByText('We will text (202) 555-0177.')).toBeFocused();
  await expect(page.getByText('Not confirmed yet: you cannot sign in with it.')).toBeVisible();
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByLabel('Six-digit code')).toBeFocused();
  await expectNoFaultsAtAnyWidth(page);
  const code = await codeSentTo(portal, '+12025550177');
  await page.keyboard.type(code === '000000' ? '111111' : '000000');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Six-digit code')).toHaveAccessibleDescription(/4 tries left/);
  await page.getByLabel('Six-digit code').fill(code);
  await page.getByRole('button', { name: 'Confirm number' }).click();
  await expectToast(page, 'Number confirmed', 'From now on you can sign in with (202) 555-0177.');
  await expect(page.getByText('Not confirmed yet')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Change number' })).toBeFocused();
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

test('a number is corrected on the account page, which says that the new one is not confirmed', async ({
  signedInAs,
}) => {
  const page = await signedInAs('mid-course@demo.test');
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto('/account');
  const change = page.getByRole('button', { name: 'Change number' });
  await expect(page.getByText('We will text (202) 555-0103.')).toBeVisible();
  await change.click();
  const field = page.getByLabel('Your mobile number');
  await expect(field).toHaveValue('(202) 555-0103');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(change).toBeFocused();
  await change.click();
  await field.fill('+49 30 901820');
  await page.getByRole('button', { name: 'Save number' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(/Please enter one of those\.$/);
  await field.fill('416 555 0123');
  await page.getByRole('button', { name: 'Save number' }).click();
  await expect(page.getByText('We will text (416) 555-0123.')).toBeFocused();
  await expect(page.getByText('(416) 555-0123 (not confirmed yet)')).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Send code' })).toBeVisible();
});

test('a switch whose number was left empty goes back with Cancel, and nobody is promised texts who gets none', async ({
  signedInAs,
}) => {
  const page = await signedInAs('mid-course@demo.test');
  await page.goto('/account');
  const toggle = page.getByRole('switch');
  await toggle.click();
  await expect(page.getByText('Your number is (202) 555-0103.')).toBeVisible();
  await expect(page.getByText('We will text')).toBeHidden();
  await page.getByRole('button', { name: 'Change number' }).click();
  await page.getByLabel('Your mobile number').fill('');
  await toggle.click();
  await expect(page.getByLabel('Your mobile number')).toBeFocused();
  await expect(toggle).toBeChecked();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(toggle).not.toBeChecked();
  await toggle.click();
  await expect(page.getByText('We will text (202) 555-0103.')).toBeVisible();
});

test('an alumnus without a number is asked for one when texts are switched on', async ({
  signedInAs,
  portal,
}) => {
  const isAiko = eq(people.email, aiko);
  await portal.database.update(people).set({ phone: null }).where(isAiko);
  const page = await signedInAs(aiko);
  await page.goto('/alumni-text-consent');
  const field = page.getByLabel('Your mobile number');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(field).toBeFocused();
  await expect(field).toHaveAccessibleDescription(new RegExp(missing));
  await expectNoFaults(page);
  const toggle = page.getByRole('switch');
  await toggle.click();
  await expect(field).toBeHidden();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expectToast(page, 'You will not receive text reminders');
  await page.goto('/account');
  await toggle.click();
  await expect(field).toBeFocused();
  await expect(toggle).toBeChecked();
  await field.fill('(202) 555-0178');
  await page.keyboard.press('Enter');
  await expectToast(page, 'You will receive text reminders for upcoming events');
  await expect(page.getByText('We will text (202) 555-0178.')).toBeVisible();
  await page.reload();
  await expect(toggle).toBeChecked();
});
