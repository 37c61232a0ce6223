import * as z from 'zod/mini';
import { classTime } from '../../contract/class-time-form.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { DEFAULT_CLASS_TYPE, DEFAULT_TIME_SLOT, SERIES_COUNTS } from '../../course/course.ts';

export const noInstructor = 'none';

/** The contract's own fields and messages; the instructor and the count are the values of select options. */
export const classForm = z.extend(classTime, {
  instructor: z.string(),
  count: z.enum(SERIES_COUNTS.map(String)),
});
export type ClassFormInput = z.input<typeof classForm>;
export type ClassFormOutput = z.output<typeof classForm>;

export const emptyClassForm = {
  pacificDate: '' as CalendarDate,
  timeSlot: DEFAULT_TIME_SLOT,
  classType: DEFAULT_CLASS_TYPE,
  instructor: noInstructor,
  count: String(SERIES_COUNTS[0]),
} satisfies ClassFormInput;

export const timeHasPassed = 'This time has passed. Please choose a later one.';

/** '4PM' as a list shows it: '4:00 PM'. */
export const labelOfSlot = (slot: string) => slot.replace(/(?=[AP]M)/, ':00 ');

/** Left out of the call where nobody is chosen. */
export function instructorOf({ instructor }: ClassFormOutput): { instructorId?: number } {
  return instructor === noInstructor ? {} : { instructorId: Number(instructor) };
}
