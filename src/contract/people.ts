import * as z from 'zod/mini';
import { MEMBER_ROLES } from '../course/roles.ts';
import { forAdmins, forEditors, forStaff } from './endpoint.ts';
import {
  csvFile,
  id,
  instant,
  listOf,
  maybeText,
  nameAndEmail,
  page,
  pagination,
  searchWords,
} from './fields.ts';
import { addPersonBody, erasePersonBody } from './forms.ts';
import { EXPORTED_LISTS, FILE_TOO_LARGE, MOST_IMPORT_BYTES } from './words.ts';

export const currentMember = z.object({
  ...nameAndEmail,
  startDate: maybeText,
  phone: maybeText,
  textConsent: z.boolean(),
  /** The client sends this back in `If-Match` when someone edits the row. */
  version: z.int(),
});
export type CurrentMember = z.infer<typeof currentMember>;

export const alumniRow = z.extend(currentMember, {
  id,
  /** Null unless the person opted out themselves. If they did, only they can opt in again. */
  textRefusal: z.nullable(z.enum(['reply', 'page'])),
  /** Only works after a call to `copyLoginLink`. Null if the viewer isn’t allowed to use login links. */
  loginLink: z.nullable(z.string()),
  /** `messageProblem` says why we couldn’t send a message, and `textProblem` why a text wasn’t delivered. */
  messageProblem: z.nullable(z.string()),
  textProblem: z.nullable(z.string()),
  /** Signing in with a link that staff copied doesn’t count. */
  hasSignedIn: z.boolean(),
});
export type AlumniRow = z.infer<typeof alumniRow>;

export const studentRow = z.extend(alumniRow, {
  classesScheduled: z.int(),
  classDetails: listOf({
    id,
    classNumber: z.int(),
    startTime: instant,
    date: z.string(),
    time: z.string(),
    attendance: z.nullable(z.object({ status: z.string() })),
    /** True if the class or the student’s place in it was canceled. `classesScheduled` doesn’t count such classes. */
    isSuspended: z.boolean(),
  }),
  retreatScheduled: z.string(),
  retreatDetails: listOf({ id, title: z.string(), description: z.string() }),
});
export type StudentRow = z.infer<typeof studentRow>;

const importedRole = z.enum(MEMBER_ROLES);
export type ImportedRole = z.infer<typeof importedRole>;

const importedRow = z.object({
  line: z.int(),
  email: z.string(),
  name: z.string(),
  outcome: z.enum(['add', 'unchanged', 'problem']),
  problems: z.array(z.string()),
  /** For example, 'Student, 2 classes completed, 1 upcoming'. */
  summary: z.string(),
});

export type ImportedRow = z.infer<typeof importedRow>;

const importResult = z.object({
  /** False after a dry run, or if any row has a problem. */
  applied: z.boolean(),
  totals: z.object({ add: z.int(), unchanged: z.int(), problem: z.int() }),
  classes: z.object({ completed: z.int(), missed: z.int(), upcoming: z.int() }),
  rows: z.array(importedRow),
});
export type ImportResult = z.infer<typeof importResult>;

export const peopleCalls = {
  getStudents: forStaff('GET /api/students', {
    summary: 'Lists all students with their classes and retreats',
    response: z.array(studentRow),
  }),
  getAlumni: forStaff('GET /api/alumni', {
    summary: 'Lists alumni (paginated)',
    query: z.object({
      page,
      search: searchWords,
      limit: z.optional(z.literal('20', 'limit must be 20')),
    }),
    response: z.object({
      data: z.array(alumniRow),
      pagination: z.object({ ...pagination, limit: z.int() }),
    }),
  }),
  retryMessages: forEditors('POST /api/admin/people/:id/retry-messages', {
    summary: 'Resends messages that failed to reach a person',
    refusals: [409, 429],
  }),
  addPerson: forEditors('POST /api/admin/users', {
    summary: 'Adds a student or alum and sends them a welcome message',
    body: addPersonBody,
    response: z.object({
      status: z.string(),
      user: z.object({ id, firstName: z.string(), lastName: z.string() }),
      message: z.string(),
      student: z.optional(studentRow),
    }),
    refusals: [409],
  }),
  erasePerson: forAdmins('POST /api/admin/people/:id/erase', {
    summary: 'Erases all personal data about a person',
    confirm: true,
    body: erasePersonBody,
    refusals: [409],
  }),
  importPeople: forAdmins('POST /api/admin/people/import', {
    summary: 'Imports people from CSV, or does a dry run',
    confirm: true,
    // JSON escapes quotation marks and line breaks, so each of them takes up two bytes.
    maxBodyBytes: 2 * MOST_IMPORT_BYTES + 1024,
    body: z.strictObject({
      csv: z.string('Please choose a file').check(z.maxLength(MOST_IMPORT_BYTES, FILE_TOO_LARGE)),
      role: importedRole,
      sendWelcome: z.boolean(),
      apply: z.boolean(),
    }),
    response: importResult,
    refusals: [409],
  }),
  exportPeople: forAdmins('GET /api/admin/export/:what', {
    summary: 'Returns one of the lists as CSV',
    ...csvFile,
    params: z.object({ what: z.enum(EXPORTED_LISTS, 'Not found') }),
  }),
};
