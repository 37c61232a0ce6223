import * as z from 'zod/mini';
import { CLEARING_KINDS } from '../course/clearing.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pageNumber, pathId, startDate, typedText } from './fields.ts';
import { editStudentBody } from './forms.ts';
import { alumniRow, currentMember } from './people.ts';

const params = z.object({ id: pathId });
const query = z.object({ for: z.enum(CLEARING_KINDS) });

const namedClass = z.object({
  registrationId: id,
  classNumber: z.int(),
  startTime: instant,
  /** The class is cancelled, and the student is to choose this one again. */
  isWaiting: z.boolean(),
});
export type NamedClass = z.infer<typeof namedClass>;

const clearedClass = z.extend(namedClass, {
  /** Of attendance, such as `Present`; null where nobody has seen them there. */
  status: z.nullable(z.string()),
});

const returned = {
  back: z.array(namedClass),
  /** What does not come back; the reason is the end of a sentence. */
  left: z.array(z.extend(namedClass, { reason: z.string() })),
  /** Classes chosen since that make way for one that was attended. */
  yielding: z.array(namedClass),
};
export type Returned = z.infer<z.ZodMiniObject<typeof returned>>;

const returnPreview = z.nullable(
  z.object({
    /** Of the change that took the classes. */
    clearingId: id,
    clearedAt: instant,
    clearedBy: z.string(),
    /** Of a reset: from which start date to which. */
    startDateBefore: z.nullable(z.string()),
    startDateAfter: z.nullable(z.string()),
    /** Of a reset: until when it can be undone. */
    undoUntil: z.nullable(instant),
    ...returned,
  }),
);
export type ReturnPreview = NonNullable<z.infer<typeof returnPreview>>;

const finishedStudent = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** When class 10 was. */
  finishedAt: instant,
  /** Classes to come that would be given back, such as a makeup. */
  upcoming: z.int(),
});
export type FinishedStudent = z.infer<typeof finishedStudent>;

const madeAlumni = z.object({
  made: z.int(),
  /** Who has changed since the list was read; the reason is the end of a sentence. */
  skipped: z.array(z.object({ id, name: z.string(), reason: z.string() })),
});
export type MadeAlumni = z.infer<typeof madeAlumni>;

const formerMember = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: z.enum(['student', 'alumni']),
  deactivatedAt: instant,
});
export type FormerMember = z.infer<typeof formerMember>;

const editAlumnusBody = z.extend(editStudentBody, {
  startDate: z.nullable(startDate('Please select a start date')),
});

/** For somebody who gets their classes or access back: whether they are sent a mail with a login link. */
const returnBody = z.strictObject({ sendLink: z.boolean() });

/** Which reset is meant: there may be another one by now. */
const undoResetBody = z.strictObject({ clearingId: id });

export const MOST_ALUMNI_AT_ONCE = 200;

/** What becomes of students and alumni: their role, their access, and the classes that go and come back with these. */
export const peopleChangeCalls = {
  previewClearing: endpoint('GET /api/admin/people/:id/clearing', {
    summary: 'Says which classes a change would take from a person’s schedule',
    access: 'admins',
    params,
    query,
    response: z.object({ classes: z.array(clearedClass) }),
  }),
  /** Which of the classes that a change has taken would come back; null where there is nothing to undo. */
  previewReturn: endpoint('GET /api/admin/people/:id/return', {
    summary: 'Says which of the classes that a change has taken would come back',
    access: 'admins',
    params,
    query,
    response: z.object({ preview: returnPreview }),
  }),
  undoReset: endpoint('POST /api/admin/students/:id/undo-reset', {
    summary: 'Undoes the reset of a student’s schedule',
    access: 'admins',
    params,
    body: undoResetBody,
    response: z.object({ message: z.string(), ...returned }),
    refusals: [409],
  }),
  getFinishedStudents: endpoint('GET /api/admin/finished-students', {
    summary: 'Lists the students who have finished the course',
    access: 'admins',
    /** Those who finished first, as many as can be made alumni at once; `total` counts all. */
    response: z.object({ students: z.array(finishedStudent), total: z.int() }),
  }),
  makeAlumni: endpoint('POST /api/admin/make-alumni', {
    summary: 'Makes several finished students alumni',
    access: 'admins',
    body: z.strictObject({
      ids: z
        .array(id)
        .check(
          z.minLength(1, 'Please choose somebody'),
          z.maxLength(
            MOST_ALUMNI_AT_ONCE,
            `Please choose at most ${MOST_ALUMNI_AT_ONCE} people at once`,
          ),
        ),
    }),
    response: madeAlumni,
    refusals: [404],
  }),
  makeAlumnus: endpoint('POST /api/admin/people/:id/make-alumni', {
    summary: 'Makes a student one of the alumni',
    access: 'admins',
    params,
    response: message,
    refusals: [409],
  }),
  makeStudent: endpoint('POST /api/admin/people/:id/make-student', {
    summary: 'Makes one of the alumni a student again',
    access: 'admins',
    params,
    body: returnBody,
    response: message,
    refusals: [409],
  }),
  deactivatePerson: endpoint('POST /api/admin/people/:id/deactivate', {
    summary: 'Ends the access of a student or alumnus',
    access: 'admins',
    params,
    response: message,
    refusals: [409],
  }),
  reactivatePerson: endpoint('POST /api/admin/people/:id/reactivate', {
    summary: 'Gives a deactivated person their access back',
    access: 'admins',
    params,
    body: returnBody,
    response: message,
    refusals: [409],
  }),
  getDeactivated: endpoint('GET /api/admin/deactivated', {
    summary: 'Lists the deactivated people, page by page',
    access: 'admins',
    query: z.object({
      page: z._default(pageNumber, 1),
      search: z._default(typedText(200), ''),
    }),
    response: z.object({
      data: z.array(formerMember),
      pagination: z.object({ page: z.int(), totalPages: z.int(), total: z.int() }),
    }),
  }),
  editAlumnus: endpoint('PATCH /api/admin/alumni/:id', {
    summary: 'Changes the data of an alumnus',
    access: 'admins',
    params,
    body: editAlumnusBody,
    response: z.object({ alumnus: alumniRow }),
    current: currentMember,
  }),
};
