import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { declinePlan, forgetPlan, hasDeclinedPlan, keepPlan, readPlan } from './kept-plan.ts';

const classes = [{ classNumber: 6, slot: null }];
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a kept plan is returned only for its key, until it is dropped', () => {
  expect(readPlan('7 at noon')).toBeNull();
  keepPlan('7 at noon', classes);
  expect(readPlan('7 at noon')).toEqual(classes);
  expect(readPlan('7 at one')).toBeNull();
  forgetPlan();
  expect(readPlan('7 at noon')).toBeNull();
});

test('an invalid stored plan is ignored', () => {
  for (const text of ['{"of":"7 at noon"}', '{', '7', 'null']) {
    stored.set('plan', text);
    expect(readPlan('7 at noon')).toBeNull();
  }
});

test('declining the plan counts only for that student', () => {
  expect(hasDeclinedPlan(7)).toBe(false);
  declinePlan(7);
  expect([hasDeclinedPlan(7), hasDeclinedPlan(8)]).toEqual([true, false]);
});

test('a browser without storage offers the plan each time', () => {
  vi.stubGlobal('sessionStorage', undefined);
  keepPlan('7 at noon', classes);
  declinePlan(7);
  expect([readPlan('7 at noon'), hasDeclinedPlan(7)]).toEqual([null, false]);
});
