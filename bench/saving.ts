import { type Browser, chromium, type Page } from '@playwright/test';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';
import { cookieOf } from './fill.ts';
import { divide, measureInTurns, median, type Row } from './measure.ts';
import type { Filled, Portal, Setup } from './setup.ts';

const sizes = { few: 50, many: 5000 };
const times = 5;
const saved = 'student-25@bench.test';

export async function compareSaving(setup: Setup): Promise<Row[]> {
  await unpackBrowserIfNeeded();
  const browser = await chromium.launch(browserLaunch());
  const few = await openList(setup, browser, await setup.database(sizes.few));
  const many = await openList(setup, browser, await setup.database(sizes.many));
  const turns = await measureInTurns({ few: few.save, many: many.save }, 1);
  await browser.close();
  await Promise.all([few.stop(), many.stop()]);
  return [
    {
      measure: `saving one student among ${sizes.many.toLocaleString('en-US')}, as the admin waits`,
      against: `among ${sizes.few}`,
      wanted: '≤ 1.3',
      ratios: divide(turns.many, turns.few),
      note: `from the click until the dialog is gone and the row has the new name: ${median(turns.few).toFixed(0)} ms among ${sizes.few}, ${median(turns.many).toFixed(0)} ms among ${sizes.many}.`,
    },
  ];
}

async function openList(setup: Setup, browser: Browser, database: Filled) {
  const portal = await setup.startPortal(database);
  const { url } = portal.nodes[0] as Portal;
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const [name = '', value = ''] = cookieOf(database.people.admin).split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(`${url}/admin?tab=students`);
  await page.getByPlaceholder('Search by name & email').fill(saved);
  let count = 0;
  return {
    async save() {
      const taken: number[] = [];
      for (let time = 0; time < times; time += 1) {
        count += 1;
        taken.push(await saveOnce(page, `Renamed ${count}`));
      }
      return median(taken);
    },
    stop: portal.stop,
  };
}

async function saveOnce(page: Page, lastName: string): Promise<number> {
  await page.getByRole('button', { name: saved }).click();
  await page.getByLabel('Last Name').fill(lastName);
  await page.getByRole('button', { name: 'Update Student' }).isEnabled();
  return page.evaluate<number>(saveAndWatch(lastName));
}

/** Runs in the page, so that the connection to the browser isn't part of the measurement. */
const saveAndWatch = (lastName: string) => `new Promise((done) => {
  const buttons = [...document.querySelectorAll('[role="dialog"] button')];
  const begin = performance.now();
  const look = () => {
    const isClosed = !document.querySelector('[role="dialog"]');
    const isShown = document.querySelector('tbody').textContent.includes('${lastName}');
    if (isClosed && isShown) done(performance.now() - begin);
    else requestAnimationFrame(look);
  };
  buttons.find(({ textContent }) => textContent.includes('Update Student')).click();
  look();
})`;
