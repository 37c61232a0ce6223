import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { guides } from '../../src/web/public-pages/guide-steps.ts';
import { expect, look } from '../support/journey.ts';

const folder = 'src/web/public-pages/guides';
const film = (page: Page, name: string) => page.getByLabel(`Video: ${name}`);

look(
  'each guide has a film with poster, captions and controls, and its steps in writing',
  async ({ page }) => {
    await page.goto('/help');
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([
      ...guides.map(({ title }) => title),
      'Still need help?',
    ]);
    for (const { title, steps } of guides) {
      const guide = page.getByRole('region', { name: title });
      await expect(guide.getByRole('listitem')).toHaveText([...steps]);
      await expect(film(page, title)).toHaveJSProperty('controls', true);
      await expect(film(page, title)).toHaveAttribute('poster', /^\/assets\//);
      await expect(film(page, title).locator('track[kind="captions"][default]')).toHaveCount(1);
    }
  },
);

look('the captions of a film are the steps that stand below it', async ({ page }) => {
  await page.goto('/help');
  for (const { title, steps } of guides) {
    const shown = () =>
      film(page, title).evaluate((video) => {
        const { textTracks } = video as unknown as {
          textTracks: { cues: ArrayLike<{ text: string }> }[];
        };
        return Array.from(textTracks[0]?.cues ?? [], ({ text }) => text);
      });
    await expect.poll(shown).toEqual(steps);
  }
});

look(
  'a film is small, is fetched only when it is played, and can be fetched in parts',
  async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/help');
    await expect(film(page, guides[0]?.title ?? '')).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(fetched.filter((url) => /\.(mp4|webm)$/.test(url))).toEqual([]);
    for (const { name, title } of guides) {
      for (const ending of ['mp4', 'webm']) {
        const file = readFileSync(`${folder}/${name}.${ending}`);
        expect(file.length).toBeLessThanOrEqual(400 * 1024);
        const source = film(page, title).locator(`source[type="video/${ending}"]`);
        const address = (await source.getAttribute('src')) ?? '';
        const part = await page.request.get(address, { headers: { range: 'bytes=100-199' } });
        expect([part.status(), part.headers()['content-type']]).toEqual([206, `video/${ending}`]);
        expect(await part.body()).toEqual(file.subarray(100, 200));
      }
    }
  },
);

look('every film plays by keyboard, also where H.264 is unknown', async ({ page }) => {
  await page.goto('/help');
  for (const { title } of guides) {
    const guide = film(page, title);
    await guide.focus();
    await page.keyboard.press('Space');
    const position = () =>
      guide.evaluate((video) => (video as unknown as { currentTime: number }).currentTime);
    await expect.poll(position).toBeGreaterThan(0.2);
    await page.keyboard.press('Space');
  }
});

look(
  'Logout on the help page leads to the login page, whether somebody is signed in or not',
  async ({ page, signedInAs }) => {
    await page.goto('/help');
    await expect(page.getByRole('link', { name: 'help@quiet-mornings.test' })).toHaveAttribute(
      'href',
      'mailto:help@quiet-mornings.test',
    );
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    const student = await signedInAs('mid-course@demo.test');
    await student.goto('/help');
    await student.getByRole('button', { name: 'Logout' }).click();
    await expect(student).toHaveURL('/login');
  },
);
