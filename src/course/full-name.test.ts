import { expect, test } from 'vitest';
import { fullName } from './full-name.ts';

test('a full name is the first name and the last name', () => {
  expect(fullName({ firstName: 'Nora', lastName: 'Lindqvist' })).toBe('Nora Lindqvist');
});
