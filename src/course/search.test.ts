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

test('accents and capitals make no difference, in what is typed or in a name', () => {
  for (const typed of ['tomas', 'TOMÁS', 'Toma\u0301s', "o'ibarra"]) {
    expect(finds(typed), typed).toBe(true);
  }
  expect(finds('thomas')).toBe(false);
});

test('letters without a decomposition are found as they are typed elsewhere', () => {
  for (const [name, typed] of [
    ['Søren', 'soren'],
    ['Łukasz', 'lukasz'],
    ['Weiß', 'weiss'],
    ['Æsa', 'aesa'],
  ] as const) {
    expect(foldText(name), name).toBe(typed);
  }
});

test('folding twice changes nothing more', () => {
  for (const [letter] of PLAIN_LETTERS) {
    expect(foldText(foldText(letter)), letter).toBe(foldText(letter));
  }
});

test('every word has to be found, in any order and field, and none reaches over two fields', () => {
  expect(finds(' transfer@  tomas ')).toBe(true);
  expect(finds('tomas bell')).toBe(false);
  expect(finds("tomaso'ibarra")).toBe(false);
  expect(finds('  ')).toBe(true);
});

test('a phone number is found in whichever way it is written, and by a part of it', () => {
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

test('fewer than three digits are a word like any other', () => {
  expect(readSearch('02')).toEqual({ words: ['02'], digits: null });
  expect(readSearch('5 5').words).toEqual(['5', '5']);
});

test('the digits of an email are found, although they may be those of a phone', () => {
  expect(finds('1984', { ...tomas, email: 'tomas.1984@demo.test' })).toBe(true);
});
