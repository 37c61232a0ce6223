import { readFileSync } from 'node:fs';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import type { DemoEmail } from '../../src/demo/people.ts';
import type { Portal } from './portal.ts';

export { expect } from '@playwright/test';

interface World {
  environment: Record<string, string>;
  isEmpty: boolean;
  portal: Portal;
  signedInAs(email: DemoEmail): Promise<Page>;
}

interface WorkerWorld {
  sharedPortal: Portal;
}

// Load the server only when needed, because the runner can list the journeys without it.
const openPortal = async (options: Partial<Pick<World, 'environment' | 'isEmpty'>> = {}) =>
  (await import('./portal.ts')).openPortal(options);

/** Added to the journey's own time, because a worker's first journey also loads the server. */
const openingMs = 120_000;

export const test = base.extend<World, WorkerWorld>({
  sharedPortal: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies off this pattern
    async ({}, use) => {
      await using portal = await openPortal();
      await use(portal);
    },
    { scope: 'worker', timeout: openingMs },
  ],
  environment: [{}, { option: true }],
  isEmpty: [false, { option: true }],
  portal: [
    async ({ environment, isEmpty }, use) => {
      await using portal = await openPortal({ environment, isEmpty });
      await use(portal);
    },
    { timeout: openingMs },
  ],
  baseURL: ({ portal }, use) => use(portal.url),
  signedInAs: async ({ portal, browser, contextOptions }, use) => {
    await using opened = new AsyncDisposableStack();
    await use(async (email) => {
      const context = await (browser as Browser).newContext({
        ...contextOptions,
        baseURL: portal.url,
      });
      opened.defer(() => context.close());
      const [name = '', value = ''] = (await portal.cookieOf(email)).split('=');
      await context.addCookies([{ name, value, url: portal.url, httpOnly: true, sameSite: 'Lax' }]);
      return context.newPage();
    });
  },
});

/** Runs a journey that changes nothing. Many of them share one portal, which takes half a second to open. */
export const look = test.extend<Pick<World, 'portal'>>({
  portal: async ({ sharedPortal }, use) => {
    const before = await stateOf(sharedPortal);
    await use(sharedPortal);
    expect(await stateOf(sharedPortal)).toEqual(before);
  },
});

export async function expectNoFaults(page: Page, skippedRule?: string): Promise<void> {
  expect(await listFaults(page, skippedRule)).toEqual([]);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  // The number is negative if there is a scrollbar.
  expect(overflow).toBeLessThanOrEqual(0);
}

export async function expectNoFaultsAtAnyWidth(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFaults(page);
  }
}

declare global {
  var axe: typeof import('axe-core');
}

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Runs every rule, but doesn't report passes or selectors. */
const options = { resultTypes: ['violations' as const], selectors: false };

/** Waits for fades to end, because half-faded text has too little contrast. Ignores endless animations. */
const untilNothingFades = `Promise.allSettled(
  document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity)
    .map(({ finished }) => finished),
)`;

async function listFaults(page: Page, skippedRule?: string): Promise<string[]> {
  await page.evaluate(untilNothingFades);
  for (const frame of page.frames()) {
    // Load axe once per document, because loading takes longer than the check.
    if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axeSource);
  }
  const rules = skippedRule ? { [skippedRule]: { enabled: false } } : {};
  return page.evaluate(
    async (chosen) => {
      const { violations } = await globalThis.axe.run(chosen);
      return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    },
    { ...options, rules },
  );
}

/** Even a read-only visit changes these tables. */
const traces = ['sessions', 'attempts', 'audit_log', 'holds'];

/** Returns a digest of everything in the portal. If two digests are equal, nothing has changed. */
async function stateOf({ database, clock }: Portal): Promise<Record<string, string>> {
  const { rows: tables } = await database.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
        where table_schema = 'public' and table_name not in ${traces} order by 1`,
  );
  const digests = tables.map(
    ({ name }) =>
      sql`select ${name} as name, md5(string_agg(one::text, ' ' order by one::text)) as digest
          from ${sql.identifier(name)} one`,
  );
  const { rows } = await database.execute<{ name: string; digest: string }>(
    sql.join(digests, sql` union all `),
  );
  const hoursAhead = Math.round((clock.now().getTime() - Date.now()) / 3_600_000);
  const digestOf = Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  return { ...digestOf, clock: `${hoursAhead} hours ahead` };
}
