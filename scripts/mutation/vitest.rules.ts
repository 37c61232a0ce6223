import { defineConfig } from 'vitest/config';

/**
 * Stryker runs tests in threads, where a test can't change the time zone of its process. The test that does so is
 * excluded.
 */
export default defineConfig({
  test: {
    include: ['src/course/**/*.test.ts'],
    testTimeout: 60_000,
    testNamePattern: /^(?!.*the reader's own zone)/,
  },
});
