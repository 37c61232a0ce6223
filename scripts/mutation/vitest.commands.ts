import { defineConfig } from 'vitest/config';

/** The tests near the commands that are mutated, on the server that `scripts/mutate.ts` has started. */
const folders = (process.env.MUTATED_FOLDERS ?? '').split(',');

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/*.test.ts`),
    // Minutes of races and crowds for each mutant, which the other tests find as well.
    exclude: [
      'at-once',
      'thousand',
      'nodes',
      'lost-connections',
      'lock-order',
      'idle',
      'slow-vendors',
    ].map((name) => `**/${name}.test.ts`),
    testTimeout: 40_000,
    hookTimeout: 30_000,
  },
});
