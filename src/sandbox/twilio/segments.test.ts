import { expect, test } from 'vitest';
import { countSegments } from './segments.ts';

test.each([
  ['160 plain characters', 'a'.repeat(160), 1],
  ['161 plain characters', 'a'.repeat(161), 2],
  ['306 plain characters', 'a'.repeat(306), 2],
  ['307 plain characters', 'a'.repeat(307), 3],
  ['accented letters in GSM-7', 'éüñÅß'.repeat(32), 1],
  ['80 extension characters, two places each', '€'.repeat(80), 1],
  ['81 extension characters', '€'.repeat(81), 2],
  ['an extension character at a segment boundary', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
  ['70 non-GSM letters', 'ã'.repeat(70), 1],
  ['71 non-GSM letters', 'ã'.repeat(71), 2],
  ['134 non-GSM letters', 'ã'.repeat(134), 2],
  ['135 non-GSM letters', 'ã'.repeat(135), 3],
  ['one non-GSM letter among plain ones', `${'a'.repeat(70)}ã`, 2],
  ['35 emoji, two places each', '🙂'.repeat(35), 1],
])('counts the segments of %s', (_what, body, segments) => {
  expect(countSegments(body)).toBe(segments);
});
