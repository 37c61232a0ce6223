import { expect, test } from 'vitest';
import { formatPhone } from './format-phone.ts';

test('a number of North America is written as it is there, any other as it is dialled', () => {
  expect(formatPhone('+12025550102')).toBe('(202) 555-0102');
  expect(formatPhone('+442079460000')).toBe('+442079460000');
  expect(formatPhone('+120255501021')).toBe('+120255501021');
});
