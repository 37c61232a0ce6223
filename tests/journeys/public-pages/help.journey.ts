import type { Page } from '@playwright/test';
import { guides } from '../../../src/web/public-pages/guide-steps.ts';
import { expect, expectNoFaultsAtAnyWidth, look } from '../../support/journey.ts';

const film = (page: Page, name: string) => page.getByLabel(`Video: ${name}`);

look(
  'each guide has a video with captions and written steps, and Logout leads to the login page',
  async ({ page, signedInAs }) => {
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      ...guides.map(({ title }) => title),
      'Still need help?',
    ]);
    for (const { title, steps } of guides) {
      const guide = page.getByRole('region', { name: title });
      await guide.getByRole('button', { name: title, exact: true }).click();
      await expect(guide.getByRole('listitem')).toHaveText([...steps]);
      await expect(guide.getByRole('button', { name: `Play “${title}”` })).toBeVisible();
      await expect(film(page, title)).toHaveAttribute('poster', /^\/assets\//);
      await expect(film(page, title).locator('track[kind="captions"]')).toHaveCount(1);
    }
    await expectNoFaultsAtAnyWidth(page);
    await expect(page.getByRole('link', { name: 'help@quiet-mornings.test' })).toHaveAttribute(
      'href',
      'mailto:help@quiet-mornings.test',
    );
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');

    const student = await signedInAs('mid-course@demo.test');
    await student.goto('/help');
    await student.getByRole('link', { name: 'Back to your schedule' }).click();
    await expect(student).toHaveURL('/schedule');
    await student.goto('/help');
    await student.getByRole('button', { name: 'Logout' }).click();
    await expect(student).toHaveURL('/login');
  },
);
