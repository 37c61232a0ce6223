/** How people are found by what staff type of them. The lists of students and alumni follow the same rules. */

/** Letters and signs that are typed in another way, besides those with accents. */
export const PLAIN_LETTERS: readonly (readonly [letter: string, plain: string])[] = [
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ß', 'ss'],
  ['’', "'"],
];

/** Accents, as Unicode's decomposition puts them behind their letter. PostgreSQL reads the same range. */
export const ACCENTS = '[\u0300-\u036f]';

const accents = new RegExp(ACCENTS, 'g');
const plainOf = new Map(PLAIN_LETTERS);
const otherLetters = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'g');

/** 'Tomás' and 'TOMAS' as 'tomas'. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(accents, '')
    .toLowerCase()
    .replace(otherLetters, (letter) => plainOf.get(letter) as string);
}

export interface Search {
  /** Each of them has to be somewhere in what is searched, folded. */
  readonly words: readonly string[];
  /** Where a phone number or a part of one is typed: the digits that have to follow each other in it. */
  readonly digits: string | null;
}

const FEWEST_DIGITS = 3;

export function readSearch(typed: string): Search {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  if (!/^[+\d\s().\-/]+$/.test(typed)) return { words, digits: null };
  // Stored with its country code: neither '00' in front of that nor '0' in front of a city is part of it.
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return { words, digits: digits.length >= FEWEST_DIGITS ? digits : null };
}

/** `text` is folded already: it is searched many times. */
export function isFound({ words, digits }: Search, text: string, phone: string | null): boolean {
  if (digits !== null && phone?.includes(digits)) return true;
  return words.every((word) => text.includes(word));
}

export interface Searchable {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly phone: string | null;
}

/** No word reaches from one field into the next. */
export function searchableText({ firstName, lastName, email, phone }: Searchable): string {
  return foldText([firstName, lastName, email, phone].filter(Boolean).join('\n'));
}
