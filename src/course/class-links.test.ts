import { expect, test } from 'vitest';
import { classOnSchedule, makeupPath } from './class-links.ts';
import { PAGES } from './pages.ts';
import { isReturnPath } from './return-path.ts';

test('the address of a makeup is the schedule, with the number of the class', () => {
  const { pathname, searchParams } = new URL(makeupPath(10), 'https://portal.test');
  expect([pathname, ...searchParams]).toEqual([PAGES.schedule, ['makeup', '10']]);
});

test('the address of a class is the schedule, with its number, and a login link may lead there', () => {
  expect(classOnSchedule(10)).toBe('/schedule?class=10');
  expect(isReturnPath(classOnSchedule(10))).toBe(true);
});
