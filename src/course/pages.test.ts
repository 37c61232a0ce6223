import { expect, test } from 'vitest';
import {
  auditOf,
  chooseAgainPath,
  classOnSchedule,
  makeupPath,
  PAGES,
  PAST_CLASSES,
  pageAt,
  pathOfClass,
  pathOfPerson,
} from './pages.ts';
import { isReturnPath } from './redirects.ts';

test('a class has its own page, found by its path', () => {
  expect(pathOfClass(7)).toBe('/admin/classes/7');
  expect(pageAt('/admin/classes/7')).toBe(PAGES.class);
  expect(pageAt('/admin/classes/7/guests')).toBeUndefined();
});

test('every other page is found by its path, and an unknown path finds none', () => {
  for (const page of Object.values(PAGES)) expect(pageAt(page)).toBe(page);
  for (const path of ['/admin/7', '/nowhere', '']) expect(pageAt(path)).toBeUndefined();
});

test('past classes are a view of the classes page', () => {
  expect(PAST_CLASSES).toBe('/admin/classes?view=past');
});

test('a new time for a canceled class is picked on the schedule', () => {
  expect(chooseAgainPath(7)).toBe('/schedule?choose=7');
});

test('a person has their own page, and the audit log can be filtered by person or class', () => {
  expect(pageAt(pathOfPerson(7))).toBe(PAGES.person);
  expect(pathOfPerson(7)).toBe('/admin/people/7');
  expect(auditOf('person', 7)).toBe('/admin/audit?person=7');
  expect(auditOf('class', 9)).toBe('/admin/audit?class=9');
});

test('a link can lead to a signed-in page with its query', () => {
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

test('the address of a makeup is the schedule with the class number', () => {
  const { pathname, searchParams } = new URL(makeupPath(10), 'https://portal.test');
  expect([pathname, ...searchParams]).toEqual([PAGES.schedule, ['makeup', '10']]);
});

test('the address of a class is the schedule with its number, and a login link can lead there', () => {
  expect(classOnSchedule(10)).toBe('/schedule?class=10');
  expect(isReturnPath(classOnSchedule(10))).toBe(true);
});
