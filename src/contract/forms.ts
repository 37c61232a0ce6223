import * as z from 'zod/mini';
import { CLASS_TYPES, TIME_SLOTS } from '../course/course.ts';
import { readPacificDate } from '../course/pacific-time.ts';
import { personName } from './person-name.ts';
import { email, phone, requiredLines, requiredText, startDate } from './typed-fields.ts';

/*
 * What the dialogs of staff send: the bodies of their calls. They stand apart from the calls, so that a dialog loads
 * these few schemas and not those of every answer.
 */

export const addPersonBody = z.strictObject({
  email: email('Please enter a valid email address'),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  phoneNumber: z.optional(phone),
  startDate: startDate('Please select a start date'),
  transferStudent: z._default(z.boolean(), false),
  role: z.enum(['student', 'alumni']),
  isAdmin: z.optional(z.literal(false)),
});

export const editStudentBody = z.strictObject({
  email: email('Valid email is required'),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  phone: z.optional(phone),
  startDate: startDate('Start date is required'),
  textConsent: z.boolean(),
});

/** The person's email, typed to confirm that it is they who are meant. */
export const erasePersonBody = z.strictObject({
  email: requiredText('Please type the email address', 254),
});

export const staffRole = z.enum(['admin', 'teacher'], 'Please choose a role');

const zoomUserWrong = 'Please enter the email address of a Zoom user, or nothing';
const zoomUser = z.string(zoomUserWrong).check(
  z.trim(),
  z.maxLength(254, zoomUserWrong),
  z.refine((text) => text === '' || z.email().safeParse(text).success, zoomUserWrong),
);

export const staffBody = z.strictObject({
  email: email('Please enter a valid email address'),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  phone: z.optional(phone),
  role: staffRole,
  /** Says nothing of an admin, who always may. */
  canEdit: z.boolean(),
  zoomUser: z.optional(zoomUser),
});

export const editRetreatBody = z.strictObject({
  retreatTitle: requiredText('Title is required'),
  retreatDescription: requiredLines('Description is required', 2000),
});

const retreatTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'));
const noRetreatDate = 'Please enter the date, or leave it empty';

export const enterRetreatBody = z
  .strictObject({
    ...editRetreatBody.shape,
    /** Pacific. Empty where it is not known yet; then the times say nothing. */
    date: z
      .string(noRetreatDate)
      .check(z.refine((text) => text === '' || readPacificDate(text) !== null, noRetreatDate)),
    from: retreatTime,
    until: retreatTime,
  })
  .check(
    z.refine(({ date, from, until }) => date === '' || from < until, {
      error: 'The end must be after the beginning',
      path: ['until'],
    }),
  );

const noDate = 'Please select a date';
/** The Pacific day and slot decide when a class is; whatever else the client sends only repeats it. */
export const classTime = z.object({
  pacificDate: z.string(noDate).check(z.refine((text) => readPacificDate(text) !== null, noDate)),
  timeSlot: z.enum(TIME_SLOTS, 'Please select a time slot'),
  classType: z.enum(CLASS_TYPES, 'Please select a class type'),
});
