import * as z from 'zod/mini';
import { describeWrongDate } from '../course/calendar-date.ts';
import { canStartOn, readStartDate } from '../course/start-date.ts';

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
