import * as z from 'zod/mini';
import { CLASS_TYPES, TIME_SLOTS } from '../course/course.ts';
import { toldPerson } from './cancellations.ts';
import { endpoint } from './endpoint.ts';
import {
  byId,
  calendarDate,
  chosenClasses,
  id,
  instant,
  message,
  pathId,
  typedText,
} from './fields.ts';
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
  /** Why the class has no meeting, or the wrong one. */
  meetingProblem: z.nullable(z.string()),
  /** People without their own join link, and why. */
  registrantProblems: z.array(z.string()),
  registrationCount: z.int(),
  registrations: z.array(
    z.object({ id, name: z.string(), email: z.string(), classNumber: z.int() }),
  ),
  /** Students with different class numbers share a class. */
  classNumber: z.null(),
  /** For `If-Match`. */
  version: z.int(),
});
export type AdminClass = z.infer<typeof adminClass>;

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
    params: byId,
    /** Required to move a class to within minutes from now. */
    query: z.object({ shortNotice: z.optional(z.literal('confirmed')) }),
    body: z.strictObject({
      ...classFields,
      /** Keeps the Zoom host in spite of a new instructor. */
      keepHost: z.optional(z.boolean()),
      /** About a new instructor; a new link is always announced. */
      tellStudents: z.optional(z.boolean()),
    }),
    response: adminClass,
    current: currentClass,
  }),
  countRegistrations: endpoint('GET /api/classes/:id/registrations/count', {
    summary: 'Counts those registered for a class',
    access: 'staff',
    params: byId,
    response: z.object({ count: z.int() }),
  }),
  deleteClass: endpoint('DELETE /api/classes/:id', {
    summary: 'Deletes a class without registrations',
    access: 'editors',
    params: byId,
    response: message,
    current: currentClass,
  }),
  getInstructors: endpoint('GET /api/instructors', {
    summary: 'Lists everyone who can teach a class',
    access: 'staff',
    response: z.array(z.object({ id, name: z.string(), role: z.enum(['admin', 'teacher']) })),
  }),
};

/** Absent fields stay as they are. */
const body = z.strictObject({
  classIds: chosenClasses,
  /** Null removes the instructor. */
  instructorId: z.optional(z.nullable(id)),
  timeSlot: z.optional(z.enum(TIME_SLOTS, 'Please select a time slot')),
});

const preview = z.object({
  classes: z.array(
    z.object({
      id,
      startTime: instant,
      /** Blocks the whole change. */
      problem: z.nullable(z.string()),
    }),
  ),
  /** Registered people whose time changes. */
  people: z.array(toldPerson),
});
export type ClassChangePreview = z.infer<typeof preview>;

export const classChangeCalls = {
  previewClassChange: endpoint('POST /api/admin/class-changes/preview', {
    summary: 'Previews a new instructor or time for these classes',
    access: 'editors',
    body,
    response: preview,
    refusals: [404],
  }),
  changeClasses: endpoint('POST /api/admin/class-changes', {
    summary: 'Changes the instructor or time of several classes, all or none',
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
  /** False if no one started the class. */
  wasHeld: z.nullable(z.boolean()),
  /** Includes students who missed it and moved to another class. */
  registered: z.int(),
  came: z.int(),
  missed: z.int(),
  /** Seen in the room, but not for how long. */
  unclear: z.int(),
  excused: z.int(),
});
export type PastClass = z.infer<typeof pastClass>;

const words = z._default(typedText(200), '');
const search = z.object({
  /** A cursor: pages stay stable while more classes turn past. */
  before: z.optional(pathId),
  /** Pacific days, both included. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  instructor: words,
  student: words,
});
export type PastClassSearch = z.infer<typeof search>;

export const pastClassCalls = {
  getPastClasses: endpoint('GET /api/admin/past-classes', {
    summary: 'Lists classes that are over, newest first, page by page',
    access: 'staff',
    query: search,
    response: z.object({ classes: z.array(pastClass), next: z.nullable(id) }),
    refusals: [404],
  }),
};
