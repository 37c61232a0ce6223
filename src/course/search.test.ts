import { expect, test } from 'vitest';
import { foldText, isFound, PLAIN_LETTERS, readSearch, searchableText } from './search.ts';

const tomas = {
  firstName: 'Tomás',
  lastName: 'O’Ibarra',
  email: 'transfer@demo.test',
  phone: '+12025550102',
};
const finds = (
  typed: string,
  person: typeof tomas | (Omit<typeof tomas, 'phone'> & { phone: null }) = tomas,
) => isFound(readSearch(typed), searchableText(person), person.phone);

test('accents and capitals make no difference, in the search or in a name', () => {
  for (const typed of ['tomas', 'TOMÁS', 'Toma\u0301s', "o'ibarra"]) {
    expect(finds(typed), typed).toBe(true);
  }
  expect(finds('thomas')).toBe(false);
});

test('letters without a decomposition match their common spelling', () => {
  for (const [name, typed] of [
    ['Søren', 'soren'],
    ['Łukasz', 'lukasz'],
    ['Weiß', 'weiss'],
    ['Æsa', 'aesa'],
  ] as const) {
    expect(foldText(name), name).toBe(typed);
  }
});

test('folding is idempotent', () => {
  for (const [letter] of PLAIN_LETTERS) {
    expect(foldText(foldText(letter)), letter).toBe(foldText(letter));
  }
});

test('every word has to match, in any order and field, and none spans two fields', () => {
  expect(finds(' transfer@  tomas ')).toBe(true);
  expect(finds('tomas bell')).toBe(false);
  expect(finds("tomaso'ibarra")).toBe(false);
  expect(finds('  ')).toBe(true);
});

test('a phone number matches in any format, and by a part of it', () => {
  for (const typed of [
    '202 555 0102',
    '(202) 555-0102',
    '+1 202.555.0102',
    '001 202/555',
    '0102',
  ]) {
    expect(finds(typed), typed).toBe(true);
  }
  expect(finds('202 555 0103')).toBe(false);
  expect(finds('tomas 0102')).toBe(true);
  const unreachable = { ...tomas, phone: null };
  expect(finds('202 555 0102', unreachable)).toBe(false);
});

test('fewer than three digits count as an ordinary word', () => {
  expect(readSearch('02')).toEqual({ words: ['02'], digits: null });
  expect(readSearch('5 5').words).toEqual(['5', '5']);
});

test('digits in an email match, even if they look like a phone number', () => {
  expect(finds('1984', { ...tomas, email: 'tomas.1984@demo.test' })).toBe(true);
});
