import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';

const target = 'src/web/public/icons';
const mark = readFileSync('src/web/favicon.svg', 'utf8');

/**
 * `share` is the width of the mark relative to the icon. Systems may crop maskable icons to a circle with 80% of the
 * width. Home screens don't add a background, so our icons include one.
 */
const icons = [
  { file: 'icon-192.png', size: 192, share: 0.8, isRound: true },
  { file: 'icon-512.png', size: 512, share: 0.8, isRound: true },
  { file: 'maskable-512.png', size: 512, share: 0.6, isRound: false },
  { file: 'apple-touch-icon.png', size: 180, share: 0.72, isRound: false },
];

await unpackBrowserIfNeeded();
const browser = await chromium.launch(browserLaunch());
mkdirSync(target, { recursive: true });
for (const { file, size, share, isRound } of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`
    <style>
      body { margin: 0; height: 100vh; display: grid; place-items: center; background: #ffffff; }
      body.round { background: none; }
      body.round::before { content: ''; position: absolute; inset: 0; border-radius: 22%; background: #ffffff; }
      svg { position: relative; width: ${share * 100}vw; margin-top: 4vw; }
    </style>
    <body class="${isRound ? 'round' : ''}">${mark}</body>`);
  writeFileSync(join(target, file), await page.screenshot({ omitBackground: isRound }));
  await page.close();
}
await browser.close();
