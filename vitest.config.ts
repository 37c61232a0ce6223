import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import LongestFirst from './tests/support/longest-first.ts';

/** The rules must say the same whatever the zone of the machine, so they are tested in three. */
const zones = ['UTC', 'America/Los_Angeles', 'Pacific/Auckland'];

/** Far above what a test takes, because a busy machine is no fault of the portal's. */
const testTimeout = 60_000;

/** Each file has a portal of its own, so they need not load all of the server's modules anew as well. */
const isolate = false;

export default defineConfig({
  test: {
    // The server's tests wait for their database more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
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
          isolate,
        },
      },
      { test: { name: 'web', include: ['src/web/**/*.test.ts'], isolate } },
      {
        plugins: [react()],
        test: {
          name: 'components',
          include: ['src/web/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: 'src/web/testing/setup.ts',
          testTimeout,
          unstubGlobals: true,
        },
      },
      {
        test: {
          name: 'server',
          include: ['{src/{server,sandbox,demo},tests/portal}/**/*.test.ts'],
          globalSetup: 'tests/support/for-vitest.ts',
          testTimeout,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 30_000 } },
          isolate,
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
