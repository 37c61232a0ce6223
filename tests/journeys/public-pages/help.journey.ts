import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { guides } from '../../../src/web/public-pages/guide-steps.ts';
import { expect, expectNoFaults, look } from '../../support/journey.ts';

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
      await expect(film(page, title).locator('track[kind="captions"]')).toHaveCount(1);
    }
  },
);

for (const [width, where] of [
  [390, 'below'],
  [1280, 'beside'],
] as const) {
  look(
    `at ${width} px the captions of a film stand ${where} it and mark what is shown`,
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto('/help#join-your-class');
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
      await expectNoFaults(page);
    },
  );
}

look('the captions of a film are its steps', async ({ page }) => {
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
    await student.getByRole('link', { name: 'Back to your schedule' }).click();
    await expect(student).toHaveURL('/schedule');
    await student.goto('/help');
    await student.getByRole('button', { name: 'Logout' }).click();
    await expect(student).toHaveURL('/login');
  },
);
