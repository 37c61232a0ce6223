import * as z from 'zod/mini';
import { ROLES } from '../course/roles.ts';
import { currentCorrection } from './attendance.ts';
import { cancellation } from './cancellations.ts';
import { forStaff } from './endpoint.ts';
import { id, instant, listOf, maybeInstant } from './fields.ts';
import { waitingTurn } from './schedule.ts';
import { adminClass } from './timetable.ts';

export const classGuest = z.object({
  personId: id,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  textConsent: z.boolean(),
  role: z.enum(ROLES),
  /** Null for people without a registration, such as alumni who pressed Join. */
  classNumber: z.nullable(z.int()),
  marks: z.array(z.enum(['first', 'makeup', 'missed-last'])),
  makeup: z.nullable(z.object({ classId: id, startTime: instant })),
  attendance: z.nullable(
    z.object({
      status: z.enum(['Joined', 'Present', 'Excused']),
      source: z.enum(['webhook', 'report', 'import', 'hand']),
      joinedAt: maybeInstant,
      /** Null while the person is in the room, or if Zoom never reported that they left. */
      leftAt: maybeInstant,
      recordedAt: instant,
    }),
  ),
  correction: z.nullable(currentCorrection),
});
export type ClassGuest = z.infer<typeof classGuest>;

const unknownGuest = z.object({
  name: z.string(),
  /** False for people who called in or joined without registering. */
  registeredAtZoom: z.boolean(),
  joinedAt: instant,
  leftAt: maybeInstant,
});
export type UnknownGuest = z.infer<typeof unknownGuest>;

const classPage = z.object({
  courseClass: adminClass,
  instructorName: z.nullable(z.string()),
  host: z.string(),
  guests: z.array(classGuest),
  unknownGuests: z.array(unknownGuest),
  waiting: listOf({ name: z.string(), since: instant }),
  /** True once Zoom’s report is complete, or if we no longer expect one. */
  isAttendanceFinal: z.boolean(),
  /** Null until we know. */
  wasHeld: z.nullable(z.boolean()),
  attendanceProblem: z.nullable(z.string()),
  cancellation: z.nullable(cancellation),
  waitingList: z.array(waitingTurn),
});
export type ClassPage = z.infer<typeof classPage>;

export const classPageCalls = {
  getClass: forStaff('GET /api/admin/classes/:id', {
    summary: 'Returns one class with everyone registered for it',
    response: classPage,
  }),
};
