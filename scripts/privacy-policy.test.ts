import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { policyMark } from './policy-page.ts';

const pdf = readFileSync('src/web/public/privacy-policy.pdf').toString('latin1');

test('the privacy policy’s PDF was made from its current text', () => {
  // If this test fails, run: npm run make-privacy-policy
  expect(pdf).toContain(policyMark());
});

test('the privacy policy’s PDF is tagged and has a language and title', () => {
  expect(pdf).toMatch(/\/Marked true/);
  expect(pdf).toMatch(/\/StructTreeRoot/);
  expect(pdf).toMatch(/\/Lang \(en\)/);
  expect(pdf).toMatch(/\/Title \(Privacy Policy\)/);
  expect(pdf).toMatch(/\/Outlines/);
});
