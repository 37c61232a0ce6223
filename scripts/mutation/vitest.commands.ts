import { defineConfig } from 'vitest/config';

const folders = (process.env.MUTATED_FOLDERS ?? '').split(',');

export default defineConfig({
  test: {
    include: folders.map((folder) => `${folder}/*.test.ts`),
    // These tests take minutes per mutant, and others find the same bugs.
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
