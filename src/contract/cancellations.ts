import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { chosenClasses, id, instant, pathId } from './fields.ts';
import { cancelClassesBody, closeDatesBody, closedRange } from './forms.ts';

const affectedClass = z.object({
  id,
  startTime: instant,
  instructorFirstName: z.nullable(z.string()),
});

/** Somebody who will be told, by mail and perhaps by text as well. */
export const toldPerson = z.object({
  id,
  name: z.string(),
  role: z.enum(['student', 'alumni', 'instructor']),
  byText: z.boolean(),
  classes: z.array(
    z.object({
      /** Only a student's class has one. */
      classNumber: z.nullable(z.int()),
      startTime: instant,
    }),
  ),
});
export type ToldPerson = z.infer<typeof toldPerson>;

const preview = z.object({
  classes: z.array(affectedClass),
  people: z.array(toldPerson),
  /** Whether people will be told at once, if it is done now, or when it can no longer be undone. */
  isToldAtOnce: z.boolean(),
});
export type CancellationPreview = z.infer<typeof preview>;

/** One cancellation, of one class or several. */
export const cancellation = z.object({
  id,
  reason: z.string(),
  cancelledBy: z.string(),
  undoUntil: instant,
  classes: z.array(affectedClass),
  /** Whether people have been told. */
  isAnnounced: z.boolean(),
  /** How many students are still to choose again. */
  waiting: z.int(),
});
export type Cancellation = z.infer<typeof cancellation>;

const undone = z.object({
  /** How many classes take place again. */
  classes: z.int(),
  /** Those that stay cancelled, soonest first; the reason is the end of a sentence. */
  classesLeft: z.array(z.object({ id, startTime: instant, reason: z.string() })),
  /** Students who meanwhile have another class in that week and still are to choose again. */
  studentsLeft: z.int(),
});
export type Undone = z.infer<typeof undone>;

const closedDates = z.object({ id, ...closedRange.shape, name: z.string() });
export type ClosedDates = z.infer<typeof closedDates>;

/** Cancelling classes that have people in them, and days without classes. */
export const cancellationCalls = {
  previewCancellation: endpoint('POST /api/admin/cancellations/preview', {
    summary: 'Says who would be told if these classes were cancelled',
    access: 'editors',
    body: z.strictObject({ classIds: chosenClasses }),
    response: preview,
    refusals: [404],
  }),
  cancelClasses: endpoint('POST /api/admin/cancellations', {
    summary: 'Cancels classes, with the students in them to choose again',
    access: 'editors',
    body: z.strictObject({ ...cancelClassesBody.shape, classIds: chosenClasses }),
    response: cancellation,
    refusals: [404, 409],
  }),
  getOpenCancellations: endpoint('GET /api/admin/cancellations', {
    summary: 'Lists the cancellations that can still be undone, newest first',
    access: 'staff',
    response: z.array(cancellation),
  }),
  undoCancellation: endpoint('POST /api/admin/cancellations/:id/undo', {
    summary: 'Undoes a cancellation within ten minutes',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: undone,
    refusals: [409],
  }),
  getClosedDates: endpoint('GET /api/admin/closed-dates', {
    summary: 'Lists the days on which no class takes place',
    access: 'staff',
    response: z.array(closedDates),
  }),
  previewClosedDates: endpoint('POST /api/admin/closed-dates/preview', {
    summary: 'Says which classes are on these days, and who would be told',
    access: 'editors',
    body: z.strictObject(closedRange.shape),
    response: preview,
  }),
  closeDates: endpoint('POST /api/admin/closed-dates', {
    summary: 'Closes days to classes and cancels those that are there',
    access: 'editors',
    body: z.strictObject(closeDatesBody.shape),
    response: closedDates,
    refusals: [409],
  }),
  openDates: endpoint('DELETE /api/admin/closed-dates/:id', {
    summary: 'Opens closed days again',
    access: 'editors',
    params: z.object({ id: pathId }),
    response: closedDates,
  }),
};
