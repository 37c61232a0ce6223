import { expect, test } from 'vitest';
import { isReturnPath } from './return-path.ts';

test('a link may lead to a page for people who are signed in, with its query', () => {
  for (const path of ['/schedule', '/admin?tab=students&page=2', '/admin/classes/7']) {
    expect(isReturnPath(path), path).toBe(true);
  }
});

test.each([
  '/login',
  '/help',
  '/no-such-page',
  '/api/user',
  '//elsewhere.test/schedule',
  '/\\elsewhere.test',
  'https://elsewhere.test/schedule',
  '/schedule?a b',
  '/schedule?a=\t',
  '/schedule#part',
  'schedule',
  '',
  `/schedule?${'a'.repeat(300)}`,
])('no link leads to %j', (path) => {
  expect(isReturnPath(path)).toBe(false);
});
