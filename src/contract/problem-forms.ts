import * as z from 'zod/mini';
import { instant } from './fields.ts';
import { requiredText } from './typed-fields.ts';

/** In the order in which the page shows them: first what concerns everybody. */
export const PROBLEM_KINDS = [
  'vendors',
  'limits',
  'meeting-pauses',
  'mail-hold',
  'text-holds',
  'late-jobs',
  'overlaps',
  'meetings',
  'seats',
  'attendance',
  'mails',
  'texts',
  'undelivered-texts',
  'retreats',
  'webhooks',
  'jobs',
] as const;
export type ProblemKind = (typeof PROBLEM_KINDS)[number];

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
  reason: requiredText('Please say why', 300),
});

export const restoreProblemBody = z.strictObject({ kind: z.enum(PROBLEM_KINDS), key });
