import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, pathId, someId } from './fields.ts';

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

export const slot = z.object({
  id,
  startTime: instant,
  dayOfWeek: z.string(),
  instructorFirstName: z.optional(z.string()),
});
export type Slot = z.infer<typeof slot>;

const scheduleEntry = z.object({
  id,
  classNumber: z.int(),
  classId: id,
  isRescheduled: z.boolean(),
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
const moveBody = z.strictObject({ newClassId: someId('Please choose a class time') });

export const schedulingCalls = {
  offerClasses: endpoint({
    method: 'GET',
    path: '/api/classes/available',
    access: 'students',
    query: z.object({ weekOffset }),
    response: z.object({
      nextClassNumber: z.int(),
      classes: z.array(slot),
      /** The offset nearest to the asked one that has a slot: forward first, then back. */
      firstFutureWeek: z.nullable(z.int()),
    }),
  }),
  chooseClass: endpoint({
    method: 'POST',
    path: '/api/register/class/:classId',
    access: 'students',
    params: z.object({ classId: pathId }),
    response: scheduleEntry,
  }),
  offerRescheduleSlots: endpoint({
    method: 'GET',
    path: '/api/classes/reschedule-for-class/:registrationId/:weekOffset',
    access: 'students',
    params: optionsPath,
    response: z.object({
      classes: z.array(slot),
      canGoBack: z.boolean(),
      /** Named for a cancelled class alone: its own week may have nothing to choose, or be over. */
      firstFutureWeek: z.optional(z.nullable(z.int())),
    }),
  }),
  rescheduleClass: endpoint({
    method: 'PATCH',
    path: '/api/register/reschedule/:registrationId',
    access: 'students',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
  }),
  offerMakeupSlots: endpoint({
    method: 'GET',
    path: '/api/classes/makeup-for-class/:registrationId/:weekOffset',
    access: 'students',
    params: optionsPath,
    response: z.object({
      classes: z.array(slot),
      canGoBack: z.boolean(),
      firstFutureWeek: z.nullable(z.int()),
    }),
  }),
  scheduleMakeup: endpoint({
    method: 'PATCH',
    path: '/api/register/makeup/:registrationId',
    access: 'students',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
  }),
  /** For a moment after a reschedule or makeup; `newClassId` is the class that it went to. */
  undoMove: endpoint({
    method: 'POST',
    path: '/api/register/undo/:registrationId',
    access: 'students',
    params: movePath,
    body: moveBody,
    response: scheduleEntry,
  }),
  getSchedule: endpoint({
    method: 'GET',
    path: '/api/schedule',
    access: 'students',
    response: z.array(scheduleEntry),
  }),
};
