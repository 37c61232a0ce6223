import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { DemoEmail } from '../../src/demo/people.ts';
import { listFaults } from './page-faults.ts';
import type { Portal } from './portal.ts';
import { stateOf } from './portal-state.ts';

export { expect } from '@playwright/test';

interface World {
  /** Settings in which the portal of a story differs from the demo's. */
  environment: Record<string, string>;
  /** Whether the story begins with an empty database. */
  isEmpty: boolean;
  portal: Portal;
  /** A page in a browser of its own, signed in as somebody of the demo. */
  signedInAs(email: DemoEmail): Promise<Page>;
}

interface WorkerWorld {
  sharedPortal: Portal;
}

// Loaded when it is needed: to list the stories, the runner has no use for a server.
const openPortal = async (options: Partial<Pick<World, 'environment' | 'isEmpty'>> = {}) =>
  (await import('./portal.ts')).openPortal(options);

/** Apart from the time of the story: the first of a worker loads the server as well. */
const openingMs = 120_000;

/** A story told in the browser. Each has a portal, a database and a sandbox of its own. */
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

/**
 * A story of somebody who only looks, or is refused. Many share one portal, which takes half a second to
 * open; so each has to leave it as it was.
 */
export const look = test.extend<Pick<World, 'portal'>>({
  portal: async ({ sharedPortal }, use) => {
    const before = await stateOf(sharedPortal);
    await use(sharedPortal);
    expect(await stateOf(sharedPortal)).toEqual(before);
  },
});

/** Sideways scrolling, missing names, weak contrast: what a machine can tell of a page's faults. */
export async function expectNoFaults(page: Page): Promise<void> {
  expect(await listFaults(page)).toEqual([]);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  // Less where room is kept for a scrollbar.
  expect(overflow).toBeLessThanOrEqual(0);
}

export async function expectNoFaultsAtAnyWidth(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expectNoFaults(page);
  }
}
