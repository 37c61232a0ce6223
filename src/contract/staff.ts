import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, id, instant, message, pathId, phone } from './fields.ts';
import { personName } from './person-name.ts';

const staffRole = z.enum(['admin', 'teacher'], 'Please choose a role');
export type StaffRole = z.infer<typeof staffRole>;

const staffRow = z.object({
  id,
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  role: staffRole,
  /** True of every admin, and of teachers to whom an admin lent the right to edit. */
  canEdit: z.boolean(),
  /** The Zoom user who hosts their classes; without one, the user of the settings. */
  zoomUser: z.nullable(z.string()),
  lastSignInAt: z.nullable(instant),
  /** Since when they may no longer sign in. */
  accessEndedAt: z.nullable(instant),
  /** Of which they are the instructor. */
  upcomingClasses: z.int(),
  /** Why a mail or text did not reach them, while that has not been tried again. */
  messageProblem: z.nullable(z.string()),
  textProblem: z.nullable(z.string()),
  version: z.int(),
});
export type StaffRow = z.infer<typeof staffRow>;

/** What an edit can change, as it is now. */
export const currentStaff = z.pick(staffRow, {
  email: true,
  firstName: true,
  lastName: true,
  phone: true,
  role: true,
  canEdit: true,
  zoomUser: true,
  version: true,
});
export type CurrentStaff = z.infer<typeof currentStaff>;

const zoomUserWrong = 'Please enter the email address of a Zoom user, or nothing';
const zoomUser = z.string(zoomUserWrong).check(
  z.trim(),
  z.maxLength(254, zoomUserWrong),
  z.refine((text) => text === '' || z.email().safeParse(text).success, zoomUserWrong),
);

const staffFields = z.strictObject({
  email: email('Please enter a valid email address'),
  firstName: personName('First name is required'),
  lastName: personName('Last name is required'),
  phone: z.optional(phone),
  role: staffRole,
  /** Says nothing of an admin, who always may. */
  canEdit: z.boolean(),
  zoomUser: z.optional(zoomUser),
});

const params = z.object({ id: pathId });

/** Who runs the portal: admins add and change teachers and admins, and end their access. */
export const staffCalls = {
  getStaff: endpoint({
    method: 'GET',
    path: '/api/admin/staff',
    access: 'admins',
    response: z.array(staffRow),
  }),
  addStaff: endpoint({
    method: 'POST',
    path: '/api/admin/staff',
    access: 'admins',
    body: staffFields,
    response: message,
  }),
  editStaff: endpoint({
    method: 'PATCH',
    path: '/api/admin/staff/:id',
    access: 'admins',
    params,
    body: staffFields,
    response: message,
    current: currentStaff,
  }),
  endStaffAccess: endpoint({
    method: 'POST',
    path: '/api/admin/staff/:id/end-access',
    access: 'admins',
    params,
    response: message,
  }),
  restoreStaffAccess: endpoint({
    method: 'POST',
    path: '/api/admin/staff/:id/restore-access',
    access: 'admins',
    params,
    response: message,
  }),
};
