import { expect, test } from 'vitest';
import { mergeNewer } from './use-version.tsx';

const before = { firstName: 'Ada', lastName: 'Byron', phone: '' };

test('of two edits, what was typed stays and what was left alone takes the newer value', () => {
  const typed = { ...before, lastName: 'Lovelace' };
  const now = { ...before, firstName: 'Augusta' };
  expect(mergeNewer(before, typed, now)).toEqual({
    firstName: 'Augusta',
    lastName: 'Lovelace',
    phone: '',
  });
});

test('where both have changed the same field, what was typed stays', () => {
  const typed = { ...before, phone: '+12025550101' };
  const now = { ...before, phone: '+12025550102' };
  expect(mergeNewer(before, typed, now).phone).toBe('+12025550101');
});
