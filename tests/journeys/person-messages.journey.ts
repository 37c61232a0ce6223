import { eq } from 'drizzle-orm';
import { people } from '../../src/server/database/schema.ts';
import { outboxOf } from '../support/client.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../support/journey.ts';
import { expectToast } from '../support/student-pages.ts';

const email = 'mid-course@demo.test';

test('an admin sends a login link, sends it again from the timeline, and cannot overrule a STOP', async ({
  signedInAs,
  portal,
}) => {
  const [marcus] = await portal.database.select().from(people).where(eq(people.email, email));
  const arrived = async () => (await outboxOf(portal)).filter(({ to }) => to === email);
  const seen = (await arrived()).length;
  const page = await signedInAs('admin@demo.test');
  await page.goto(`/admin/people/${marcus?.id}`);
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a Login Link' });
  await expect(dialog.getByRole('radio', { name: `By email to ${email}` })).toBeChecked();
  await expectNoFaultsAtAnyWidth(page);
  await dialog.getByRole('button', { name: 'Send Login Link' }).dblclick();
  await expectToast(page, 'Login link sent', `A login link is on its way to ${email}.`);
  await expect.poll(async () => (await arrived()).length).toBe(seen + 1);
  expect((await arrived())[0]?.text).toContain('within the next 24 hours');

  await page.reload();
  const again = page.getByRole('button', { name: 'Send again Login link by mail' });
  await expect(again).toHaveCount(1);
  await again.click();
  const question = page.getByRole('dialog', { name: 'Send this message again?' });
  await expectNoFaultsAtAnyWidth(page);
  await question.getByRole('button', { name: 'Send again' }).dblclick();
  await expectToast(page, 'Message sent again', `It is being sent again, to ${email}.`);
  await expect.poll(async () => (await arrived()).length).toBe(seen + 2);
  await expect(again).toHaveCount(2);

  await page.getByRole('button', { name: 'Transfer Student…' }).click();
  await page.getByRole('button', { name: 'Make Transfer Student' }).click();
  await expectToast(page, 'Transfer student updated');
  await expect(page.getByText(/transfer student · started/)).toBeVisible();
  await expectNoFaultsAtAnyWidth(page);

  const own = await signedInAs(email);
  await own.request.post('/api/update-text-consent', { data: { consent: false, clicked: true } });
  await page.reload();
  await page.getByRole('button', { name: 'Edit Student' }).click();
  const box = page.getByRole('checkbox', { name: 'Receives text messages' });
  await expect(box).toBeDisabled();
  await expect(box).toHaveAccessibleDescription(/Only they can start them/);
  await expectNoFaultsAtAnyWidth(page);
});
