import * as z from 'zod/mini';
import { readPacificDate } from '../course/pacific-time.ts';
import { requiredLines, requiredText } from './typed-fields.ts';

export const editRetreatBody = z.strictObject({
  retreatTitle: requiredText('Title is required'),
  retreatDescription: requiredLines('Description is required', 2000),
});

const retreatTime = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Please enter a time'));
const noRetreatDate = 'Please enter the date, or leave it empty';

export const enterRetreatBody = z
  .strictObject({
    ...editRetreatBody.shape,
    /** Pacific. Empty where it is not known yet; then the times say nothing. */
    date: z
      .string(noRetreatDate)
      .check(z.refine((text) => text === '' || readPacificDate(text) !== null, noRetreatDate)),
    from: retreatTime,
    until: retreatTime,
  })
  .check(
    z.refine(({ date, from, until }) => date === '' || from < until, {
      error: 'The end must be after the beginning',
      path: ['until'],
    }),
  );
