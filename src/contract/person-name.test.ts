import { expect, test } from 'vitest';
import { contract } from './contract.ts';

const person = {
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'Byron',
  startDate: '2026-11-15',
  role: 'student',
};
const student = { ...person, role: undefined, textConsent: true };

function refusalOf(firstName: string): string | undefined {
  const { role: _none, ...edited } = { ...student, firstName };
  const [added, changed] = [
    contract.addPerson.body.safeParse({ ...person, firstName }),
    contract.editStudent.body.safeParse(edited),
  ].map(({ error }) => error?.issues[0]);
  expect(added?.message).toBe(changed?.message);
  if (added) expect(added.path).toEqual(['firstName']);
  return added?.message;
}

test('names in many scripts and styles are valid', () => {
  for (const name of [
    'St. John',
    'J.R.R.',
    'O’Neil',
    "O'Neil",
    'Anne-Marie',
    'de la Cruz',
    'J.R. Smith III, Ph.D.',
    'X Æ A-12',
    'Zoë "Z" \\ O’Neil',
    '<b>Łukasz</b>',
    '李小龍',
    'محمد بن سلمان',
    'נועה',
    'می‌خواهم',
    'Jr.Smith',
    'Dr. Top',
    'Sammy Davis Jr.',
    'Awwww.',
    'Jr.De',
    '7',
    '😀',
  ]) {
    expect(refusalOf(name), name).toBeUndefined();
  }
});

test('line separators, direction marks, and half surrogate pairs are rejected in a name', () => {
  const signs = ['\u0000', '\n', '\u2028', '\u2029', '\u200e', '\u200f', '\u061c', '\ud800'];
  const overrides = ['\u202a', '\u202b', '\u202c', '\u202d', '\u202e'];
  const isolates = ['\u2066', '\u2067', '\u2068', '\u2069'];
  for (const sign of [...signs, ...overrides, ...isolates]) {
    expect(refusalOf(`A${sign}da`), sign.codePointAt(0)?.toString(16)).toBe(
      'Please use letters, numbers and punctuation only',
    );
  }
});

test('a name with no visible character counts as missing', () => {
  for (const name of [
    '',
    ' ',
    '\u00a0\u3000',
    '\u200b',
    '\u200c\u200d',
    '\u2060\ufeff',
    '\u3164',
  ]) {
    expect(refusalOf(name), JSON.stringify(name)).toBe('First name is required');
  }
});

test('a name that contains a web address is rejected', () => {
  for (const name of [
    'http://evil.example',
    'HTTPS://evil.example/x',
    'Ada ftp://x',
    'see www.evil.example',
    'WWW.evil',
    'example.com/win',
    'bücher.example/win',
    'Ada evil.com',
    'Visit evil.example now',
    'evil.zip',
    'Evil.Academy',
    'bücher.example',
    'ada@evil.org',
    'ada@evil.example',
    'EVIL.COM',
    'Visit bit.ly',
    'Claim t.co',
    'example.co.uk',
    'evil.de',
    'evil。com',
    '192.0.2.1',
    'e\u200bvil.com',
    'ｗｗｗ．evil',
  ]) {
    expect(refusalOf(name), name).toBe('A name can’t contain a web address');
  }
});

test('a name that contains a phone number is rejected', () => {
  for (const name of [
    'call +1 900 555 1234 now',
    '(202) 555-0100',
    '5550100',
    '５５５－０１００',
  ]) {
    expect(refusalOf(name), name).toBe('A name can’t contain a phone number');
  }
});

test('a name has at most 100 characters', () => {
  expect(refusalOf('x'.repeat(100))).toBeUndefined();
  expect(refusalOf('x'.repeat(101))).toBe('Please use at most 100 characters');
});

test('a retreat’s description has at most 2,000 characters, its title 200', () => {
  const message = (title: string, description: string) =>
    contract.editRetreatRegistration.body.safeParse({
      retreatTitle: title,
      retreatDescription: description,
    }).error?.issues[0]?.message;
  expect(message('t'.repeat(200), 'd'.repeat(2000))).toBeUndefined();
  expect(message('t', 'd')).toBeUndefined();
  expect(message('t', 'd'.repeat(2001))).toBe('Please use at most 2000 characters');
  expect(message('t'.repeat(201), 'd')).toBe('Please use at most 200 characters');
  expect(message('t', '')).toBe('Description is required');
  expect(message('', 'd')).toBe('Title is required');
});
