import { defineConfig } from 'vitest/config';

/** Stryker runs tests in threads, where a test cannot change the zone of its process: the one that does is left out. */
export default defineConfig({
  test: {
    include: ['src/course/**/*.test.ts'],
    testTimeout: 60_000,
    testNamePattern: /^(?!.*the reader's own zone)/,
  },
});
