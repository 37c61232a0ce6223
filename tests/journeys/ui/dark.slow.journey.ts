import { expect, expectNoFaults, look } from '../../support/journey.ts';
import { classCard } from '../../support/student-pages.ts';

const pages = [
  [null, '/login', '/help', '/privacy-policy'],
  ['new-student@demo.test', '/onboarding', '/account'],
  ['mid-course@demo.test', '/schedule'],
  ['alumni@demo.test', '/classes'],
  ['admin@demo.test', '/admin', '/admin?tab=students', '/admin/today', '/admin/journey'],
  ['admin@demo.test', '/admin/problems', '/admin/setup', '/admin/audit'],
] as const;

for (const [email, ...paths] of pages) {
  look(
    `all colors have enough contrast in dark mode: ${paths.join(', ')}`,
    async ({ page: visitor, signedInAs }) => {
      const page = email ? await signedInAs(email) : visitor;
      await page.emulateMedia({ colorScheme: 'dark' });
      for (const path of paths) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoFaults(page);
      }
    },
  );
}

look('the reschedule dialog has enough contrast in dark mode', async ({ signedInAs }) => {
  const page = await signedInAs('mid-course@demo.test');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/schedule');
  await classCard(page, 8).getByRole('button', { name: 'Reschedule' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNoFaults(page);
});

look('dark mode follows the device, until the person chooses', async ({ signedInAs }) => {
  const page = await signedInAs('new-student@demo.test');
  const isDark = async () =>
    (await page.evaluate('getComputedStyle(document.documentElement).colorScheme')) === 'dark';
  await page.goto('/account');
  expect(await isDark()).toBe(false);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await isDark()).toBe(true);
  await page.getByRole('radio', { name: 'Light' }).check();
  expect(await isDark()).toBe(false);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.reload({ waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await isDark()).toBe(true);
  await page.getByRole('radio', { name: 'Same as my device' }).check();
  await page.reload();
  expect(await isDark()).toBe(false);
});
