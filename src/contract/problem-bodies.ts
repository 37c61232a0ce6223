import * as z from 'zod/mini';
import { dismissForm } from './dismiss-form.ts';
import { instant } from './fields.ts';
import { PROBLEM_KINDS } from './problem-kinds.ts';

const key = z.string().check(z.minLength(1), z.maxLength(300));

/** One problem, or without a key all of the kind. */
export const retryProblemsBody = z.strictObject({
  kind: z.enum(PROBLEM_KINDS),
  key: z.optional(key),
});

export const dismissProblemsBody = z.strictObject({
  ...retryProblemsBody.shape,
  /** As the page has it, so that nobody dismisses what has happened anew and they have not seen. */
  happenedAt: z.optional(z.nullable(instant)),
  ...dismissForm.shape,
});

export const restoreProblemBody = z.strictObject({ kind: z.enum(PROBLEM_KINDS), key });
