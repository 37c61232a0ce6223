import { expect, test } from 'vitest';
import { countryOf, readPhone, showPhone } from './phone.ts';

test('a number is read in any format, and without a country code is American', () => {
  for (const typed of ['(202) 555-0107', '202-555-0107', '2025550107', '+1 202 555 0107']) {
    expect(readPhone(typed), typed).toBe('+12025550107');
  }
  expect(readPhone('+44 7911 123456')).toBe('+447911123456');
  expect(readPhone('+886 912 345 678')).toBe('+886912345678');
});

test('every number in the range reserved for fiction is valid', () => {
  for (let last = 100; last <= 199; last += 1) {
    expect(readPhone(`+1202555${last.toString().padStart(4, '0')}`)).not.toBeNull();
  }
});

test('a number with an extension is invalid, because no text could reach it', () => {
  expect(readPhone('+1 202 555 0180 ext 5')).toBeNull();
});

test('premium-rate numbers are invalid', () => {
  for (const typed of [
    '(900) 555-1234',
    '+44 909 879 0123',
    '+33 899 12 34 56',
    '+979 1 2345 6789',
  ]) {
    expect(readPhone(typed), typed).toBeNull();
  }
});

test('satellite and other numbers without a country are invalid', () => {
  for (const typed of [
    '+881 6 1234 5678',
    '+882 16 123 4567',
    '+883 5100 12345',
    '+870 773 111 632',
    '+808 1234 5678',
  ]) {
    expect(readPhone(typed), typed).toBeNull();
  }
});

test('input that is too short, too long, or not a number is invalid', () => {
  for (const typed of ['', '12', '+1234', '+1202555010712345', 'Ada']) {
    expect(readPhone(typed), typed).toBeNull();
  }
});

test('a number has its country, even if several countries share its prefix', () => {
  const countries = ['+12025550107', '+18762345678', '+447400123456', '+4915123456789'].map(
    countryOf,
  );
  expect(countries).toEqual(['US', 'JM', 'GB', 'DE']);
});

test('North American numbers have the national format, others the international one', () => {
  const shown = ['+12025550107', '+18762345678', '+442079460018', '+4930901820'].map(showPhone);
  expect(shown).toEqual(['(202) 555-0107', '(876) 234-5678', '+44 20 7946 0018', '+49 30 901820']);
});
