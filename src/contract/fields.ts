import * as z from 'zod/mini';
import { describeWrongDate, readCalendarDate } from '../course/calendar-date.ts';
import { canStartOn, readStartDate } from '../course/start-date.ts';

/** What a call answers to an id that cannot be anything's. */
export const noSuchThing = 'Not found';
/** The largest number that an id can have in the database. */
const largestId = 2_147_483_647;
export const someId = (sentence?: string) =>
  z.int(sentence).check(z.positive(), z.lte(largestId, noSuchThing));
export const id = someId();
/** An id as it stands in an address. */
export const pathId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/, noSuchThing)),
  z.pipe(z.transform(Number), id),
);
/** Which page of a list, as it stands in an address. */
export const pageNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'page is not a page number')),
  z.pipe(z.transform(Number), z.int()),
);
const maxChosen = 200;
/** The classes that somebody has chosen to do something with. */
export const chosenClasses = z
  .array(id)
  .check(
    z.minLength(1, 'Please choose a class'),
    z.maxLength(maxChosen, `Please choose at most ${maxChosen} classes`),
  );
const noDate = 'Please select a date';
/** A day, such as '2026-11-15'. */
export const calendarDate = z.string(noDate).check(
  z.refine((text) => readCalendarDate(text) !== null, {
    error: ({ input }) => describeWrongDate(String(input), noDate),
  }),
);
export const instant = z.iso.datetime({ offset: true });
export const message = z.object({ message: z.string() });

const mostNamed = 3;
const longestNamed = 40;

/** The caller chose these names, and may have sent thousands of any length. */
export function listUnknown(keys: string[]): string {
  const named = keys
    .slice(0, mostNamed)
    .map((key) => (key.length > longestNamed ? `${key.slice(0, longestNamed)}…` : key))
    .join(', ');
  return keys.length > mostNamed ? `${named} and ${keys.length - mostNamed} more` : named;
}

export const strangeCharacters = 'Please use ordinary letters and signs only';

const printable = /^[^\p{Cc}\p{Cs}]*$/u;
const printableLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

/**
 * Words somebody typed. Control characters are refused, because no name has one, and so are lone surrogates
 * (half a character), because PostgreSQL cannot store them.
 */
export const typedText = (longest: number, sentence?: string, allowed = printable) =>
  z
    .string(sentence)
    .check(
      z.trim(),
      z.maxLength(longest, `Please use at most ${longest} characters`),
      z.regex(allowed, strangeCharacters),
    );

export const requiredText = (sentence: string, longest = 200) =>
  typedText(longest, sentence).check(z.minLength(1, sentence));

export const requiredLines = (sentence: string, longest: number) =>
  typedText(longest, sentence, printableLines).check(z.minLength(1, sentence));

export const email = (sentence: string) =>
  z.string(sentence).check(
    z.trim(),
    z.maxLength(254, sentence),
    z.email({ error: sentence }),
    // The domain of people who were erased: somebody else with such an address would keep one from being erased.
    z.refine((text) => !text.toLowerCase().endsWith('@erased.invalid'), sentence),
  );

export const PHONE_INVALID = 'Please enter a valid phone number';

/** Too short for any country. What is long enough the server reads with the numbering plans of the world. */
const shortestPhone = 7;

/** May be empty. */
export const phone = typedText(40).check(
  z.refine((text) => text === '' || text.replace(/\D/g, '').length >= shortestPhone, PHONE_INVALID),
);

/** A day. An ISO date-time is taken too: its date part counts. */
export const startDate = (sentence: string) =>
  z.pipe(
    z.string(sentence),
    z.transform((text, context) => {
      const date = readStartDate(text);
      if (date !== null && canStartOn(date)) return date;
      const message = describeWrongDate(text, sentence);
      context.issues.push({ code: 'custom', message, input: text });
      return z.NEVER;
    }),
  );

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
