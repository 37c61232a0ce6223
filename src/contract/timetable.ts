import * as z from 'zod/mini';
import { CLASS_TYPES, TIME_SLOTS } from '../course/course.ts';
import { STAFF_ROLES } from '../course/roles.ts';
import { recipient } from './cancellations.ts';
import { forAdmins, forEditors, forStaff } from './endpoint.ts';
import {
  calendarDate,
  chosenClasses,
  csvFile,
  id,
  instant,
  listOf,
  maybeText,
  pathId,
  searchWords,
} from './fields.ts';
import { classTime, places, termBody } from './forms.ts';

export const currentClass = z.object({
  startTime: instant,
  timeSlot: maybeText,
  dayOfWeek: z.string(),
  classType: z.enum(CLASS_TYPES),
  instructorId: z.optional(id),
  instructorFirstName: maybeText,
  /** The number of places that staff set. If null, `defaultPlaces` applies. */
  places,
  version: z.int(),
});
export type CurrentClass = z.infer<typeof currentClass>;

export const adminClass = z.extend(currentClass, {
  id,
  topic: z.string(),
  zoomMeetingId: maybeText,
  zoomRegistrationUrl: maybeText,
  meetingProblem: maybeText,
  registrantProblems: z.array(z.string()),
  registrationCount: z.int(),
  registrations: listOf({ id, name: z.string(), email: z.string(), classNumber: z.int() }),
  /** Null if there is no limit. */
  defaultPlaces: z.nullable(z.int()),
  /** Always null, because students with different class numbers share a class. */
  classNumber: z.null(),
});
export type AdminClass = z.infer<typeof adminClass>;

const classFields = {
  ...classTime.shape,
  dayOfWeek: z.string(),
  instructorId: z.optional(id),
  /** If absent, a new class gets the default, and an existing class keeps its number of places. */
  places: z.optional(places),
};

/** Fields that are absent stay unchanged. */
const body = z.strictObject({
  classIds: chosenClasses,
  /** The versions that the editor saw, by class ID. If one is outdated, the call returns 409. */
  versions: z.optional(z.record(z.string(), z.int())),
  instructorId: z.optional(z.nullable(id)),
  timeSlot: z.optional(z.enum(TIME_SLOTS, 'Please select a time slot')),
  places: z.optional(places),
});

/** If any class has a problem, none of the classes are changed or added. */
const checkedClass = z.object({ startTime: instant, problem: maybeText });
export type CheckedClass = z.infer<typeof checkedClass>;

const preview = z.object({
  classes: z.array(z.extend(checkedClass, { id })),
  people: z.array(recipient),
});

const pastClass = z.object({
  id,
  startTime: instant,
  classType: z.enum(CLASS_TYPES),
  instructorName: maybeText,
  topic: z.string(),
  wasHeld: z.nullable(z.boolean()),
  /** Includes students who missed the class and moved to another one. */
  registered: z.int(),
  came: z.int(),
  missed: z.int(),
  /** The number of students who joined the meeting but whose time in it is unknown. */
  unclear: z.int(),
  excused: z.int(),
});
export type PastClass = z.infer<typeof pastClass>;

const period = z.object({
  class: z.optional(pathId),
  /** Pacific dates, both inclusive. */
  from: z.optional(calendarDate),
  to: z.optional(calendarDate),
  instructor: searchWords,
  student: searchWords,
});
/** `before` is a cursor, so that pages stay stable while more classes end. */
const search = z.extend(period, { before: z.optional(pathId) });
export type PastClassSearch = z.infer<typeof search>;

export const timetableCalls = {
  getAllClasses: forStaff('GET /api/classes/all', {
    summary: 'Lists the upcoming classes with everyone registered',
    response: z.array(adminClass),
  }),
  addClass: forAdmins('POST /api/classes/test', {
    summary: 'Adds a class',
    body: z.strictObject({
      ...classFields,
      startTime: instant,
      weekIndex: z.int().check(z.gte(0)),
      totalCount: z.int().check(z.gte(1)),
    }),
    response: adminClass,
    refusals: [404, 409],
  }),
  editClass: forEditors('PATCH /api/classes/:id', {
    summary: 'Changes a class’s time, type, instructor or number of places',
    /** Required if the new time is at most 15 minutes away. */
    query: z.object({ shortNotice: z.optional(z.literal('confirmed')) }),
    body: z.strictObject({
      ...classFields,
      /** Keeps the Zoom host even if the instructor changes. */
      keepHost: z.optional(z.boolean()),
      /** Notifies students of a new instructor. If their link changes, they always get an email. */
      notifyStudents: z.optional(z.boolean()),
    }),
    response: adminClass,
    current: currentClass,
  }),
  countRegistrations: forStaff('GET /api/classes/:id/registrations/count', {
    summary: 'Counts the people registered for a class',
    response: z.object({ count: z.int() }),
  }),
  deleteClass: forEditors('DELETE /api/classes/:id', {
    summary: 'Deletes a class that has no registrations',
    current: currentClass,
  }),
  getInstructors: forStaff('GET /api/instructors', {
    summary: 'Lists everyone who can teach a class',
    response: listOf({ id, name: z.string(), role: z.enum(STAFF_ROLES) }),
  }),
  previewClassChange: forEditors('POST /api/admin/class-changes/preview', {
    summary: 'Previews a new instructor, time or number of places for these classes',
    body,
    response: preview,
    refusals: [404],
  }),
  changeClasses: forEditors('POST /api/admin/class-changes', {
    summary:
      'Changes the instructor, time or number of places for several classes; if one can’t be changed, none are',
    body,
    refusals: [404, 409],
  }),
  addTerm: forAdmins('POST /api/admin/terms', {
    summary: 'Adds a term’s weekly classes; if one can’t be added, none are',
    query: z.object({ dryRun: z.optional(z.literal('true')) }),
    body: termBody,
    response: z.array(
      z.extend(checkedClass, {
        /** The name of the closed dates that the class falls on, or null. Such classes aren’t added. */
        skipped: maybeText,
      }),
    ),
    refusals: [409],
  }),
  getPastClasses: forStaff('GET /api/admin/past-classes', {
    summary: 'Lists past classes, newest first (paginated)',
    query: search,
    response: z.object({ classes: z.array(pastClass), next: z.nullable(id) }),
    refusals: [404],
  }),
  exportAttendance: forStaff('GET /api/admin/attendance.csv', {
    summary: 'Returns attendance for past classes, or for one class, as CSV',
    ...csvFile,
    query: period,
    refusals: [404],
  }),
};
