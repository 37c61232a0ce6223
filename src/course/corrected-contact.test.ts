import { expect, test } from 'vitest';
import { effectOfCorrection } from './corrected-contact.ts';

const nora = { email: 'nora@example.org', phone: '+12025550103', hasSignedIn: false };
const effect = (change: Partial<typeof nora>, hasSignedIn = false) =>
  effectOfCorrection({ ...nora, hasSignedIn }, { ...nora, ...change });

test('a new email or phone number sends a new welcome, or signs out a person who has signed in', () => {
  for (const change of [
    { email: 'other@example.org' },
    { phone: '(202) 555-0104' },
    { phone: '' },
  ]) {
    expect(effect(change)).toBe('welcomed-again');
    expect(effect(change, true)).toBe('signed-out');
  }
});

test('the same email and number in another format change nothing', () => {
  for (const phone of ['(202) 555-0103', '1 202 555 0103', '+1 (202) 555-0103']) {
    expect(effect({ email: ' Nora@Example.org ', phone })).toBe('none');
  }
  const british = { ...nora, phone: '+442079460018' };
  expect(effectOfCorrection(british, { ...nora, phone: '+44 20 7946 0018' })).toBe('none');
  expect(effectOfCorrection({ ...nora, phone: null }, { ...nora, phone: '' })).toBe('none');
});
