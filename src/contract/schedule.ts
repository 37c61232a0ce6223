import * as z from 'zod/mini';
import { EMPTY_WEEK_REASONS } from '../course/empty-week.ts';
import { forAnyone, forEditors, forStudents } from './endpoint.ts';
import { id, instant, noSuchThing, numberInUrl, pathId, someId } from './fields.ts';
import { reasonBody } from './forms.ts';

const furthestWeek = 520;
export const weekOffset = z.pipe(
  z
    .string('weekOffset is missing')
    .check(z.regex(/^-?\d{1,3}$/, 'weekOffset must be a number of weeks')),
  z.pipe(
    z.transform(Number),
    z
      .int()
      .check(
        z.gte(-furthestWeek, 'That week is too far in the past'),
        z.lte(furthestWeek, 'That week is too far in the future'),
      ),
  ),
);

export const classNumberInUrl = numberInUrl(/^(?:[1-9]|10)$/, noSuchThing);

export const slot = z.object({
  id,
  startTime: instant,
  dayOfWeek: z.string(),
  instructorFirstName: z.optional(z.string()),
  /** Null if the class has no limit. Negative if staff overbooked it. */
  placesLeft: z.nullable(z.int()),
  isFull: z.boolean(),
});
export type Slot = z.infer<typeof slot>;

const weekFacts = {
  canGoBack: z.boolean(),
  canGoOn: z.boolean(),
  nextFreeWeek: z.nullable(z.int()),
  /** Says why the week has no slots. Null if it has some. */
  emptyWeek: z.nullable(
    z.object({
      reason: z.enum(EMPTY_WEEK_REASONS),
      date: z.optional(z.string()),
      classNumber: z.optional(z.int()),
    }),
  ),
};

export const scheduleEntry = z.object({
  id,
  classNumber: z.int(),
  classId: id,
  isRescheduled: z.boolean(),
  /** True even if the student stayed only for a moment. */
  wasInRoom: z.boolean(),
  wasHeld: z.nullable(z.boolean()),
  studentZoomJoinUrl: z.nullable(z.string()),
  class: z.object({
    startTime: instant,
    zoomJoinUrl: z.nullable(z.string()),
    instructorFirstName: z.nullable(z.string()),
  }),
  /** Set if the class or the student’s place in it was canceled, until the student picks a new time. */
  cancellation: z.nullable(
    z.object({
      reason: z.string(),
      /** True if staff canceled only this student’s place, and not the whole class. */
      isOfPlace: z.boolean(),
    }),
  ),
});
export type ScheduleEntry = z.infer<typeof scheduleEntry>;

const optionsPath = z.object({ registrationId: pathId, weekOffset });
const movePath = z.object({ registrationId: pathId });
export const moveBody = z.strictObject({ newClassId: someId('Please choose a class time') });

const mediaType = 'text/calendar';
const subscription = z.object({ subscribeUrl: z.string() });

export const scheduleCalls = {
  offerClasses: forStudents('GET /api/classes/available', {
    summary: 'Lists the class times that the student can choose in a given week',
    query: z.object({
      weekOffset,
      classNumber: z.optional(classNumberInUrl),
    }),
    response: z.object({
      nextClassNumber: z.int(),
      classes: z.array(slot),
      ...weekFacts,
      /** The first week with a slot, from the requested week on. If there is none, the closest earlier one. */
      firstFutureWeek: z.nullable(z.int()),
    }),
    refusals: [404, 409],
  }),
  chooseClass: forStudents('POST /api/register/class/:classId', {
    summary: 'Registers the student for their next class',
    params: z.object({ classId: pathId }),
    /** The call returns 409 if `classNumber` isn’t the student’s next class. */
    query: z.object({ classNumber: z.optional(classNumberInUrl) }),
    response: scheduleEntry,
    refusals: [409, 429],
  }),
  offerRescheduleSlots: forStudents(
    'GET /api/classes/reschedule-for-class/:registrationId/:weekOffset',
    {
      summary: 'Lists the class times that a class can be moved to in a given week',
      params: optionsPath,
      response: z.object({
        classes: z.array(slot),
        ...weekFacts,
        /** Only set for a canceled class, because the week it was in may be over or have no slots. */
        firstFutureWeek: z.optional(z.nullable(z.int())),
      }),
      refusals: [409],
    },
  ),
  rescheduleClass: forStudents('PATCH /api/register/reschedule/:registrationId', {
    summary: 'Moves one of the student’s upcoming classes to another time',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
    refusals: [409, 429],
  }),
  offerMakeupSlots: forStudents('GET /api/classes/makeup-for-class/:registrationId/:weekOffset', {
    summary: 'Lists a week’s makeup times for a missed class',
    params: optionsPath,
    response: z.object({
      classes: z.array(slot),
      ...weekFacts,
      firstFutureWeek: z.nullable(z.int()),
    }),
    refusals: [409],
  }),
  scheduleMakeup: forStudents('PATCH /api/register/makeup/:registrationId', {
    summary: 'Schedules a makeup for a missed class',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
    refusals: [409, 429],
  }),
  /** `newClassId` is the class that the registration was moved to. */
  undoMove: forStudents('POST /api/register/undo/:registrationId', {
    summary: 'Undoes a recent reschedule or makeup',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
    refusals: [409],
  }),
  getSchedule: forStudents('GET /api/schedule', {
    summary: 'Lists the student’s registrations',
    response: z.array(scheduleEntry),
  }),
  getCalendar: forStudents('GET /api/calendar', {
    summary: 'Returns the URL for subscribing to the student’s classes',
    needsOwnSignIn: true,
    response: subscription,
  }),
  renewCalendar: forStudents('POST /api/calendar/renew', {
    summary: 'Replaces the calendar subscription URL',
    needsOwnSignIn: true,
    response: subscription,
    refusals: [429],
  }),
  getCalendarFile: forStudents('GET /api/calendar/file', {
    summary: 'Returns the student’s classes as a calendar file',
    response: z.string(),
    mediaType,
  }),
  getCalendarFeed: forAnyone('GET /api/calendar/feeds/:token.ics', {
    summary: 'Returns the classes for a calendar subscription URL',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/, noSuchThing)) }),
    response: z.string(),
    mediaType,
  }),
};

export const waitingTurn = z.object({
  id,
  personId: id,
  name: z.string(),
  classId: id,
  classNumber: z.int(),
  startTime: instant,
  turn: z.int(),
  /** Set while we hold a place for this person. */
  offerExpiresAt: z.nullable(instant),
});
export type WaitingTurn = z.infer<typeof waitingTurn>;

export const waitingListCalls = {
  getWaitingLists: forStudents('GET /api/waiting-lists', {
    summary: 'Lists the waiting lists that the student is on',
    response: z.array(waitingTurn),
  }),
  joinWaitingList: forStudents('POST /api/waiting-lists', {
    summary: 'Puts the student on the waiting list for a full class',
    body: z.strictObject({ classId: someId('Please choose a class time'), classNumber: z.int() }),
    refusals: [409, 429],
  }),
  answerWaitingList: forStudents('POST /api/waiting-lists/:id', {
    summary: 'Takes the place that we’re holding for the student, or takes them off the list',
    body: z.strictObject({ action: z.enum(['take', 'leave']) }),
    refusals: [409, 429],
  }),
  changeWaitingList: forEditors('POST /api/admin/waiting-lists/:id', {
    summary: 'Offers someone in line a place, moves them to the front, or takes them off the list',
    body: z.extend(reasonBody, { action: z.enum(['offer', 'front', 'remove']) }),
    refusals: [409],
  }),
};
