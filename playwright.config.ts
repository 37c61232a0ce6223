import { defineConfig } from '@playwright/test';
import { browserLaunch } from './tests/support/browser.ts';

const slow = '**/*.slow.journey.ts';

export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'gate', testMatch: '**/*.journey.ts', testIgnore: slow },
    // Looks and odd circumstances, which `npm run test:slow` has.
    { name: 'slow', testMatch: slow },
  ],
  globalSetup: './tests/support/for-playwright.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // A story waits now and then; four keep two cores busy.
  workers: 4,
  forbidOnly: Boolean(process.env.CI),
  // Both are far above what a story takes, because a busy machine is no fault of the portal's.
  timeout: 60_000,
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(process.env.TALLY ? [['./tests/support/tally.ts'] as const] : [])],
  use: {
    launchOptions: browserLaunch(),
    viewport: { width: 1280, height: 800 },
    // A trace costs a fifth of the time of every story; `--trace on` keeps one of the story in question.
    screenshot: 'only-on-failure',
    // Animations take a sixth of the browser's time; schedule.journey.ts has them.
    contextOptions: { reducedMotion: 'reduce' },
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  },
});
