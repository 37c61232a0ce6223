import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from '@playwright/test';
import { browserLaunch, unpackBrowserIfNeeded } from '../tests/support/browser.ts';
import { cookieOf } from './fill.ts';
import { divide, measureInTurns, type Row } from './measure.ts';
import type { Setup } from './setup.ts';
import { query } from './statements.ts';

export const phone = { width: 390, height: 844 };
/** The slow 4G that Lighthouse simulates. */
const network = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
export const cpuSlowdown = 4;

/** Records when the last class on the schedule first appears in its final font. */
const noteFirstView = `
  const look = () => {
    const isThere = [...document.querySelectorAll('h2, h3')].some((heading) => /^Class 10\\b/.test(heading.textContent));
    const hasFont = [...document.fonts].some(({ status }) => status === 'loaded');
    if (!isThere || !hasFont) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => { window.firstView = performance.now(); }));
  };
  requestAnimationFrame(look);
`;

interface Target {
  url: string;
  cookie: string;
  path: string;
}

async function timeFirstView(browser: Browser, { url, cookie, path }: Target) {
  const context = await browser.newContext({ viewport: phone });
  try {
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    await page.addInitScript(noteFirstView);
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', network);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown });
    await page.goto(url + path, { waitUntil: 'commit' });
    const seen = await page.waitForFunction(
      () => (globalThis as { firstView?: number }).firstView,
      undefined,
      { timeout: 60_000 },
    );
    return (await seen.jsonValue()) as number;
  } finally {
    await context.close();
  }
}

async function copySchedule(browser: Browser, { url, cookie, path }: Target) {
  const context = await browser.newContext({ viewport: phone });
  const [name = '', value = ''] = cookie.split('=');
  await context.addCookies([{ name, value, url }]);
  const page = await context.newPage();
  await page.goto(url + path, { waitUntil: 'networkidle' });
  const html = await page.content();
  await context.close();
  // The browser fetches and compiles the scripts but doesn't run them, because they would render the page again.
  return html.replaceAll(
    /<script type="module"([^>]*?) src="([^"]+)"><\/script>/g,
    (_, attributes, file) => {
      return `<link rel="modulepreload"${attributes} href="${file}">`;
    },
  );
}

const types: Record<string, string> = {
  js: 'text/javascript',
  css: 'text/css',
  woff2: 'font/woff2',
};

async function serveCopy(html: string, directory = 'dist/web') {
  const page = gzipSync(html);
  const server = createServer(({ url = '/' }, response) => {
    const type = types[url.split('.').at(-1) ?? ''];
    if (!url.startsWith('/assets/') || !type) {
      response.setHeader('content-type', 'text/html; charset=utf-8');
      // The portal's pages send this header, too. It makes the browser start a new process.
      response.setHeader('cross-origin-opener-policy', 'same-origin');
      return response.setHeader('content-encoding', 'gzip').end(page);
    }
    const isText = type.startsWith('text/');
    response.setHeader('content-type', type).setHeader('access-control-allow-origin', '*');
    if (isText) response.setHeader('content-encoding', 'br');
    return response.end(readFileSync(join(directory, url + (isText ? '.br' : ''))));
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}`, stop: () => server.close() };
}

export async function compareFirstView(setup: Setup): Promise<Row[]> {
  const database = await setup.database(1000);
  const [id = 0] = database.people.chosen;
  await finishSteps(database.url, id);
  const portal = await setup.startPortal(database);
  await unpackBrowserIfNeeded();
  const browser = await chromium.launch(browserLaunch());
  const student = { url: portal.nodes[0]?.url ?? '', cookie: cookieOf(id) };
  const copy = await serveCopy(await copySchedule(browser, { ...student, path: '/schedule' }));
  const time = (target: Target) => () => timeFirstView(browser, target);
  const turns = await measureInTurns(
    {
      schedule: time({ ...student, path: '/schedule' }),
      home: time({ ...student, path: '/' }),
      copy: time({ ...student, url: copy.url, path: '/schedule' }),
    },
    1,
  );
  await browser.close();
  copy.stop();
  await portal.stop();
  const row = (measure: string, taken: number[]): Row => ({
    measure,
    against: 'a static page of the same elements, css and scripts',
    wanted: '≤ 1.15',
    ratios: divide(taken, turns.copy),
    note: 'from navigation to the classes on the screen in their own font, with an empty cache, on slow 4G (1.6 Mbit/s, 150 ms) and a CPU slowed down four times.',
  });
  return [
    row('/schedule on a phone', turns.schedule),
    row('/ on a phone, of a student with a schedule', turns.home),
  ];
}

/** Without this, the schedule would redirect to the steps for the retreat and for texts. */
export async function finishSteps(databaseUrl: string, id: number): Promise<void> {
  await query(
    databaseUrl,
    'update people set retreat_continue_clicked = true, text_continue_clicked = true where id = $1',
    [id],
  );
}
