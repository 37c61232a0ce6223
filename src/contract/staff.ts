import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { email, id, instant, message, pathId, personName, phone } from './fields.ts';

const staffRole = z.enum(['admin', 'teacher'], 'Please choose a role');

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

const memberRole = z.enum(['student', 'alumni']);

/** Whose email somebody has who is to be added as staff; beside the refusal, as `current`. */
const existingMember = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  role: memberRole,
});
export type ExistingMember = z.infer<typeof existingMember>;

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
  /** What they were before they became staff here, and are again when their access ends. */
  roleBeforeStaff: z.nullable(memberRole),
  /** Of which they are the instructor. */
  upcomingClasses: z.int(),
  /** Why a mail or text did not reach them, while that has not been tried again. */
  messageProblem: z.nullable(z.string()),
  textProblem: z.nullable(z.string()),
  version: z.int(),
});
export type StaffRow = z.infer<typeof staffRow>;

/** What an edit can change, as it is now. */
const currentStaff = z.pick(staffRow, {
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

const params = z.object({ id: pathId });

/** Who runs the portal: admins add and change teachers and admins, and end their access. */
export const staffCalls = {
  getStaff: endpoint('GET /api/admin/staff', {
    summary: 'Lists teachers and admins, with those whose access has ended',
    access: 'admins',
    response: z.array(staffRow),
  }),
  addStaff: endpoint('POST /api/admin/staff', {
    summary: 'Adds a teacher or admin and sends them a welcome',
    access: 'admins',
    body: staffBody,
    response: message,
    refusals: [409],
  }),
  /** A student or alumnus becomes staff and keeps their history; the email stays theirs. */
  makeStaff: endpoint('POST /api/admin/people/:id/make-staff', {
    summary: 'Makes a student or alumnus staff, who keeps their history',
    access: 'admins',
    params,
    body: staffBody,
    response: message,
    refusals: [409],
  }),
  editStaff: endpoint('PATCH /api/admin/staff/:id', {
    summary: 'Changes the data, role or rights of a member of staff',
    access: 'admins',
    params,
    body: staffBody,
    response: message,
    current: currentStaff,
  }),
  endStaffAccess: endpoint('POST /api/admin/staff/:id/end-access', {
    summary: 'Ends the access of a member of staff',
    access: 'admins',
    params,
    response: message,
    refusals: [409],
  }),
  restoreStaffAccess: endpoint('POST /api/admin/staff/:id/restore-access', {
    summary: 'Gives a member of staff their access back',
    access: 'admins',
    params,
    response: message,
  }),
};
