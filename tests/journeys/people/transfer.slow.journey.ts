import { chooseMore } from '../../support/admin-pages.ts';
import { expect, expectNoFaultsAtAnyWidth, test } from '../../support/journey.ts';
import { meetingsOf } from '../../support/meetings.ts';
import { expectToast } from '../../support/student-pages.ts';

const email = 'mid-course@demo.test';

test('an admin marks a transfer student, and can’t opt a student in who opted out of texts', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs('admin@demo.test');
  await page.goto(`/admin/people/${await meetingsOf(portal).personId(email)}`);
  await chooseMore(page, 'Transfer Status…');
  await page.getByRole('button', { name: 'Mark as Transfer Student' }).click();
  await expectToast(page, 'Transfer status updated');
  await expect(page.getByText(/transfer student · started/)).toBeVisible();

  const own = await signedInAs(email);
  const said = { consent: false, clicked: true };
  await own.request.post(`${portal.url}/api/update-text-consent`, { data: said });
  await page.reload();
  await page.getByRole('button', { name: 'Edit Student' }).click();
  const box = page.getByRole('checkbox', { name: 'Receives text messages' });
  await expect(box).toBeDisabled();
  await expect(box).toHaveAccessibleDescription(/Only they can turn texts back on/);
  await expectNoFaultsAtAnyWidth(page);
});
