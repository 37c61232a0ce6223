import { expect, test } from '../../support/journey.ts';
import { comeBackTo } from '../../support/open-page.ts';
import { title } from '../../support/student-pages.ts';

const tomas = 'transfer-student@demo.test';

test('a transfer student skips the retreat step, gets no code, and sees a retreat registered in another tab', async ({
  signedInAs,
  portal,
}) => {
  const page = await signedInAs(tomas);
  await page.goto('/retreat-registration');
  await expect(page).toHaveURL('/text-consent');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/schedule');
  await expect(title(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Schedule Your Retreat' })).toBeVisible();
  await expect(page.getByText('external retreat site')).toBeVisible();
  await expect(page.getByText(/FIRSTRETREAT|Use the code/)).toBeHidden();
  await expect(page.getByText('You’ll find the price of each retreat there.')).toBeVisible();

  await fetch(`${portal.sandbox.url}/retreats/registrations`, {
    method: 'POST',
    body: new URLSearchParams({
      retreat: '2026-11-21',
      name: 'Tomás',
      email: tomas,
      phone: '',
      code: '',
    }),
  });
  await portal.sandbox.retreatWebhooksSent();
  await comeBackTo(page);
  await expect(
    page.getByRole('heading', { name: /Retreat at the Lakeside House · Sat, Nov 21$/ }),
  ).toBeVisible();
  await expect(page.getByRole('link', { name: 'Register' })).toBeHidden();
});
