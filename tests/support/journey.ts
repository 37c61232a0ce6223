import AxeBuilder from '@axe-core/playwright';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import type { CastEmail } from '../../src/demo/cast.ts';
import { openPortal, type Portal } from './portal.ts';

export { expect } from '@playwright/test';

interface World {
  portal: Portal;
  /** A page in a browser of its own, signed in as somebody of the demo. */
  signedInAs(email: CastEmail): Promise<Page>;
}

/** A story told in the browser. Each has a portal, a database and a sandbox of its own. */
export const test = base.extend<World>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies off this pattern
  portal: async ({}, use) => {
    await using portal = await openPortal();
    await use(portal);
  },
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

/** Sideways scrolling, missing names, weak contrast: what a machine can tell of a page's faults. */
export async function expectNoFaults(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const faults = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect(faults).toEqual([]);
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  expect(overflow).toBe(0);
}
