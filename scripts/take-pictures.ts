import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from '@playwright/test';
import { and, gt, isNotNull } from 'drizzle-orm';
import type { DemoEmail } from '../src/demo/people.ts';
import { classes } from '../src/server/database/schema.ts';
import { reconcileMeetingsJob } from '../src/server/meetings/index.ts';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';
import { openPortal, type Portal } from '../tests/support/portal.ts';
import { startTestPostgres } from '../tests/support/postgres.ts';
import { buildWebIfStale } from './build-web.ts';

const target = 'docs/pictures';
const largestPicture = 150 * 1024;
const phone = { width: 390, height: 844 };
const desk = { width: 1280, height: 844 };

const say = (line: string) => process.stdout.write(`${line}\n`);

await buildWebIfStale(say);
await unpackBrowserIfNeeded();
const postgres = await startTestPostgres();
const browser = await chromium.launch(browserLaunch());
mkdirSync(target, { recursive: true });
await takePictures(browser);
await browser.close();
await postgres?.stop();
// The last portal stays open for reuse and would keep the process alive.
process.exit();

async function takePictures(browser: Browser): Promise<void> {
  await using portal = await openPortal();
  await makeMeetings(portal);
  async function visit(path: string, viewport: typeof phone, email?: DemoEmail): Promise<Page> {
    const context = await browser.newContext({
      baseURL: portal.url,
      viewport,
      deviceScaleFactor: 2,
      reducedMotion: 'reduce',
      locale: 'en-US',
      timezoneId: 'America/Los_Angeles',
    });
    if (email) {
      const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
      await context.addCookies([{ name, value, url: portal.url }]);
    }
    const page = await context.newPage();
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForLoadState('networkidle');
    return page;
  }

  const phones = [
    await visit('/login', phone),
    await visit('/onboarding', phone, 'new-student@demo.test'),
    await visit('/schedule', phone, 'mid-course@demo.test'),
  ];
  const views = await Promise.all(phones.map((page) => page.screenshot()));
  await keep('phone', await layOut(await visit('/help', desk), views));
  await keep('schedule', await visit('/schedule', desk, 'mid-course@demo.test'));
  await keep('today', await visit('/admin/today', desk, 'admin@demo.test'));
}

async function makeMeetings({ database, queue, clock }: Portal): Promise<void> {
  await database.transaction((transaction) => queue.add(transaction, reconcileMeetingsJob, {}));
  const isMade = and(gt(classes.startsAt, clock.now()), isNotNull(classes.zoomMeetingId));
  while ((await database.$count(classes, isMade)) < 30) {
    await pause(100);
  }
}

async function layOut(page: Page, views: Buffer[]): Promise<Page> {
  const shown = views.map((view) => `<img src="data:image/png;base64,${view.toString('base64')}">`);
  await page.setContent(`<style>
    body { margin: 0; height: ${desk.height}px; display: flex; gap: 40px; align-items: center; justify-content: center; background: #dcebf5 }
    img { width: ${phone.width * 0.9}px; border-radius: 28px; box-shadow: 0 12px 40px rgb(20 48 63 / 0.18) }
  </style>${shown.join('')}`);
  await page.evaluate('Promise.all([...document.images].map((image) => image.decode()))');
  return page;
}

async function keep(name: string, page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 80 });
  const picture = Buffer.from(data, 'base64');
  const file = join(target, `${name}.webp`);
  writeFileSync(file, picture);
  say(`${file}: ${Math.round(picture.length / 1024)} KB`);
  if (picture.length > largestPicture) {
    throw new Error(`${file} is larger than ${largestPicture / 1024} KB.`);
  }
}
