import * as z from 'zod/mini';
import { TIME_SLOTS } from '../course/course.ts';
import { toldPerson } from './cancellations.ts';
import { endpoint } from './endpoint.ts';
import { chosenClasses, id, instant, message } from './fields.ts';

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
  previewClassChange: endpoint({
    summary: 'Says what another instructor or time would mean for these classes',
    method: 'POST',
    path: '/api/admin/class-changes/preview',
    access: 'editors',
    body,
    response: preview,
    refusals: [404],
  }),
  changeClasses: endpoint({
    summary: 'Gives several classes another instructor or time, all or none',
    method: 'POST',
    path: '/api/admin/class-changes',
    access: 'editors',
    body,
    response: message,
    refusals: [404, 409],
  }),
};
