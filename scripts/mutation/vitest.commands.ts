import { defineConfig } from 'vitest/config';

/** The tests related to the mutated commands, run on the server that `scripts/mutate.ts` has started. */
const folders = (process.env.MUTATED_FOLDERS ?? '').split(',');

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/*.test.ts`),
    // These tests of races and crowds take minutes per mutant, and the other tests find the same mutants.
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
