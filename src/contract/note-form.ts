import * as z from 'zod/mini';
import { requiredLines } from './typed-fields.ts';

/** What staff write down about somebody. */
export const noteBody = z.strictObject({ body: requiredLines('Please enter a note', 2000) });
