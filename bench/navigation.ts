import { setTimeout as pause } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';
import { cookieOf } from './fill.ts';
import { cpuSlowdown, finishSteps, phone } from './first-view.ts';
import { measureInTurns, median, type Row } from './measure.ts';
import type { Portal, Setup } from './setup.ts';

const clicksARound = 5;
/** In ms. By then, the last click's work should be over. */
const pauseBeforeClick = 500;

interface Step {
  /** The text of the link or button, which must already be on the page. */
  press: string;
  /** A CSS selector and the text that shows that the new screen is there. */
  sees: [selector: string, text: string];
}

/** Each row presses the first and then the second button, which leads back. We measure the first. */
const steps: Record<string, { wanted: string; there: Step; back: Step }> = {
  'from the schedule to Help': {
    wanted: '≤ 100',
    there: { press: 'Help', sees: ['h1', 'Help'] },
    back: { press: 'Course Portal', sees: ['h1', 'Your Course Schedule'] },
  },
  'from the schedule to the account page': {
    wanted: '≤ 100',
    there: { press: 'Your Account', sees: ['h1', 'Your Account'] },
    back: { press: 'Course Portal', sees: ['h1', 'Your Course Schedule'] },
  },
  'the dialog to reschedule a class': {
    wanted: '≤ 80',
    there: { press: 'Reschedule', sees: ['[role=dialog]', 'Reschedule'] },
    back: { press: 'Cancel', sees: ['body:not([data-scroll-locked])', 'Your Course Schedule'] },
  },
};

export async function compareNavigation(setup: Setup): Promise<Row[]> {
  const database = await setup.database(1000);
  const [id = 0] = database.people.chosen;
  await finishSteps(database.url, id);
  const portal = await setup.startPortal(database);
  const { url } = portal.nodes[0] as Portal;
  await unpackBrowserIfNeeded();
  const browser = await chromium.launch(browserLaunch());
  const context = await browser.newContext({ viewport: phone });
  const [name = '', value = ''] = cookieOf(id).split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/schedule`, { waitUntil: 'networkidle' });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
  const rows: Row[] = [];
  for (const [measure, { wanted, there, back }] of Object.entries(steps)) {
    const { taken } = await measureInTurns(
      {
        async taken() {
          const times: number[] = [];
          for (let click = 0; click < clicksARound; click += 1) {
            times.push(await take(page, there));
            await take(page, back);
          }
          return median(times);
        },
      },
      1,
    );
    const note = `warm, on a phone whose CPU is slowed down four times, until the frame that shows the new screen is painted. Each round is the median of ${clicksARound} clicks, half a second apart.`;
    rows.push({ measure, against: 'ms from the click', wanted, ratios: taken, note });
  }
  await browser.close();
  await portal.stop();
  return rows;
}

/** Runs in the page, so that the connection to the browser isn't part of the measurement. */
async function take(page: Page, { press, sees: [selector, text] }: Step): Promise<number> {
  await pause(pauseBeforeClick);
  return page.evaluate<number>(`new Promise((done) => {
    const isPressed = (one) => one.innerText?.trim() === '${press}' || one.getAttribute('aria-label') === '${press}';
    const target = [...document.querySelectorAll('a, button')].find(isPressed);
    const begin = performance.now();
    const look = () => {
      const isThere = [...document.querySelectorAll('${selector}')].some((one) => one.textContent.includes('${text}'));
      // The browser paints this frame before the timeout.
      if (isThere) setTimeout(() => done(performance.now() - begin));
      else requestAnimationFrame(look);
    };
    target.click();
    requestAnimationFrame(look);
  })`);
}
