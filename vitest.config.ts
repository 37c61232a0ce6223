import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The rules must say the same whatever the zone of the machine. Where that is the course's own, a mistake would not show. */
const zones = ['UTC', 'Pacific/Auckland'];

/** Far above what a test takes, because a busy machine is no fault of the portal's. */
const testTimeout = 60_000;

/** Each file has a portal of its own, so they need not load all of the server's modules anew as well. */
const isolate = false;

const serverTests = '{src/{server,sandbox,demo},tests/portal}/**/*.test.ts';
/** By nature: they start programs, hammer races or wait for time to pass. `npm run test:slow` has them. */
const slowTests = '{src,tests}/**/*.slow.test.ts';
const onServer = {
  globalSetup: 'tests/support/for-vitest.ts',
  testTimeout,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000 } },
  isolate,
};

export default defineConfig({
  test: {
    reporters: ['default', ...(process.env.TALLY ? ['./tests/support/tally.ts'] : [])],
    // The server's tests wait for their database more than they compute.
    maxWorkers: 4,
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
        // As people get it: React's development build takes three times as long.
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
          include: [slowTests],
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
