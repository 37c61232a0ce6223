import * as z from 'zod/mini';
import { personName } from './person-name.ts';
import { email, phone } from './typed-fields.ts';

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
