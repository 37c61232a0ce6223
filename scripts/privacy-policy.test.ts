import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { policyMark } from './policy-page.ts';

const pdf = readFileSync('src/web/public/privacy-policy.pdf').toString('latin1');

test('the privacy policy that is served was made from the text that is written', () => {
  // npm run make-privacy-policy
  expect(pdf).toContain(policyMark());
});

test('the privacy policy can be read aloud: it is tagged and says its language and title', () => {
  expect(pdf).toMatch(/\/Marked true/);
  expect(pdf).toMatch(/\/StructTreeRoot/);
  expect(pdf).toMatch(/\/Lang \(en\)/);
  expect(pdf).toMatch(/\/Title \(Privacy Policy\)/);
  expect(pdf).toMatch(/\/Outlines/);
});
