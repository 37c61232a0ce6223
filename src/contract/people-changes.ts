import * as z from 'zod/mini';
import { CLEARING_KINDS } from '../course/clearing.ts';
import { MEMBER_ROLES } from '../course/roles.ts';
import { forAdmins } from './endpoint.ts';
import {
  chosenIds,
  id,
  instant,
  listOf,
  nameAndEmail,
  page,
  pagination,
  searchWords,
  startDate,
} from './fields.ts';
import { editStudentBody } from './forms.ts';
import { alumniRow, currentMember, studentRow } from './people.ts';

const query = z.object({ for: z.enum(CLEARING_KINDS) });

const namedClass = z.object({
  registrationId: id,
  classNumber: z.int(),
  startTime: instant,
  isSuspended: z.boolean(),
});
export type NamedClass = z.infer<typeof namedClass>;

const clearedClass = z.extend(namedClass, { status: z.nullable(z.string()) });

const returned = {
  back: z.array(namedClass),
  /** The classes that we can’t restore. `reason` is a clause, not a full sentence. */
  left: z.array(z.extend(namedClass, { reason: z.string() })),
  yielding: z.array(namedClass),
};

const returnPreview = z.nullable(
  z.object({
    clearingId: id,
    clearedAt: instant,
    clearedBy: z.string(),
    /** Both start dates are null unless the change was a reset. */
    startDateBefore: z.nullable(z.string()),
    startDateAfter: z.nullable(z.string()),
    undoUntil: z.nullable(instant),
    ...returned,
  }),
);
export type ReturnPreview = NonNullable<z.infer<typeof returnPreview>>;

const finishedStudent = z.object({
  id,
  ...nameAndEmail,
  finishedAt: instant,
  upcoming: z.int(),
});
export type FinishedStudent = z.infer<typeof finishedStudent>;

const madeAlumni = z.object({
  made: z.int(),
  /** `reason` is a clause, not a full sentence. */
  skipped: listOf({ id, name: z.string(), reason: z.string() }),
});
export type MadeAlumni = z.infer<typeof madeAlumni>;

const formerMember = z.object({
  id,
  ...nameAndEmail,
  role: z.enum(MEMBER_ROLES),
  deactivatedAt: instant,
});
export type FormerMember = z.infer<typeof formerMember>;

const editAlumnusBody = z.extend(editStudentBody, {
  startDate: z.nullable(startDate('Please select a start date')),
});

const returnBody = z.strictObject({ sendLink: z.boolean() });

/** Identifies the reset to undo, so that no one undoes a newer one by mistake. */
const undoResetBody = z.strictObject({ clearingId: id });

export const MOST_ALUMNI_AT_ONCE = 200;

export const peopleChangeCalls = {
  previewClearing: forAdmins('GET /api/admin/people/:id/clearing', {
    summary: 'Previews which classes a change would clear from a person’s schedule',
    query,
    response: z.object({ classes: z.array(clearedClass) }),
  }),
  /** `preview` is null if there is nothing to undo. */
  previewReturn: forAdmins('GET /api/admin/people/:id/return', {
    summary: 'Previews which cleared classes would be restored',
    query,
    response: z.object({ preview: returnPreview }),
  }),
  undoReset: forAdmins('POST /api/admin/students/:id/undo-reset', {
    summary: 'Undoes the reset of a student’s schedule',
    body: undoResetBody,
    response: z.object({ message: z.string(), ...returned }),
    refusals: [409],
  }),
  getFinishedStudents: forAdmins('GET /api/admin/finished-students', {
    summary: 'Lists the students who have finished the course',
    /** Lists those who finished earliest first, up to MOST_ALUMNI_AT_ONCE. `total` counts every finished student. */
    response: z.object({ students: z.array(finishedStudent), total: z.int() }),
  }),
  makeAlumni: forAdmins('POST /api/admin/make-alumni', {
    summary: 'Makes several students who have finished the course alumni',
    body: z.strictObject({
      ids: chosenIds(MOST_ALUMNI_AT_ONCE, 'Please choose at least one person', 'people at a time'),
    }),
    response: madeAlumni,
  }),
  makeAlumnus: forAdmins('POST /api/admin/people/:id/make-alumni', {
    summary: 'Makes a student an alum',
    refusals: [409],
  }),
  makeStudent: forAdmins('POST /api/admin/people/:id/make-student', {
    summary: 'Changes an alum back to a student',
    body: returnBody,
    refusals: [409],
  }),
  deactivatePerson: forAdmins('POST /api/admin/people/:id/deactivate', {
    summary: 'Deactivates a student or alum',
    confirm: true,
    refusals: [409],
  }),
  reactivatePerson: forAdmins('POST /api/admin/people/:id/reactivate', {
    summary: 'Reactivates a person',
    body: returnBody,
    refusals: [409],
  }),
  getDeactivated: forAdmins('GET /api/admin/deactivated', {
    summary: 'Lists deactivated people (paginated)',
    query: z.object({ page, search: searchWords }),
    response: z.object({ data: z.array(formerMember), pagination: z.object(pagination) }),
  }),
  editStudent: forAdmins('PATCH /api/admin/students/:id', {
    summary: 'Edits a student; a large change to the start date resets the schedule',
    body: editStudentBody,
    response: z.object({
      accountReset: z.boolean(),
      daysDifference: z.int(),
      student: studentRow,
    }),
    current: currentMember,
  }),
  /** Transfer students come from another course and have no retreat step. */
  setTransferStudent: forAdmins('PATCH /api/admin/students/:id/transfer', {
    summary: 'Sets whether a student is a transfer student',
    body: z.strictObject({ transferStudent: z.boolean() }),
    current: currentMember,
  }),
  editAlumnus: forAdmins('PATCH /api/admin/alumni/:id', {
    summary: 'Edits an alum',
    body: editAlumnusBody,
    response: z.object({ alumnus: alumniRow }),
    current: currentMember,
  }),
};
