import { expect, test } from 'vitest';
import { staffConsentProblem } from './staff-consent.ts';

test('staff may turn texts on for somebody with a number who has not said no', () => {
  expect(staffConsentProblem({ hasPhone: true, textRefusal: null })).toBeNull();
});

test('a no of the person’s own is theirs to take back, with or without a number', () => {
  for (const textRefusal of ['reply', 'page'] as const) {
    expect(staffConsentProblem({ hasPhone: true, textRefusal })).toBe(textRefusal);
    expect(staffConsentProblem({ hasPhone: false, textRefusal })).toBe(textRefusal);
  }
});

test('without a number nobody can receive texts', () => {
  expect(staffConsentProblem({ hasPhone: false, textRefusal: null })).toBe('no phone');
});
