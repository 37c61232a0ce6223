import { test as base, expect } from '@playwright/test';
import { createServer } from 'vite';
import { browserLaunch } from '../../support/browser.ts';

// Only the packaged browser draws the same pixels on every machine.
base.skip(!browserLaunch().env);

const test = base.extend<object, { guide: string }>({
  guide: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies off this pattern
    async ({}, use) => {
      const server = await createServer({ logLevel: 'error', server: { port: 0, watch: null } });
      await server.listen();
      await use(`${server.resolvedUrls?.local[0]}styleguide`);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

// Take screenshots at half size, to keep the files small.
test.use({ deviceScaleFactor: 0.5 });

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`no part of the style guide has changed, ${colorScheme}, ${width} px`, async ({
      page,
      guide,
    }) => {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(guide);
      await expect(page.getByRole('heading', { name: 'Progress' })).toBeVisible();
      await page.evaluate('document.fonts.ready.then(() => true)');
      await expect(page).toHaveScreenshot(`${colorScheme}-${width}.png`, {
        fullPage: true,
        scale: 'device',
      });
    });
  }
}
