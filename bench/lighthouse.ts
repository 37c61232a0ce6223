import { chromium } from '@playwright/test';
import { PAGES } from '../src/course/pages.ts';
import { findFreePort } from '../src/demo/postgres/embedded.ts';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';
import { cookieOf } from './fill.ts';
import { finishSteps } from './first-view.ts';
import { type Row, rounds } from './measure.ts';
import { run } from './processes.ts';
import type { Portal, Setup } from './setup.ts';

const times = Math.min(rounds, 5);

export async function compareLighthouse(setup: Setup, isInstalled: boolean): Promise<Row[]> {
  const database = await setup.database(1000);
  const [chosen = 0] = database.people.chosen;
  const [choosing = 0] = database.people.choosing;
  const pages = [
    { path: PAGES.login },
    { path: PAGES.schedule, personId: chosen },
    { path: `${PAGES.onboarding}?resume=1`, personId: choosing },
  ];
  const row = (path: string): Row => ({
    measure: `Lighthouse on a phone, performance of ${path}`,
    against: 'of 100',
    wanted: '≥ 99',
    ratios: [],
  });
  if (!isInstalled) {
    const reason = 'installing the packages of bench/package.json failed';
    return pages.map(({ path }) => ({ ...row(path), reason }));
  }
  await finishSteps(database.url, chosen);
  const portal = await setup.startPortal(database);
  const { url } = portal.nodes[0] as Portal;
  await unpackBrowserIfNeeded();
  const port = await findFreePort();
  const launch = browserLaunch();
  const args = [...launch.args, `--remote-debugging-port=${port}`];
  const browser = await chromium.launch({ ...launch, args });
  const rows: Row[] = [];
  for (const { path, personId } of pages) {
    const ratios: number[] = [];
    while (ratios.length < times) ratios.push(await judge(port, url + path, personId));
    rows.push({ ...row(path), ratios });
  }
  await browser.close();
  await portal.stop();
  return rows;
}

async function judge(port: number, url: string, personId: number | undefined): Promise<number> {
  const headers = personId ? { Cookie: cookieOf(personId) } : {};
  const report = await run(process.execPath, [
    'bench/node_modules/lighthouse/cli/index.js',
    url,
    `--port=${port}`,
    `--extra-headers=${JSON.stringify(headers)}`,
    '--only-categories=performance',
    '--output=json',
    '--quiet',
  ]);
  const { categories, runtimeError } = JSON.parse(report);
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  return Math.round(categories.performance.score * 100);
}
