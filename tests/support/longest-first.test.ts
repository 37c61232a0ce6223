import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { longFiles } from './longest-first.ts';

test('every file that is said to take long is there', () => {
  expect(longFiles.filter((file) => !existsSync(file))).toEqual([]);
});
