import { eq } from 'drizzle-orm';
import { people } from '../../../src/server/database/schema.ts';
import { outboxOf } from '../../support/client.ts';
import { expect, expectNoFaults, test } from '../../support/journey.ts';
import type { Portal } from '../../support/portal.ts';
import { expectToast } from '../../support/student-pages.ts';

const email = 'mid-course@demo.test';
const phone = { width: 390, height: 800 };

async function pathOf({ database }: Portal): Promise<string> {
  const [person] = await database.select().from(people).where(eq(people.email, email));
  return `/admin/people/${person?.id}`;
}

test('an admin sends a login link, and sends it again from the timeline', async ({
  signedInAs,
  portal,
}) => {
  const arrived = async () => (await outboxOf(portal)).filter(({ to }) => to === email);
  const seen = (await arrived()).length;
  const page = await signedInAs('admin@demo.test');
  await page.setViewportSize(phone);
  await page.goto(await pathOf(portal));
  await page.getByRole('button', { name: 'Send Login Link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send a Login Link' });
  await expect(dialog.getByRole('radio', { name: `By email to ${email}` })).toBeChecked();
  await expectNoFaults(page);
  await dialog.getByRole('button', { name: 'Send Login Link' }).dblclick();
  await expectToast(page, 'Login link sent', `A login link is on its way to ${email}.`);
  await expect.poll(async () => (await arrived()).length).toBe(seen + 1);
  expect((await arrived())[0]?.text).toContain('expires in 24 hours');

  await page.reload();
  const again = page.getByRole('button', { name: 'Send Again Login link by email' });
  await expect(again).toHaveCount(1);
  await again.click();
  const question = page.getByRole('dialog', { name: 'Send this message again?' });
  await expectNoFaults(page);
  await question.getByRole('button', { name: 'Send Again' }).dblclick();
  await expectToast(page, 'Message sent again', `We’re sending it again to ${email}.`);
  await expect.poll(async () => (await arrived()).length).toBe(seen + 2);
  await expect(again).toHaveCount(2);
});
