import * as z from 'zod/mini';
import { EMPTY_WEEK_REASONS } from '../course/empty-week.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, noSuchThing, pathId, someId } from './fields.ts';

const furthestWeek = 520;
export const weekOffset = z.pipe(
  z
    .string('weekOffset is missing')
    .check(z.regex(/^-?\d{1,3}$/, 'weekOffset is not a number of weeks')),
  z.pipe(
    z.transform(Number),
    z
      .int()
      .check(
        z.gte(-furthestWeek, 'That is too far back'),
        z.lte(furthestWeek, 'That is too far ahead'),
      ),
  ),
);

export const classNumberInAddress = z.pipe(
  z.string().check(z.regex(/^(?:[1-9]|10)$/, noSuchThing)),
  z.pipe(z.transform(Number), z.int()),
);

export const slot = z.object({
  id,
  startTime: instant,
  dayOfWeek: z.string(),
  instructorFirstName: z.optional(z.string()),
});
export type Slot = z.infer<typeof slot>;

/** What is known of a week beside its slots. */
const weekFacts = {
  /** Whether an earlier week has a slot, and whether a later one has. */
  canGoBack: z.boolean(),
  canGoOn: z.boolean(),
  /** The offset of the nearest other week with a slot to choose: the next one, else the last before. */
  nextFreeWeek: z.nullable(z.int()),
  /** Why there is no slot; null where there is one. */
  emptyWeek: z.nullable(
    z.object({
      reason: z.enum(EMPTY_WEEK_REASONS),
      /** The day of what has to come first: the start of the course, or the class before. */
      date: z.optional(z.string()),
      /** The number of that class. */
      classNumber: z.optional(z.int()),
    }),
  ),
};

export const scheduleEntry = z.object({
  id,
  classNumber: z.int(),
  classId: id,
  isRescheduled: z.boolean(),
  /** The student was seen in the room of the class, however short. */
  wasInRoom: z.boolean(),
  /** False where nobody started the class; null while we do not know, and while Zoom refuses to say who came. */
  wasHeld: z.nullable(z.boolean()),
  studentZoomJoinUrl: z.nullable(z.string()),
  class: z.object({
    startTime: instant,
    zoomJoinUrl: z.nullable(z.string()),
    instructorFirstName: z.nullable(z.string()),
  }),
  /** Set while the student is to choose again: `class` is then the one there was. */
  cancellation: z.nullable(
    z.object({
      reason: z.string(),
      /** Staff gave up the student's place in a class that takes place. */
      isOfPlace: z.boolean(),
    }),
  ),
});
export type ScheduleEntry = z.infer<typeof scheduleEntry>;

const optionsPath = z.object({ registrationId: pathId, weekOffset });
const movePath = z.object({ registrationId: pathId });
export const moveBody = z.strictObject({ newClassId: someId('Please choose a class time') });

export const schedulingCalls = {
  offerClasses: endpoint('GET /api/classes/available', {
    summary: 'Lists the class times of a week that the student can choose',
    access: 'students',
    query: z.object({
      weekOffset,
      /** The next class, or one after it that is planned along with it. */
      classNumber: z.optional(classNumberInAddress),
    }),
    response: z.object({
      nextClassNumber: z.int(),
      classes: z.array(slot),
      ...weekFacts,
      /** The offset nearest to the asked one that has a slot: forward first, then back. */
      firstFutureWeek: z.nullable(z.int()),
    }),
    refusals: [404, 409],
  }),
  chooseClass: endpoint('POST /api/register/class/:classId', {
    summary: 'Registers the student for their next class',
    access: 'students',
    params: z.object({ classId: pathId }),
    /** The class number that the time is meant for: the call is refused where the next one is another by now. */
    query: z.object({ classNumber: z.optional(classNumberInAddress) }),
    response: scheduleEntry,
    refusals: [409, 429],
  }),
  offerRescheduleSlots: endpoint(
    'GET /api/classes/reschedule-for-class/:registrationId/:weekOffset',
    {
      summary: 'Lists the class times of a week to which a class can be moved',
      access: 'students',
      params: optionsPath,
      response: z.object({
        classes: z.array(slot),
        ...weekFacts,
        /** Named for a cancelled class alone: its own week may have nothing to choose, or be over. */
        firstFutureWeek: z.optional(z.nullable(z.int())),
      }),
      refusals: [409],
    },
  ),
  rescheduleClass: endpoint('PATCH /api/register/reschedule/:registrationId', {
    summary: 'Moves an upcoming class of the student to another time',
    access: 'students',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
    refusals: [409, 429],
  }),
  offerMakeupSlots: endpoint('GET /api/classes/makeup-for-class/:registrationId/:weekOffset', {
    summary: 'Lists the class times of a week at which a missed class can be made up',
    access: 'students',
    params: optionsPath,
    response: z.object({
      classes: z.array(slot),
      ...weekFacts,
      firstFutureWeek: z.nullable(z.int()),
    }),
    refusals: [409],
  }),
  scheduleMakeup: endpoint('PATCH /api/register/makeup/:registrationId', {
    summary: 'Chooses a time at which a missed class is made up',
    access: 'students',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
    refusals: [409, 429],
  }),
  /** For a moment after a reschedule or makeup; `newClassId` is the class that it went to. */
  undoMove: endpoint('POST /api/register/undo/:registrationId', {
    summary: 'Undoes a reschedule or makeup shortly after it',
    access: 'students',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
    refusals: [409],
  }),
  getSchedule: endpoint('GET /api/schedule', {
    summary: 'Lists the student’s registrations',
    access: 'students',
    response: z.array(scheduleEntry),
  }),
};

const mediaType = 'text/calendar';
const subscription = z.object({ subscribeUrl: z.string() });

/** A student's classes for the calendar they use. */
export const calendarCalls = {
  getCalendar: endpoint('GET /api/calendar', {
    summary: 'Returns the address under which the student’s classes can be subscribed to',
    access: 'students',
    needsOwnSignIn: true,
    response: subscription,
  }),
  renewCalendar: endpoint('POST /api/calendar/renew', {
    summary: 'Replaces the subscription address by a new one',
    access: 'students',
    needsOwnSignIn: true,
    response: subscription,
    refusals: [429],
  }),
  getCalendarFile: endpoint('GET /api/calendar/file', {
    summary: 'Returns the student’s classes as a calendar file',
    access: 'students',
    response: z.string(),
    mediaType,
  }),
  getCalendarFeed: endpoint('GET /api/calendar/feeds/:token.ics', {
    summary: 'Returns the classes of the student to whom the subscription address belongs',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.regex(/^[\w-]{43}$/, noSuchThing)) }),
    response: z.string(),
    mediaType,
  }),
};
