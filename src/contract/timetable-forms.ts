import * as z from 'zod/mini';
import { describeWrongDate } from '../course/calendar-date.ts';
import { CLASS_TYPES, TIME_SLOTS } from '../course/course.ts';
import { readPacificDate } from '../course/pacific-time.ts';
import { calendarDate, requiredLines, requiredText, typedText } from './fields.ts';

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

/* Bodies of calls about cancelled classes, closed dates and messages, apart from `forms.ts` as other dialogs load that. */

/** Stands in mails to everybody concerned. */
export const cancelClassesBody = z.object({
  reason: requiredText('Please give a reason', 200),
});

/** What staff write to many people at once. */
const writtenMessage = {
  subject: requiredText('Please enter a subject', 120),
  body: requiredLines('Please enter a message', 4000),
  /** Empty where nobody is to get a text. */
  textBody: typedText(450, undefined),
};

export const classMessageBody = z.object({
  audience: z.enum(['registered', 'came'], 'Please choose whom to write to'),
  ...writtenMessage,
});

/** To people who were chosen on the journey board. */
export const groupMessageBody = z.object(writtenMessage);

export const closedRange = z.object({ firstDate: calendarDate, lastDate: calendarDate });

export const closeDatesBody = z.extend(closedRange, {
  name: requiredText('Please give these days a name', 80),
});
