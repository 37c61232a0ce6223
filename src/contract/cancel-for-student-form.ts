import * as z from 'zod/mini';
import { requiredText } from './typed-fields.ts';

/** The student reads the reason. Beside forms.ts, which every other dialog loads. */
export const cancelForStudentBody = z.strictObject({ reason: requiredText('Please say why', 300) });
