import * as z from 'zod/mini';
import { forEditors, forStaff } from './endpoint.ts';
import { chosenClasses, id, instant, listOf } from './fields.ts';
import { cancelClassesBody, closeDatesBody, closedRange } from './forms.ts';

const affectedClass = z.object({ id, startTime: instant });

/** A person we notify by email, and also by text if `byText` is set. */
export const recipient = z.object({
  id,
  name: z.string(),
  role: z.enum(['student', 'alumni', 'instructor']),
  byText: z.boolean(),
  classNumbers: z.array(z.int()),
});
export type Recipient = z.infer<typeof recipient>;

const preview = z.object({
  classes: z.array(affectedClass),
  people: z.array(recipient),
  /** False if we notify people only once the cancellation can no longer be undone. */
  isNotifiedAtOnce: z.boolean(),
});
export type CancellationPreview = z.infer<typeof preview>;

export const cancellation = z.object({
  id,
  reason: z.string(),
  canceledBy: z.string(),
  undoUntil: instant,
  classes: z.array(affectedClass),
  isAnnounced: z.boolean(),
  suspended: z.int(),
});
export type Cancellation = z.infer<typeof cancellation>;

const undone = z.object({
  classes: z.int(),
  /** The classes that stay canceled, soonest first. `reason` is a clause, not a full sentence. */
  classesLeft: listOf({ id, startTime: instant, reason: z.string() }),
  /** The number of students who didn’t get their class back, for example because they have another one that week. */
  studentsLeft: z.int(),
});
export type Undone = z.infer<typeof undone>;

const closedDates = z.object({ id, ...closedRange.shape, name: z.string() });
export type ClosedDates = z.infer<typeof closedDates>;

export const cancellationCalls = {
  previewCancellation: forEditors('POST /api/admin/cancellations/preview', {
    summary: 'Previews who would be notified if these classes were canceled',
    body: z.strictObject({ classIds: chosenClasses }),
    response: preview,
    refusals: [404],
  }),
  cancelClasses: forEditors('POST /api/admin/cancellations', {
    summary: 'Cancels classes and asks their students to pick new times',
    body: z.strictObject({ ...cancelClassesBody.shape, classIds: chosenClasses }),
    response: cancellation,
    refusals: [404, 409],
  }),
  getOpenCancellations: forStaff('GET /api/admin/cancellations', {
    summary: 'Lists the cancellations that can still be undone, newest first',
    response: z.array(cancellation),
  }),
  undoCancellation: forEditors('POST /api/admin/cancellations/:id/undo', {
    summary: 'Undoes a cancellation within ten minutes',
    response: undone,
    refusals: [409],
  }),
  getClosedDates: forStaff('GET /api/admin/closed-dates', {
    summary: 'Lists the closed dates',
    response: z.array(closedDates),
  }),
  previewClosedDates: forEditors('POST /api/admin/closed-dates/preview', {
    summary: 'Previews which classes are on these days and who would be notified',
    body: z.strictObject(closedRange.shape),
    response: preview,
  }),
  closeDates: forEditors('POST /api/admin/closed-dates', {
    summary: 'Closes days and cancels the classes on them',
    body: z.strictObject(closeDatesBody.shape),
    response: closedDates,
    refusals: [409],
  }),
  openDates: forEditors('DELETE /api/admin/closed-dates/:id', {
    summary: 'Reopens closed dates',
    response: closedDates,
  }),
};
