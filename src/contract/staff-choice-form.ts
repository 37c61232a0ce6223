import * as z from 'zod/mini';
import { someId } from './fields.ts';
import { requiredText, typedText } from './typed-fields.ts';

const longestReason = 300;

/** A class time that staff choose for a student. The reason is needed where a rule speaks against it. */
export const chooseForStudentBody = z.strictObject({
  classId: someId('Please choose a class time'),
  reason: z.optional(typedText(longestReason)),
});

/** The student reads the reason. Beside forms.ts, which every other dialog loads. */
export const cancelForStudentBody = z.strictObject({
  reason: requiredText('Please say why', longestReason),
});
