import { expect, test } from 'vitest';
import { formatPhone } from './contact.tsx';

test('a North American phone number is formatted, any other stays international', () => {
  expect(formatPhone('+12025550102')).toBe('(202) 555-0102');
  expect(formatPhone('+442079460000')).toBe('+442079460000');
  expect(formatPhone('+120255501021')).toBe('+120255501021');
});
