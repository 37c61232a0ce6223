import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import {
  email,
  id,
  instant,
  message,
  pathId,
  phone,
  requiredText,
  startDate,
  typedText,
} from './fields.ts';

const personRow = {
  id,
  startDate: z.nullable(z.string()),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.nullable(z.string()),
  textConsent: z.boolean(),
  /** A path of this site that signs the person in, while one is active. */
  loginLink: z.nullable(z.string()),
  /** Why a mail or text did not reach the person, while that has not been tried again. */
  messageProblem: z.nullable(z.string()),
};

const studentRow = z.object({
  ...personRow,
  classesScheduled: z.int(),
  classDetails: z.array(
    z.object({
      id,
      classNumber: z.int(),
      startTime: instant,
      date: z.string(),
      time: z.string(),
      attendance: z.nullable(z.object({ status: z.string() })),
    }),
  ),
  retreatScheduled: z.string(),
  retreatDetails: z.array(z.object({ id, title: z.string(), description: z.string() })),
});
export type StudentRow = z.infer<typeof studentRow>;

const alumniRow = z.object(personRow);
export type AlumniRow = z.infer<typeof alumniRow>;

const pageNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'page is not a page number')),
  z.pipe(z.transform(Number), z.int()),
);

export const adminPeopleCalls = {
  getStudents: endpoint({
    method: 'GET',
    path: '/api/students',
    access: 'staff',
    answer: z.array(studentRow),
  }),
  getAlumni: endpoint({
    method: 'GET',
    path: '/api/alumni',
    access: 'staff',
    query: z.object({
      page: z._default(pageNumber, 1),
      limit: z.optional(z.literal('20', 'limit is always 20')),
      search: z._default(typedText(200), ''),
    }),
    answer: z.object({
      data: z.array(alumniRow),
      pagination: z.object({
        page: z.int(),
        limit: z.int(),
        totalPages: z.int(),
        total: z.int(),
      }),
    }),
  }),
  retryMessages: endpoint({
    method: 'POST',
    path: '/api/admin/people/:id/retry-messages',
    access: 'editors',
    params: z.object({ id: pathId }),
    answer: message,
  }),
  addPerson: endpoint({
    method: 'POST',
    path: '/api/admin/users',
    access: 'editors',
    body: z.strictObject({
      email: email('Please enter a valid email address'),
      firstName: requiredText('First name is required'),
      lastName: requiredText('Last name is required'),
      phoneNumber: z.optional(phone),
      startDate: startDate('Please select a start date'),
      transferStudent: z._default(z.boolean(), false),
      role: z.enum(['student', 'alumni']),
      isAdmin: z.optional(z.literal(false)),
    }),
    answer: z.object({
      status: z.string(),
      user: z.object({ id, firstName: z.string(), lastName: z.string() }),
      message: z.string(),
    }),
  }),
  editStudent: endpoint({
    method: 'PATCH',
    path: '/api/admin/students/:id',
    access: 'admins',
    params: z.object({ id: pathId }),
    body: z.strictObject({
      email: email('Valid email is required'),
      firstName: requiredText('First name is required'),
      lastName: requiredText('Last name is required'),
      phone: z.optional(phone),
      startDate: startDate('Start date is required'),
      textConsent: z.boolean(),
    }),
    answer: z.object({ accountReset: z.boolean(), daysDifference: z.int() }),
  }),
};
