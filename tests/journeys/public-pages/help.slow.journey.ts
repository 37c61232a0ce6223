import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { guides } from '../../../src/web/public-pages/guide-steps.ts';
import { expect, look } from '../../support/journey.ts';

const folder = 'src/web/public-pages/guides';
const film = (page: Page, name: string) => page.getByLabel(`Video: ${name}`);

look(
  'a video’s captions are its steps, beside it, with the current one marked',
  async ({ page }) => {
    for (const [width, where] of [
      [390, 'below'],
      [1280, 'beside'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/help#join-your-class');
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Join your class' })).toBeFocused();
      const guide = page.getByRole('region', { name: 'Join your class' });
      const source = film(page, 'Join your class').locator('source').first();
      await expect(source).toHaveAttribute('src', width === 390 ? /-phone/ : /class-[^p]/);
      await film(page, 'Join your class').evaluate((video) => {
        const { textTracks, play } = video as unknown as {
          textTracks: { mode: string }[];
          play(): Promise<void>;
        };
        if (textTracks[0]?.mode !== 'hidden') throw new Error('the captions lie over the picture');
        return play.call(video);
      });
      const marked = guide.locator('[aria-current="step"]');
      await expect(marked).toHaveText(/^Shortly before your class/);
      await expect(marked).toHaveText(/^On your schedule/);
      const [picture, words] = [
        await film(page, 'Join your class').boundingBox(),
        await marked.boundingBox(),
      ];
      if (!picture || !words) throw new Error('the film or its caption cannot be seen');
      const isBelow = words.y >= picture.y + picture.height;
      const isBeside = words.x >= picture.x + picture.width;
      expect([isBelow, isBeside]).toEqual([where === 'below', where === 'beside']);
    }
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
  },
);

look('a video is small, loads only when played, and plays without H.264', async ({ page }) => {
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/help');
  const first = guides[0]?.title ?? '';
  await page.getByRole('button', { name: first, exact: true }).click();
  await expect(film(page, first)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(fetched.filter((url) => /\.(mp4|webm)$/.test(url))).toEqual([]);
  for (const { name, title } of guides) {
    for (const ending of ['mp4', 'webm']) {
      const onPhone = readFileSync(`${folder}/${name}-phone.${ending}`);
      expect(onPhone.length).toBeLessThanOrEqual(400 * 1024);
      const file = readFileSync(`${folder}/${name}.${ending}`);
      expect(file.length).toBeLessThanOrEqual(400 * 1024);
      const source = film(page, title).locator(`source[type="video/${ending}"]`);
      const address = (await source.getAttribute('src')) ?? '';
      const part = await page.request.get(address, { headers: { range: 'bytes=100-199' } });
      expect([part.status(), part.headers()['content-type']]).toEqual([206, `video/${ending}`]);
      expect(await part.body()).toEqual(file.subarray(100, 200));
    }
  }
  for (const { title } of guides) {
    const guide = film(page, title);
    const fold = page.getByRole('button', { name: title, exact: true });
    if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click();
    await page.getByRole('button', { name: `Play “${title}”` }).press('Space');
    const position = () =>
      guide.evaluate((video) => (video as unknown as { currentTime: number }).currentTime);
    await expect.poll(position).toBeGreaterThan(0.2);
    await expect(guide).toBeFocused();
    await expect(guide).toHaveJSProperty('controls', true);
    await page.keyboard.press('Space');
    await expect(guide).toHaveJSProperty('paused', true);
  }
});
