import * as z from 'zod/mini';
import { calendarDate } from './fields.ts';
import { requiredLines, requiredText, typedText } from './typed-fields.ts';

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
