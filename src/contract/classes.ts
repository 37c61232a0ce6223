import * as z from 'zod/mini';
import { CLASS_TYPES } from '../course/course.ts';
import { classTime } from './class-time-form.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId } from './fields.ts';

export const adminClass = z.object({
  id,
  startTime: instant,
  timeSlot: z.nullable(z.string()),
  dayOfWeek: z.string(),
  classType: z.enum(CLASS_TYPES),
  instructorId: z.optional(id),
  instructorFirstName: z.nullable(z.string()),
  topic: z.string(),
  zoomMeetingId: z.nullable(z.string()),
  zoomRegistrationUrl: z.nullable(z.string()),
  /** Why the class has no meeting, or not the right one. */
  meetingProblem: z.nullable(z.string()),
  /** Who has no join link of their own, and why: registered people, and alumni who pressed Join. */
  registrantProblems: z.array(z.string()),
  registrationCount: z.int(),
  registrations: z.array(
    z.object({ id, name: z.string(), email: z.string(), classNumber: z.int() }),
  ),
  /** A session holds students at different class numbers, so it has none of its own. */
  classNumber: z.null(),
  /** Sent back in `If-Match` with an edit, so that nobody overwrites what they have not seen. */
  version: z.int(),
});
export type AdminClass = z.infer<typeof adminClass>;

/** What an edit can change, as it is now. */
export const currentClass = z.pick(adminClass, {
  startTime: true,
  timeSlot: true,
  dayOfWeek: true,
  classType: true,
  instructorId: true,
  instructorFirstName: true,
  version: true,
});
export type CurrentClass = z.infer<typeof currentClass>;

const classFields = {
  ...classTime.shape,
  dayOfWeek: z.string(),
  instructorId: z.optional(id),
};

export const classCalls = {
  getAllClasses: endpoint({
    summary: 'Lists the upcoming classes with those registered',
    method: 'GET',
    path: '/api/classes/all',
    access: 'staff',
    response: z.array(adminClass),
  }),
  addClass: endpoint({
    summary: 'Adds a class',
    method: 'POST',
    path: '/api/classes/test',
    access: 'admins',
    body: z.strictObject({
      ...classFields,
      startTime: instant,
      weekIndex: z.int().check(z.gte(0)),
      totalCount: z.int().check(z.gte(1)),
    }),
    response: adminClass,
    refusals: [404, 409],
  }),
  editClass: endpoint({
    summary: 'Changes the time, type or instructor of a class',
    method: 'PATCH',
    path: '/api/classes/:id',
    access: 'editors',
    params: z.object({ id: pathId }),
    /** Said by whoever knows that the class is to begin within minutes; else such a move is refused. */
    query: z.object({ shortNotice: z.optional(z.literal('confirmed')) }),
    body: z.strictObject({
      ...classFields,
      /** With a new instructor the meeting stays with the Zoom user who hosts it. */
      keepHost: z.optional(z.boolean()),
      /** Students are told of a new instructor. Of a new link they are told in any case. */
      tellStudents: z.optional(z.boolean()),
    }),
    response: adminClass,
    current: currentClass,
  }),
  countRegistrations: endpoint({
    summary: 'Counts those registered for a class',
    method: 'GET',
    path: '/api/classes/:id/registrations/count',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: z.object({ count: z.int() }),
  }),
  deleteClass: endpoint({
    summary: 'Deletes a class in which nobody is registered',
    method: 'DELETE',
    path: '/api/classes/:id',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
    current: currentClass,
  }),
  getInstructors: endpoint({
    summary: 'Lists everybody who can be the instructor of a class',
    method: 'GET',
    path: '/api/instructors',
    access: 'staff',
    response: z.array(z.object({ id, name: z.string(), role: z.enum(['admin', 'teacher']) })),
  }),
};
