import * as z from 'zod/mini';
import { email, personName, phone, requiredText, startDate } from './fields.ts';

/*
 * What dialogs about people send: the bodies of their calls. They stand apart from the calls, so that a dialog loads
 * these few schemas and not those of every answer. Those about staff, retreats and classes are in files of their own.
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

const memberFields = {
  email: email('Valid email is required'),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  phone: z.optional(phone),
  textConsent: z.boolean(),
};

export const editStudentBody = z.strictObject({
  ...memberFields,
  startDate: startDate('Start date is required'),
});

/** As it is typed. People who came before the portal may have no start date: the field is then empty. */
export const editAlumnusFields = z.strictObject({ ...memberFields, startDate: z.string() });

/** The person's email, typed to confirm that it is they who are meant. */
export const erasePersonBody = z.strictObject({
  email: requiredText('Please type the email address', 254),
});
