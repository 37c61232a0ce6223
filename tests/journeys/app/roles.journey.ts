import { openStaffPage } from '../../support/admin-pages.ts';
import { expect, look, test } from '../../support/journey.ts';
import { title } from '../../support/student-pages.ts';

look(
  'everyone lands on their page, finds their account, and can’t open other roles’ pages',
  async ({ page: visitor, signedInAs }) => {
    test.slow();
    for (const [email, landing, pageOfOthers] of [
      ['admin@demo.test', '/admin', '/schedule'],
      ['teacher@demo.test', '/admin', '/text-consent'],
      ['alumni@demo.test', '/alumni-text-consent', '/admin'],
      ['new-student@demo.test', '/onboarding', '/classes'],
    ] as const) {
      const page = await signedInAs(email);
      await page.goto('/login');
      await expect(page).toHaveURL(landing);
      await page.getByRole('link', { name: 'Your Account' }).click();
      await expect(title(page)).toHaveText('Your Account');
      await expect(page.getByText(email)).toBeVisible();
      await page.getByRole('link', { name: 'Course Portal' }).click();
      await expect(page).toHaveURL(landing);
      await page.goto(pageOfOthers);
      await expect(page).toHaveURL(landing);
      if (landing === '/admin') {
        await openStaffPage(page, 'Alumni page');
        await expect(page).toHaveURL('/classes');
        await expect(page.getByRole('button', { name: /^Join/ }).first()).toBeVisible();
      }
      await page.close();
    }
    for (const path of ['/admin', '/schedule', '/classes']) {
      await visitor.goto(path);
      await expect(visitor, path).toHaveURL('/login');
    }
  },
);
