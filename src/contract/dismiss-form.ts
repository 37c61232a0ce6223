import * as z from 'zod/mini';
import { requiredText } from './typed-fields.ts';

/** What the dialog asks for, beside the rest of the body: what that needs of zod would weigh on every dialog. */
export const dismissForm = z.strictObject({ reason: requiredText('Please say why', 300) });
