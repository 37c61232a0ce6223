import * as z from 'zod/mini';
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
export const instant = z.iso.datetime({ offset: true });
export const message = z.object({ message: z.string() });

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
  z.string(sentence).check(z.trim(), z.maxLength(254, sentence), z.email({ error: sentence }));

export const phone = typedText(40);

/** A day. An ISO date-time is taken too: its date part counts. */
export const startDate = (sentence: string) =>
  z.pipe(
    z.string(sentence),
    z.transform((text, context) => {
      const date = readStartDate(text);
      if (date !== null && canStartOn(date)) return date;
      context.issues.push({ code: 'custom', message: sentence, input: text });
      return z.NEVER;
    }),
  );

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
