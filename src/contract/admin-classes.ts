import * as z from 'zod/mini';
import { CLASS_TYPES, TIME_SLOTS } from '../course/course.ts';
import { readPacificDate } from '../course/pacific-time.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, message, pathId } from './fields.ts';

const adminClass = z.object({
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
  registrationCount: z.int(),
  registrations: z.array(
    z.object({ id, name: z.string(), email: z.string(), classNumber: z.int() }),
  ),
  /** A session holds students at different class numbers, so it has none of its own. */
  classNumber: z.null(),
});
export type AdminClass = z.infer<typeof adminClass>;

const noDate = 'Please select a date';
/** The Pacific day and slot decide when a class is; whatever else the client sends only repeats it. */
const classFields = {
  pacificDate: z.string(noDate).check(z.refine((text) => readPacificDate(text) !== null, noDate)),
  timeSlot: z.enum(TIME_SLOTS, 'Please select a time slot'),
  dayOfWeek: z.string(),
  classType: z.enum(CLASS_TYPES, 'Please select a class type'),
  instructorId: z.optional(id),
};

export const adminClassCalls = {
  getAllClasses: endpoint({
    method: 'GET',
    path: '/api/classes/all',
    access: 'staff',
    answer: z.array(adminClass),
  }),
  addClass: endpoint({
    method: 'POST',
    path: '/api/classes/test',
    access: 'admins',
    body: z.strictObject({
      ...classFields,
      startTime: instant,
      weekIndex: z.int().check(z.gte(0)),
      totalCount: z.int().check(z.gte(1)),
    }),
    answer: adminClass,
  }),
  editClass: endpoint({
    method: 'PATCH',
    path: '/api/classes/:id',
    access: 'editors',
    params: z.object({ id: pathId }),
    body: z.strictObject(classFields),
    answer: adminClass,
  }),
  countRegistrations: endpoint({
    method: 'GET',
    path: '/api/classes/:id/registrations/count',
    access: 'staff',
    params: z.object({ id: pathId }),
    answer: z.object({ count: z.int() }),
  }),
  deleteClass: endpoint({
    method: 'DELETE',
    path: '/api/classes/:id',
    access: 'editors',
    params: z.object({ id: pathId }),
    answer: message,
  }),
  getInstructors: endpoint({
    method: 'GET',
    path: '/api/instructors',
    access: 'staff',
    answer: z.array(z.object({ id, name: z.string(), role: z.enum(['admin', 'teacher']) })),
  }),
};

export const meetingCalls = {
  retryMeeting: endpoint({
    method: 'POST',
    path: '/api/admin/classes/:id/retry-meeting',
    access: 'editors',
    params: z.object({ id: pathId }),
    answer: message,
  }),
  getFreshZoomUrl: endpoint({
    method: 'GET',
    path: '/api/classes/:id/fresh-zoom-url',
    access: 'staff',
    params: z.object({ id: pathId }),
    answer: z.object({ startUrl: z.string() }),
  }),
};
