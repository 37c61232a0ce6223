import * as z from 'zod/mini';
import { currentCorrection } from './attendance.ts';
import { cancellation } from './cancellations.ts';
import { endpoint } from './endpoint.ts';
import { id, instant, pathId } from './fields.ts';
import { adminClass } from './timetable.ts';

const maybeInstant = z.nullable(instant);

/** Somebody who comes to a class, or came, or was to come. */
const classGuest = z.object({
  personId: id,
  name: z.string(),
  email: z.string(),
  phone: z.nullable(z.string()),
  textConsent: z.boolean(),
  role: z.enum(['student', 'alumni', 'teacher', 'admin']),
  /** Null for somebody without a registration, such as an alumnus who pressed Join. */
  classNumber: z.nullable(z.int()),
  /** For the door: see course/door-list.ts. */
  marks: z.array(z.enum(['first', 'makeup', 'missed-last'])),
  /** Where they have gone instead, having missed this class. */
  makeup: z.nullable(z.object({ classId: id, startTime: instant })),
  /** What is recorded of them; null also while the class is still to come. */
  attendance: z.nullable(
    z.object({
      status: z.enum(['Joined', 'Present', 'Excused']),
      source: z.enum(['webhook', 'report', 'import', 'hand']),
      joinedAt: maybeInstant,
      /** Null while they are in the room, and where nobody saw them leave. */
      leftAt: maybeInstant,
      recordedAt: instant,
    }),
  ),
  correction: z.nullable(currentCorrection),
});
export type ClassGuest = z.infer<typeof classGuest>;

/** A name in the room that belongs to nobody yet. */
const unknownGuest = z.object({
  name: z.string(),
  /** They registered on Zoom's own page. Otherwise they came by phone, or without any registration. */
  registeredAtZoom: z.boolean(),
  joinedAt: instant,
  leftAt: maybeInstant,
});
export type UnknownGuest = z.infer<typeof unknownGuest>;

const classPage = z.object({
  courseClass: adminClass,
  instructorName: z.nullable(z.string()),
  /** The Zoom user who hosts its meeting. */
  host: z.string(),
  guests: z.array(classGuest),
  unknownGuests: z.array(unknownGuest),
  /** Names in the waiting room, whoever came first first. */
  waiting: z.array(z.object({ name: z.string(), since: instant })),
  /** Whether Zoom has given its last word on who came. */
  isAttendanceFinal: z.boolean(),
  /** False where nobody started the class, null while we do not know. */
  wasHeld: z.nullable(z.boolean()),
  /** Why Zoom did not say who came, and what to do. */
  attendanceProblem: z.nullable(z.string()),
  /** Set while the class is cancelled. */
  cancellation: z.nullable(cancellation),
});
export type ClassPage = z.infer<typeof classPage>;

/** One class with everybody in it, before, while and after it is held. */
export const classPageCalls = {
  getClass: endpoint('GET /api/admin/classes/:id', {
    summary: 'Returns one class with everybody in it',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: classPage,
  }),
  exportAttendance: endpoint('GET /api/admin/classes/:id/attendance.csv', {
    summary: 'Returns who came to a class as CSV',
    access: 'staff',
    params: z.object({ id: pathId }),
    response: z.string(),
    mediaType: 'text/csv',
  }),
};
