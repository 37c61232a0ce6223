import * as z from 'zod/mini';
import { FIRST_CLASS_NUMBER, LAST_CLASS_NUMBER } from '../course/course.ts';
import { saysSomething, WISH_DAYS, WISH_HOURS } from '../course/wishes.ts';
import { requiredText, typedText } from './fields.ts';

/** The student reads the reason. */
export const cancelForStudentBody = z.strictObject({ reason: requiredText('Please say why', 300) });

const fewest = 'Please choose a day or an hour, or write a line';
const unknown = 'This is none of the choices';

/** The class that no time fits for, and what would suit. */
export const wishBody = z
  .strictObject({
    classNumber: z
      .int(unknown)
      .check(z.gte(FIRST_CLASS_NUMBER, unknown), z.lte(LAST_CLASS_NUMBER, unknown)),
    days: z.array(z.enum(WISH_DAYS, unknown)).check(z.maxLength(WISH_DAYS.length, unknown)),
    hours: z.array(z.enum(WISH_HOURS, unknown)).check(z.maxLength(WISH_HOURS.length, unknown)),
    comment: typedText(300),
  })
  .check(z.refine(saysSomething, { error: fewest, path: ['days'] }));
