/** Characters that Unicode doesn’t decompose, and what people type instead. */
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

const accents = /[\u0300-\u036f]/g;
const plainOf = new Map(PLAIN_LETTERS);
const otherLetters = new RegExp(`[${[...plainOf.keys()].join('')}]`, 'g');

/** Turns both 'Tomás' and 'TOMAS' into 'tomas'. The SQL function `fold_text` does the same. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(accents, '')
    .toLowerCase()
    .replace(otherLetters, (letter) => plainOf.get(letter) as string);
}

export interface Search {
  readonly words: readonly string[];
  /** Null unless the query could be part of a phone number. */
  readonly digits: string | null;
}

const FEWEST_DIGITS = 3;

export function readSearch(typed: string): Search {
  const words = foldText(typed).split(/\s+/).filter(Boolean);
  if (!/^[+\d\s().\-/]+$/.test(typed)) return { words, digits: null };
  // Remove leading zeros, because we store numbers with the country code instead.
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '');
  return { words, digits: digits.length >= FEWEST_DIGITS ? digits : null };
}

/** The caller must have run `text` through `foldText`. */
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

/** Separates the fields with line breaks, so that a word can’t match across two of them. */
export function searchableText({ firstName, lastName, email, phone }: Searchable): string {
  return foldText([firstName, lastName, email, phone].filter(Boolean).join('\n'));
}
