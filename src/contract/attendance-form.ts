import * as z from 'zod/mini';
import { CORRECTIONS } from '../course/attendance-states.ts';
import { requiredText } from './typed-fields.ts';

/** What an editor says by hand of somebody's class, and why. Beside forms.ts, which every other dialog loads. */
export const correctAttendanceBody = z.strictObject({
  status: z.enum(CORRECTIONS, 'Please choose what is true'),
  reason: requiredText('Please say why', 300),
  /** The name in the room that is taken for theirs, where they came by the shared link. As Zoom gave it: not trimmed. */
  guestName: z.optional(
    z.string().check(
      z.maxLength(1000),
      z.refine((name) => !name.includes('\0')),
    ),
  ),
});
