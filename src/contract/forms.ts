import * as z from 'zod/mini';
import {
  CLASS_TYPES,
  FIRST_CLASS_NUMBER,
  LAST_CLASS_NUMBER,
  MAX_TERM_SLOTS,
  MAX_TERM_WEEKS,
  TIME_SLOTS,
} from '../course/course.ts';
import { WEEKDAYS } from '../course/format-time.ts';
import { readPacificDate } from '../course/pacific-time.ts';
import { MOST_PLACES } from '../course/places.ts';
import { MEMBER_ROLES } from '../course/roles.ts';
import { saysSomething, WISH_DAYS, WISH_HOURS } from '../course/wishes.ts';
import {
  calendarDate,
  dateText,
  email,
  id,
  phone,
  requiredLines,
  requiredText,
  startDate,
  typedNames,
  typedText,
} from './fields.ts';

/** The request bodies that dialogs use, in a separate file so that dialogs don’t load every response schema. */

export const addPersonBody = z.strictObject({
  email: email('Please enter a valid email address'),
  ...typedNames,
  phoneNumber: z.optional(phone),
  startDate: startDate('Please select a start date'),
  transferStudent: z._default(z.boolean(), false),
  role: z.enum(MEMBER_ROLES),
  isAdmin: z.optional(z.literal(false)),
});

const memberFields = {
  email: email('Valid email is required'),
  ...typedNames,
  phone: z.optional(phone),
  textConsent: z.boolean(),
};

export const editStudentBody = z.strictObject({
  ...memberFields,
  startDate: startDate('Start date is required'),
});

/** `startDate` can be empty, because alumni who finished before the portal existed may not have one. */
export const editAlumnusFields = z.strictObject({ ...memberFields, startDate: z.string() });

export const erasePersonBody = z.strictObject({
  email: requiredText('Please type their email address to confirm', 254),
});

export const reasonBody = z.strictObject({
  reason: requiredText('Please give a reason', 300),
});

const fewest = 'Please choose a day or time, or write a comment';
const unknown = 'Please choose one of the options';

export const wishBody = z
  .strictObject({
    classNumber: z
      .int(unknown)
      .check(z.gte(FIRST_CLASS_NUMBER, unknown), z.lte(LAST_CLASS_NUMBER, unknown)),
    days: z.array(z.enum(WISH_DAYS, unknown)).check(z.maxLength(WISH_DAYS.length, unknown)),
    hours: z.array(z.enum(WISH_HOURS, unknown)).check(z.maxLength(WISH_HOURS.length, unknown)),
    comment: typedText(300),
  })
  .check(z.refine(saysSomething, { error: fewest, path: ['days'] }));

/** The server computes the start time from `pacificDate` and `timeSlot`, and ignores any `startTime`. */
export const classTime = z.object({
  pacificDate: dateText(readPacificDate),
  timeSlot: z.enum(TIME_SLOTS, 'Please select a time slot'),
  classType: z.enum(CLASS_TYPES, 'Please select a class type'),
});

const wrongPlaces = `Please enter a number from 1 to ${MOST_PLACES}, or leave this empty.`;
/** Null means the default number of places. */
export const places = z.nullable(
  z.int(wrongPlaces).check(z.gte(1, wrongPlaces), z.lte(MOST_PLACES, wrongPlaces)),
);

export const termBody = z.strictObject({
  firstDate: calendarDate,
  weeks: z.int().check(z.gte(1), z.lte(MAX_TERM_WEEKS)),
  places: z.optional(places),
  slots: z
    .array(
      z.strictObject({
        dayOfWeek: z.enum(WEEKDAYS),
        timeSlot: z.enum(TIME_SLOTS),
        instructorId: z.optional(id),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_TERM_SLOTS)),
});

export const cancelClassesBody = z.object({
  reason: requiredText('Please give a reason', 200),
});

const writtenMessage = {
  subject: requiredText('Please enter a subject', 120),
  body: requiredLines('Please enter a message', 4000),
  textBody: typedText(450, undefined),
};

export const classMessageBody = z.object({
  audience: z.enum(['registered', 'came'], 'Please choose who should get the message'),
  ...writtenMessage,
});

export const groupMessageBody = z.object(writtenMessage);

export const closedRange = z.object({ firstDate: calendarDate, lastDate: calendarDate });

export const closeDatesBody = z.extend(closedRange, {
  name: requiredText('Please give these days a name', 80),
});

export const passkeyName = z.strictObject({ name: requiredText('Please enter a name', 60) });
