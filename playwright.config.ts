import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/browser.ts';

const slow = '**/*.slow.journey.ts';

export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'gate', testMatch: '**/*.journey.ts', testIgnore: slow },
    // These check layout and rare situations. `npm run test:slow` runs them.
    { name: 'slow', testMatch: slow },
  ],
  globalSetup: './tests/support/for-playwright.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Journeys spend some of their time waiting, so it takes four to keep two cores busy.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  // Both limits are far longer than a journey takes, so that a busy machine doesn't make one fail.
  timeout: 60_000,
  // A pixel counts as changed if its color differs visibly. A few may, where letters are smoothed.
  expect: { timeout: 15_000, toHaveScreenshot: { threshold: 0.02, maxDiffPixels: 20 } },
  snapshotPathTemplate: '{testDir}/{testFileDir}/style-guide/{arg}{ext}',
  reporter: [['list'], ...(process.env.TALLY ? [['./tests/support/tally.ts'] as const] : [])],
  use: {
    launchOptions: browserLaunch(),
    viewport: { width: 1280, height: 800 },
    // Tracing would make every journey a fifth slower. To get a trace of one, run it with `--trace on`.
    screenshot: 'only-on-failure',
    // A service worker would hide requests from journeys that respond to them. Only offline.slow.journey.ts has one.
    serviceWorkers: 'block',
    // Animations take a sixth of the browser's time. Only schedule.journey.ts turns them on.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  },
});
