import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { DemoEmail } from '../../src/demo/people.ts';
import { listFaults } from './page-faults.ts';
import type { Portal } from './portal.ts';
import { stateOf } from './portal-state.ts';

export { expect } from '@playwright/test';

interface World {
  /** Settings that differ from the demo's. */
  environment: Record<string, string>;
  /** Whether the journey starts with an empty database. */
  isEmpty: boolean;
  portal: Portal;
  /** A page in its own browser context, signed in as a person of the demo. */
  signedInAs(email: DemoEmail): Promise<Page>;
}

interface WorkerWorld {
  sharedPortal: Portal;
}

// Loaded on demand: the runner needs no server to list the journeys.
const openPortal = async (options: Partial<Pick<World, 'environment' | 'isEmpty'>> = {}) =>
  (await import('./portal.ts')).openPortal(options);

/** In addition to the journey's time, because a worker's first journey also loads the server. */
const openingMs = 120_000;

/** A journey with its own portal, database and sandbox. */
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

/** A journey that changes nothing. Many share one portal, which takes half a second to open. */
export const look = test.extend<Pick<World, 'portal'>>({
  portal: async ({ sharedPortal }, use) => {
    const before = await stateOf(sharedPortal);
    await use(sharedPortal);
    expect(await stateOf(sharedPortal)).toEqual(before);
  },
});

/** Checks for sideways scrolling, missing names, weak contrast and so on. */
export async function expectNoFaults(page: Page): Promise<void> {
  expect(await listFaults(page)).toEqual([]);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  // Less if there is a scrollbar.
  expect(overflow).toBeLessThanOrEqual(0);
}

export async function expectNoFaultsAtAnyWidth(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFaults(page);
  }
}
