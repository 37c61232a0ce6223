import * as z from 'zod/mini';
import { MEMBER_ROLES, STAFF_ROLES } from '../course/roles.ts';
import { forAdmins } from './endpoint.ts';
import { email, id, maybeInstant, maybeText, nameAndEmail, phone, typedNames } from './fields.ts';

const staffRole = z.enum(STAFF_ROLES, 'Please choose a role');

const zoomUserWrong = 'Please enter the email address of a Zoom user, or leave this empty';
const zoomUser = z.string(zoomUserWrong).check(
  z.trim(),
  z.maxLength(254, zoomUserWrong),
  z.refine((text) => text === '' || z.email().safeParse(text).success, zoomUserWrong),
);

export const staffBody = z.strictObject({
  email: email('Please enter a valid email address'),
  ...typedNames,
  phone: z.optional(phone),
  role: staffRole,
  /** Ignored for admins, who can always edit. */
  canEdit: z.boolean(),
  zoomUser: z.optional(zoomUser),
});

const memberRole = z.enum(MEMBER_ROLES);

/** The student or alum who already has the email in the request. The server sends this as `current` with a 409. */
const existingMember = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  role: memberRole,
});
export type ExistingMember = z.infer<typeof existingMember>;

const currentStaff = z.object({
  ...nameAndEmail,
  phone: maybeText,
  role: staffRole,
  canEdit: z.boolean(),
  /** The Zoom user who hosts this person’s classes. Null means the one in the settings. */
  zoomUser: maybeText,
  version: z.int(),
});
export type CurrentStaff = z.infer<typeof currentStaff>;

const staffRow = z.extend(currentStaff, {
  id,
  lastSignInAt: maybeInstant,
  deactivatedAt: maybeInstant,
  /** The person’s role before they joined the staff. If an admin ends their staff access, they get this role back. */
  roleBeforeStaff: z.nullable(memberRole),
  upcomingClasses: z.int(),
  messageProblem: maybeText,
  textProblem: maybeText,
});
export type StaffRow = z.infer<typeof staffRow>;

export const staffCalls = {
  getStaff: forAdmins('GET /api/admin/staff', {
    summary: 'Lists teachers and admins, including deactivated ones',
    response: z.array(staffRow),
  }),
  addStaff: forAdmins('POST /api/admin/staff', {
    summary: 'Adds a teacher or admin and sends them a welcome message',
    confirm: true,
    body: staffBody,
    refusals: [409],
  }),
  makeStaff: forAdmins('POST /api/admin/people/:id/make-staff', {
    summary: 'Makes a student or alum a staff member, keeping their history',
    confirm: true,
    body: staffBody,
    refusals: [409],
  }),
  editStaff: forAdmins('PATCH /api/admin/staff/:id', {
    summary: 'Edits a staff member’s details, role or rights',
    confirm: true,
    body: staffBody,
    current: currentStaff,
  }),
  deactivateStaff: forAdmins('POST /api/admin/staff/:id/deactivate', {
    summary: 'Deactivates a staff member',
    confirm: true,
    /** The person with the ID `handOverTo` takes over all upcoming classes. If that isn’t possible, nothing changes. */
    body: z._default(z.strictObject({ handOverTo: z.optional(id) }), {}),
    refusals: [409],
  }),
  reactivateStaff: forAdmins('POST /api/admin/staff/:id/reactivate', {
    summary: 'Reactivates a staff member',
    confirm: true,
  }),
};
