import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/**
 * The rules must give the same results in any time zone. In Pacific time, some mistakes wouldn't show. The gate runs them
 * in Auckland's, because most servers and their tests run in UTC.
 */
const zones = ['UTC', 'Pacific/Auckland'];

/** Far longer than a test takes, so that a busy machine doesn't make one fail. */
const testTimeout = 60_000;

/** Each file opens its own portal, so the files can share loaded modules, which saves time. */
const isolate = false;

const serverTests = '{src/{server,sandbox,demo},tests/portal}/**/*.test.ts';
/** These start programs, provoke races or wait for time to pass. `npm run test:slow` runs them. */
const slowTests = '{src,tests}/**/*.slow.test.ts';
/** The slow run repeats the races in these more often. */
const races = [
  'src/server/accounts/{account,codes,staff-links}.test.ts',
  'src/server/messages/text-consent/consent.test.ts',
  'src/server/people/staff/zoom-user.test.ts',
  'src/server/retreats/{matching,webhook}.test.ts',
  'src/server/timetable/canceling/at-once.test.ts',
];
const onServer = {
  globalSetup: 'tests/support/for-vitest.ts',
  testTimeout,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  isolate,
  // These tests spend more time waiting for their database than computing.
  maxWorkers: 4,
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  test: {
    reporters: ['default', ...(process.env.TALLY ? ['./tests/support/tally.ts'] : [])],
    maxWorkers: 2,
    projects: [
      ...zones.map((zone) => ({
        test: {
          name: `rules in ${zone}`,
          include: ['src/course/**/*.test.ts'],
          env: { TZ: zone },
          testTimeout,
          isolate,
        },
      })),
      {
        test: {
          name: 'contract',
          include: ['{src/contract,scripts,tests/support}/**/*.test.ts'],
          globalSetup: 'tests/support/build-web.ts',
          testTimeout,
          isolate,
        },
      },
      { test: { name: 'web', include: ['src/web/**/*.test.ts'], isolate } },
      {
        plugins: [react()],
        // Use React's production build, as users do, because the development build takes three times as long.
        oxc: { jsx: { development: false } },
        resolve: { alias: { 'lucide-react': 'lucide-react/dist/cjs/lucide-react.js' } },
        test: {
          name: 'components',
          env: { NODE_ENV: 'production' },
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: 'src/web/testing/setup.ts',
          testTimeout,
          unstubGlobals: true,
          restoreMocks: true,
          isolate,
        },
      },
      { test: { name: 'server', include: [serverTests], exclude: [slowTests], ...onServer } },
      {
        test: {
          ...onServer,
          name: 'slow',
          include: [slowTests, ...races],
          env: { ROUNDS: '6' },
          globalSetup: ['tests/support/build-server.ts', 'tests/support/for-vitest.ts'],
        },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/course/**'],
      thresholds: { branches: 100, lines: 100, functions: 100, statements: 100 },
    },
  },
});
