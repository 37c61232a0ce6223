import { expect, test } from 'vitest';
import { createRequestKeys } from './request-key.ts';

test('a retried choice keeps its key', () => {
  const keys = createRequestKeys();
  expect(keys.keyFor(true)).toBe(keys.keyFor(true));
  expect(keys.keyFor(true)).toMatch(/^[\x21-\x7e]{8,64}$/);
});

test('going back to an earlier choice gets a new key', () => {
  const keys = createRequestKeys();
  const [yes, no, yesAgain] = [keys.keyFor(true), keys.keyFor(false), keys.keyFor(true)];
  expect(new Set([yes, no, yesAgain]).size).toBe(3);
});

test('the same choice gets a new key after it was saved', () => {
  const keys = createRequestKeys();
  const saved = keys.keyFor(true);
  keys.onSaved();
  expect(keys.keyFor(true)).not.toBe(saved);
});
