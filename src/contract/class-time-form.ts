import * as z from 'zod/mini';
import { describeWrongDate } from '../course/calendar-date.ts';
import { CLASS_TYPES, TIME_SLOTS } from '../course/course.ts';
import { readPacificDate } from '../course/pacific-time.ts';

const noDate = 'Please select a date';
/** The Pacific day and slot decide when a class is; whatever else the client sends only repeats it. */
export const classTime = z.object({
  pacificDate: z.string(noDate).check(
    z.refine((text) => readPacificDate(text) !== null, {
      error: ({ input }) => describeWrongDate(String(input), noDate),
    }),
  ),
  timeSlot: z.enum(TIME_SLOTS, 'Please select a time slot'),
  classType: z.enum(CLASS_TYPES, 'Please select a class type'),
});
