import type { Page } from '@playwright/test';
import { people } from '../../../src/server/database/schema.ts';
import { expect, look, test } from '../../support/journey.ts';

const consentBox = (page: Page) =>
  page.getByRole('checkbox', { name: 'Yes, I want to receive text message reminders' });

test('the public text opt-in looks exactly like the students’ page, except for the number', async ({
  page,
  signedInAs,
  portal,
}) => {
  await portal.database.update(people).set({ retreatContinueClicked: true });
  const student = await signedInAs('finished-picking@demo.test');
  await student.goto('/text-consent');
  await page.goto('/text-optin');
  // A first visit may paint its headings before their font has arrived. The second has it cached.
  await page.reload();
  const pictures = [];
  const ownNumber = student.locator('div', { hasText: /^Your number is/ }).last();
  await ownNumber.evaluate((element) => element.remove());
  for (const shown of [student, page]) {
    await expect(consentBox(shown)).toBeVisible();
    pictures.push(await shown.getByRole('main').screenshot({ animations: 'disabled' }));
  }
  expect(pictures[0]?.equals(pictures[1] as Buffer)).toBe(true);
});

look('the portal can frame the policy, and no one can frame anything else', async ({ page }) => {
  const document = await page.request.get('/privacy-policy.pdf');
  expect(document.headers()).toMatchObject({
    'content-type': 'application/pdf',
    'content-security-policy': "frame-ancestors 'self'",
    'x-frame-options': 'SAMEORIGIN',
  });
  const again = await page.request.get('/privacy-policy.pdf', {
    headers: { 'if-none-match': document.headers().etag ?? '' },
  });
  expect([again.status(), again.headers()['x-frame-options']]).toEqual([304, 'SAMEORIGIN']);
  await page.goto('/privacy-policy');
  const script = (await page.locator('script[src]').first().getAttribute('src')) ?? '';
  const others = ['/privacy-policy', '/help', '/api/user', '/privacy-policy.pdf/x', script];
  for (const path of others) {
    const { 'content-security-policy': policy, 'x-frame-options': frames } = (
      await page.request.get(path)
    ).headers();
    expect([path, policy, frames]).toEqual([
      path,
      expect.stringContaining("frame-ancestors 'none'"),
      'DENY',
    ]);
    expect(policy).toContain("frame-src 'self'");
  }
});
