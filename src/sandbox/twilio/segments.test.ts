import { expect, test } from 'vitest';
import { countSegments } from './segments.ts';

test.each([
  ['160 plain characters', 'a'.repeat(160), 1],
  ['161 of them', 'a'.repeat(161), 2],
  ['306', 'a'.repeat(306), 2],
  ['307', 'a'.repeat(307), 3],
  ['letters of the alphabet with accents', 'éüñÅß'.repeat(32), 1],
  ['80 of the extension, two places each', '€'.repeat(80), 1],
  ['81 of it', '€'.repeat(81), 2],
  ['one of it that would be torn apart', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 of other letters', 'ã'.repeat(70), 1],
  ['71', 'ã'.repeat(71), 2],
  ['134', 'ã'.repeat(134), 2],
  ['135', 'ã'.repeat(135), 3],
  ['one other letter among plain ones', `${'a'.repeat(70)}ã`, 2],
  ['35 pictures, two places each', '🙂'.repeat(35), 1],
])('%s are paid for as they should be', (_what, body, segments) => {
  expect(countSegments(body)).toBe(segments);
});
