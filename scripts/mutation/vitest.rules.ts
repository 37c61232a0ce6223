import { defineConfig } from 'vitest/config';

/** Stryker runs tests in threads, where a test can't change the process's time zone, so we skip the one that does. */
export default defineConfig({
  test: {
    include: ['src/course/**/*.test.ts'],
    testTimeout: 60_000,
    testNamePattern: /^(?!.*the reader's own zone)/,
  },
});
