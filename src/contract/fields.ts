import * as z from 'zod/mini';
import { describeWrongDate, readCalendarDate } from '../course/calendar-date.ts';

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
