import { test as base, expect, type Locator, type Page } from '@playwright/test';
import { createServer } from 'vite';
import { browserLaunch } from '../../support/browser.ts';
import { expectNoFaults } from '../../support/journey.ts';

// Only the packaged browser draws the same pixels on every machine.
base.skip(!browserLaunch().env);

const test = base.extend<{ openGuide: (look: Look) => Promise<Page> }, { address: string }>({
  address: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads the dependencies off this pattern
    async ({}, use) => {
      const server = await createServer({ logLevel: 'error', server: { port: 0, watch: null } });
      await server.listen();
      await use(`${server.resolvedUrls?.local[0]}styleguide`);
      await server.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  openGuide: ({ page, address }, use) =>
    use(async ({ colorScheme, width }) => {
      await page.clock.setFixedTime('2026-12-01T00:10:00Z');
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'Sticky bar' })).toBeVisible();
      await page.evaluate('document.fonts.ready.then(() => true)');
      return page;
    }),
});

interface Look {
  colorScheme: 'light' | 'dark';
  width: 390 | 1280;
}

const looks: Look[] = [
  { colorScheme: 'light', width: 1280 },
  { colorScheme: 'light', width: 390 },
  { colorScheme: 'dark', width: 1280 },
];
const nameOf = ({ colorScheme, width }: Look) => `${colorScheme}-${width}`;

// Take screenshots at half size, to keep the files small.
test.use({ deviceScaleFactor: 0.5 });

for (const look of looks) {
  test(`no part of the style guide has changed, ${nameOf(look)}`, async ({ openGuide }) => {
    const page = await openGuide(look);
    await forceStates(page);
    // Only this page has more than one pager.
    await expectNoFaults(page, 'landmark-unique');
    await expect(page).toHaveScreenshot(`${nameOf(look)}.png`, { fullPage: true, scale: 'device' });
  });
}

const pseudoClasses = {
  hover: ['hover'],
  focus: ['focus', 'focus-visible'],
  active: ['hover', 'active'],
};

/** Puts many controls into a state at once, as the browser's developer tools can. */
async function forceStates(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('DOM.enable');
  await tools.send('CSS.enable');
  const { root } = await tools.send('DOM.getDocument');
  for (const [state, forcedPseudoClasses] of Object.entries(pseudoClasses)) {
    const selector = `[data-force=${state}] :is(a, button, input, select)`;
    const controls = await tools.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector });
    expect(controls.nodeIds.length).toBeGreaterThan(0);
    for (const nodeId of controls.nodeIds) {
      await tools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
    }
  }
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const press = (page: Page, name: string) => button(page, name).click();
const dialog = (page: Page) => page.getByRole('dialog');
const finder = (page: Page) => page.getByRole('textbox', { name: 'Find a student' });
const toast = (page: Page) => page.locator('[data-toasts] > *');

type Opening = (page: Page) => Promise<Locator>;

const openings: Record<string, Opening> = {
  confirmation: async (page) => {
    await press(page, 'Confirmation');
    return dialog(page);
  },
  'confirmation-failed': async (page) => {
    await press(page, 'Confirmation');
    await press(page, 'Cancel Class');
    await expect(dialog(page).getByRole('alert')).toBeVisible();
    return dialog(page);
  },
  form: async (page) => {
    await press(page, 'Form');
    await press(page, 'Preview');
    await dialog(page).getByLabel('Message', { exact: true }).fill('We start at 4:00 PM PT.');
    await page.keyboard.press('Escape');
    await expect(button(page, 'Discard')).toBeVisible();
    return dialog(page);
  },
  preview: async (page) => {
    await press(page, 'Form');
    await dialog(page).getByLabel('Subject').fill('See you on Tuesday');
    await dialog(page).getByLabel('Message', { exact: true }).fill('We start at 4:00 PM PT.');
    await press(page, 'Preview');
    await expect(dialog(page).getByText('Email to')).toBeVisible();
    return dialog(page);
  },
  facts: async (page) => {
    await press(page, 'Facts');
    return dialog(page);
  },
  failed: async (page) => {
    await press(page, 'Failed');
    return dialog(page);
  },
  menu: async (page) => {
    await press(page, 'Menu');
    await page.keyboard.press('End');
    return page.getByRole('menu');
  },
  popover: async (page) => {
    await button(page, 'Popover').hover();
    return page.locator('[data-radix-popper-content-wrapper]');
  },
  calendar: async (page) => {
    await page.getByRole('button', { name: /^Day, Tue/ }).click();
    await expect(button(page, 'Tuesday, Dec 1, 2026')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(button(page, 'Tuesday, Dec 8, 2026')).toBeFocused();
    await page.mouse.move(0, 0);
    return page.locator('[data-escapes-itself]');
  },
  people: async (page) => {
    await finder(page).fill('nora');
    await page.getByRole('radio', { name: 'Nora Lind' }).check();
    return page.getByRole('group', { name: 'People found' });
  },
  toast: async (page) => {
    await press(page, 'Toast');
    return toast(page);
  },
  'error-toast': async (page) => {
    await press(page, 'Error Toast');
    return toast(page);
  },
};

const closings: Record<string, (page: Page) => Promise<unknown>> = {
  form: (page) => press(page, 'Discard'),
  preview: async (page) => {
    await page.keyboard.press('Escape');
    await press(page, 'Discard');
  },
  people: (page) => finder(page).clear(),
  toast: (page) => press(page, 'Close'),
  'error-toast': (page) => press(page, 'Close'),
};
const pressEscape = (page: Page) => page.keyboard.press('Escape');

for (const look of looks) {
  test(`nothing that opens has changed, ${nameOf(look)}`, async ({ openGuide }) => {
    const page = await openGuide(look);
    for (const [name, open] of Object.entries(openings)) {
      const { [name]: close = pressEscape } = closings;
      const opened = await open(page);
      await expect
        .soft(opened)
        .toHaveScreenshot(`${nameOf(look)}-${name}.png`, { scale: 'device' });
      await close(page);
      await expect(opened).toBeHidden();
    }
    await press(page, 'Loading');
    const loading = page.locator('[data-part-loading] > *');
    await expect(loading).toHaveScreenshot(`${nameOf(look)}-loading.png`, { scale: 'device' });
  });
}
