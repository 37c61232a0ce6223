import { defineConfig } from 'vitest/config';

/**
 * Stryker runs tests in threads, where a test cannot change the process's time zone, so the one that does is skipped.
 */
export default defineConfig({
  test: {
    include: ['src/course/**/*.test.ts'],
    testTimeout: 60_000,
    testNamePattern: /^(?!.*the reader's own zone)/,
  },
});
