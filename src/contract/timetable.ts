import * as z from 'zod/mini';
import { CLASS_TYPES, TIME_SLOTS } from '../course/course.ts';
import { toldPerson } from './cancellations.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, chosenClasses, id, instant, message, pathId, typedText } from './fields.ts';
import { classTime } from './forms.ts';

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
  getAllClasses: endpoint('GET /api/classes/all', {
    summary: 'Lists the upcoming classes with those registered',
    access: 'staff',
    response: z.array(adminClass),
  }),
  addClass: endpoint('POST /api/classes/test', {
    summary: 'Adds a class',
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
  editClass: endpoint('PATCH /api/classes/:id', {
    summary: 'Changes the time, type or instructor of a class',
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
  countRegistrations: endpoint('GET /api/classes/:id/registrations/count', {
    summary: 'Counts those registered for a class',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: z.object({ count: z.int() }),
  }),
  deleteClass: endpoint('DELETE /api/classes/:id', {
    summary: 'Deletes a class in which nobody is registered',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: message,
    current: currentClass,
  }),
  getInstructors: endpoint('GET /api/instructors', {
    summary: 'Lists everybody who can be the instructor of a class',
    access: 'staff',
    response: z.array(z.object({ id, name: z.string(), role: z.enum(['admin', 'teacher']) })),
  }),
};

/** What is left out stays as it is in each of the classes. */
const body = z.strictObject({
  classIds: chosenClasses,
  /** Null takes the instructor away. */
  instructorId: z.optional(z.nullable(id)),
  timeSlot: z.optional(z.enum(TIME_SLOTS, 'Please select a time slot')),
});

const preview = z.object({
  classes: z.array(
    z.object({
      id,
      startTime: instant,
      /** Why the change cannot be made while this class is among those chosen. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Those registered whose time changes. */
  people: z.array(toldPerson),
});
export type ClassChangePreview = z.infer<typeof preview>;

/** Another instructor or time slot for several classes at once, all or none. */
export const classChangeCalls = {
  previewClassChange: endpoint('POST /api/admin/class-changes/preview', {
    summary: 'Says what another instructor or time would mean for these classes',
    access: 'editors',
    body,
    response: preview,
    refusals: [404],
  }),
  changeClasses: endpoint('POST /api/admin/class-changes', {
    summary: 'Gives several classes another instructor or time, all or none',
    access: 'editors',
    body,
    response: message,
    refusals: [404, 409],
  }),
};

const pastClass = z.object({
  id,
  startTime: instant,
  classType: z.enum(CLASS_TYPES),
  instructorName: z.nullable(z.string()),
  topic: z.string(),
  /** False where nobody started the class: then nobody missed it. */
  wasHeld: z.nullable(z.boolean()),
  /** Students who were to come, those included who have missed it and gone to another class since. */
  registered: z.int(),
  came: z.int(),
  missed: z.int(),
  /** Seen in the room, but nobody knows for how long. */
  unclear: z.int(),
  excused: z.int(),
});
export type PastClass = z.infer<typeof pastClass>;

const words = z._default(typedText(200), '');
const search = z.object({
  /** The last class of the page before: pages neither overlap nor slip when more classes turn past. */
  before: z.optional(pathId),
  /** Pacific days, both included. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  instructor: words,
  student: words,
});
export type PastClassSearch = z.infer<typeof search>;

/** Classes that are over, newest first, for ever. */
export const pastClassCalls = {
  getPastClasses: endpoint('GET /api/admin/past-classes', {
    summary: 'Lists classes that are over, newest first, page by page',
    access: 'staff',
    query: search,
    response: z.object({ classes: z.array(pastClass), next: z.nullable(id) }),
    refusals: [404],
  }),
};
