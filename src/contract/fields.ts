import * as z from 'zod/mini';
import { type CalendarDate, describeWrongDate, readCalendarDate } from '../course/calendar-date.ts';
import { canStartOn, readStartDate } from '../course/start-date.ts';

export const noSuchThing = 'Not found';
/** The largest value that PostgreSQL’s `integer` type can hold. */
export const LARGEST_ID = 2_147_483_647;
export const someId = (sentence?: string) =>
  z.int(sentence).check(z.positive(), z.lte(LARGEST_ID, noSuchThing));
export const id = someId();
export const numberInUrl = (pattern: RegExp, sentence: string, number = z.int()) =>
  z.pipe(z.string().check(z.regex(pattern, sentence)), z.pipe(z.transform(Number), number));
export const pathId = numberInUrl(/^[1-9]\d{0,9}$/, noSuchThing, id);
/** `noneChosen` is the error for an empty list. `noun` ends the error for a list that’s too long. */
export const chosenIds = (most: number, noneChosen: string, noun: string) =>
  z
    .array(someId(noneChosen))
    .check(z.minLength(1, noneChosen), z.maxLength(most, `Please choose at most ${most} ${noun}`));
export const chosenClasses = chosenIds(200, 'Please choose a class', 'classes');
const noDate = 'Please select a date';
export const dateText = (read: (text: string) => CalendarDate | null) =>
  z.string(noDate).check(
    z.refine((text) => read(text) !== null, {
      error: ({ input }) => describeWrongDate(String(input), noDate),
    }),
  );
export const calendarDate = dateText(readCalendarDate);
export const byId = z.object({ id: pathId });
/** Handlers can return a `Date`, which we send as an ISO string. */
export const instant = z.pipe(
  z.transform((time: string | Date) => (time instanceof Date ? time.toISOString() : time)),
  z.iso.datetime({ offset: true }),
);
export const message = z.object({ message: z.string() });
export const listOf = <Fields extends z.core.$ZodLooseShape>(fields: Fields) =>
  z.array(z.object(fields));
export const maybeText = z.nullable(z.string());
export const maybeInstant = z.nullable(instant);
export const nameAndEmail = { firstName: z.string(), lastName: z.string(), email: z.string() };

const mostNamed = 3;
const longestNamed = 40;

/** Truncates the list, because the caller may have sent thousands of unknown fields. */
export function listUnknown(keys: string[]): string {
  const named = keys
    .slice(0, mostNamed)
    .map((key) => (key.length > longestNamed ? `${key.slice(0, longestNamed)}…` : key))
    .join(', ');
  return keys.length > mostNamed ? `${named} and ${keys.length - mostNamed} more` : named;
}

export const strangeCharacters = 'Please use letters, numbers and punctuation only';

/** `Cc` stands for control characters, and `Cs` for lone surrogates, which PostgreSQL can’t store. */
const printable = /^[^\p{Cc}\p{Cs}]*$/u;
const printableLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u;

export const typedText = (longest: number, sentence?: string, allowed = printable) =>
  z
    .string(sentence)
    .check(
      z.trim(),
      z.maxLength(longest, `Please use at most ${longest} characters`),
      z.regex(allowed, strangeCharacters),
    );

export const searchWords = z._default(typedText(200), '');
export const page = z._default(
  numberInUrl(/^[1-9]\d{0,6}$/, 'page must be a positive whole number'),
  1,
);
export const pagination = { page: z.int(), totalPages: z.int(), total: z.int() };

/** For calls that return a CSV file. Staff have to confirm who they are before they can download it. */
export const csvFile = { confirm: true, response: z.string(), mediaType: 'text/csv' } as const;

export const requiredText = (sentence: string, longest = 200) =>
  typedText(longest, sentence).check(z.minLength(1, sentence));

export const requiredLines = (sentence: string, longest: number) =>
  typedText(longest, sentence, printableLines).check(z.minLength(1, sentence));

export const email = (sentence: string) =>
  z.string(sentence).check(
    z.trim(),
    z.maxLength(254, sentence),
    z.email({ error: sentence }),
    // Erased people get an address at this domain. If someone else had that address, the erasure would fail, because
    // emails are unique.
    z.refine((text) => !text.toLowerCase().endsWith('@erased.invalid'), sentence),
  );

export const PHONE_INVALID = 'Please enter a valid phone number';

/** No phone number is shorter than this, counting its country code. The server does the full validation. */
const shortestPhone = 7;

export const phone = typedText(40).check(
  z.refine((text) => text === '' || text.replace(/\D/g, '').length >= shortestPhone, PHONE_INVALID),
);

/** Also accepts an ISO date-time, but uses only the date part. */
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
 * These characters would break lines or change the direction of the text around a name. Joiners (U+200C, U+200D) are
 * allowed, because Persian and some Indian scripts need them.
 */
const layoutControl = /[\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

const zeroWidth = /\p{Default_Ignorable_Code_Point}/gu;
/** Matches names made only of spaces and blank Braille patterns. */
const blank = /^[\p{White_Space}\u2800]*$/u;

/** Email clients turn text like this into links, even without a scheme such as https. */
const webAddresses = [
  /\p{L}:\/\//u,
  /(?<![\p{L}\p{N}])www\./iu,
  /[\p{L}\p{N}-]\.\p{L}{2,}\//u,
  // Requires lowercase letters after the dot, because "Jr.De" can be part of a name.
  /[\p{L}\p{N}-]\.\p{Ll}{2,}/u,
  /[\p{L}\p{N}-]{4,}\.\p{L}{2,}/u,
  /[\p{L}\p{N}-]\.(?:com|net|org)(?![\p{L}\p{N}])/iu,
  /\d{1,3}(?:\.\d{1,3}){3}/,
  /@/,
];
/** Phones turn numbers this long into links. */
const phoneNumber = /(?:\d[\s().+/-]*){7}/;

const asSeen = (name: string) =>
  name.normalize('NFKC').replace(zeroWidth, '').replaceAll('。', '.');

const longestName = 100;

export const personName = (missing: string) =>
  requiredText(missing, longestName).check(
    z.refine((name) => !layoutControl.test(name), strangeCharacters),
    z.refine((name) => !blank.test(asSeen(name)), missing),
    z.refine(
      (name) => !webAddresses.some((pattern) => pattern.test(asSeen(name))),
      'A name can’t contain a web address',
    ),
    z.refine((name) => !phoneNumber.test(asSeen(name)), 'A name can’t contain a phone number'),
  );

export const typedNames = {
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
};
