import * as z from 'zod/mini';
import { requiredText, strangeCharacters } from './typed-fields.ts';

/**
 * Characters that break a line or turn the direction of what follows: in a list or a mail they would change
 * the text around the name. Joiners (U+200C, U+200D) are not among them: Persian and Indian names have them.
 */
const layoutControl = /[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const zeroWidth = /\p{Default_Ignorable_Code_Point}/gu;
/** What leaves no ink: spaces and the blank Braille pattern; fillers are gone with the zero-width ones. */
const blank = /^[\p{White_Space}\u2800]*$/u;

/** Mail programs make links of these by themselves, with or without a scheme in front. */
const webAddresses = [
  /\p{L}:\/\//u,
  /(?<![\p{L}\p{N}])www\./iu,
  /[\p{L}\p{N}-]\.\p{L}{2,}\//u,
  // Nobody writes a name in small letters right after a dot, nor right after the dot of a longer word: "Jr.De" is no address.
  /[\p{L}\p{N}-]\.\p{Ll}{2,}/u,
  /[\p{L}\p{N}-]{4,}\.\p{L}{2,}/u,
  /[\p{L}\p{N}-]\.(?:com|net|org)(?![\p{L}\p{N}])/iu,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  // An email address, which becomes a link as well.
  /@/,
];
/** Phones make links of these. */
const phoneNumber = /(?:\d[\s().+/-]*){7}/;

/** As a reader sees it: full-width letters are ordinary ones, and what has no width is gone. */
const asSeen = (name: string) =>
  name.normalize('NFKC').replace(zeroWidth, '').replaceAll('。', '.');

const longestName = 100;

/** The first or last name of a person, as staff type it. It stands in lists and in mails to that person. */
export const personName = (missing: string) =>
  requiredText(missing, longestName).check(
    z.refine((name) => !layoutControl.test(name), strangeCharacters),
    z.refine((name) => !blank.test(asSeen(name)), missing),
    z.refine(
      (name) => !webAddresses.some((pattern) => pattern.test(asSeen(name))),
      'A name cannot contain a web address',
    ),
    z.refine((name) => !phoneNumber.test(asSeen(name)), 'A name cannot contain a phone number'),
  );
