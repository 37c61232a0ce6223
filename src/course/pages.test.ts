import { expect, test } from 'vitest';
import { makeupPath, PAGES } from './pages.ts';

test('the address of a makeup is the schedule, with the number of the class', () => {
  const { pathname, searchParams } = new URL(makeupPath(10), 'https://portal.test');
  expect([pathname, ...searchParams]).toEqual([PAGES.schedule, ['makeup', '10']]);
});
