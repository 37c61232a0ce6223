import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, instant, message, requiredText } from './fields.ts';
import { PROBLEM_KINDS } from './words.ts';

/** What the dialog asks for, beside the rest of the body: what that needs of zod would weigh on every dialog. */
export const dismissForm = z.strictObject({ reason: requiredText('Please say why', 300) });

const key = z.string().check(z.minLength(1), z.maxLength(300));

/** One problem, or without a key all of the kind. */
const retryProblemsBody = z.strictObject({
  kind: z.enum(PROBLEM_KINDS),
  key: z.optional(key),
});

const dismissProblemsBody = z.strictObject({
  ...retryProblemsBody.shape,
  /** As the page has it, so that nobody dismisses what has happened anew and they have not seen. */
  happenedAt: z.optional(z.nullable(instant)),
  ...dismissForm.shape,
});

const restoreProblemBody = z.strictObject({ kind: z.enum(PROBLEM_KINDS), key });

const kind = z.enum(PROBLEM_KINDS);

const problem = z.object({
  /** Names it among those of its kind. */
  key: z.string(),
  /** What did not work, such as `Welcome, by email`. */
  what: z.string(),
  /** What follows from it, where the kind's own sentence does not say. */
  meaning: z.nullable(z.string()),
  /** In the words of whoever refused it. */
  reason: z.nullable(z.string()),
  /** What to do about this one. */
  advice: z.nullable(z.string()),
  since: z.nullable(instant),
  /** When it happened last, where that is known. */
  happenedAt: z.nullable(instant),
  /** When it ends by itself, or is tried again by itself. */
  until: z.nullable(instant),
  person: z.nullable(z.object({ id, name: z.string() })),
  classes: z.array(z.object({ id, startTime: instant })),
  /** It is being tried again at this moment. */
  isTried: z.boolean(),
  dismissal: z.nullable(z.object({ by: z.nullable(z.string()), at: instant, reason: z.string() })),
});
export type Problem = z.infer<typeof problem>;

const group = z.object({
  kind,
  title: z.string(),
  /** What it means that there are such problems. */
  meaning: z.string(),
  advice: z.string(),
  /** Where something can be done about them, if that is another page. */
  page: z.nullable(z.object({ path: z.string(), name: z.string() })),
  canRetry: z.boolean(),
  /** How many there are; `problems` are some of them, newest first. */
  count: z.int(),
  problems: z.array(problem),
});
export type ProblemGroup = z.infer<typeof group>;

const pageNumber = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'page is not a page number')),
  z.transform(Number),
);

/** Everything that waits for somebody (feature `operations`). */
export const problemCalls = {
  getProblems: endpoint('GET /api/admin/problems', {
    summary: 'Lists what went wrong and waits for somebody',
    access: 'admins',
    query: z.object({
      view: z._default(z.enum(['open', 'dismissed']), 'open'),
      /** Without it the first ones of every kind. */
      kind: z.optional(kind),
      page: z._default(pageNumber, 1),
    }),
    response: z.object({ groups: z.array(group), open: z.int(), dismissed: z.int() }),
  }),
  /** For the header of every page. */
  countProblems: endpoint('GET /api/admin/problems/count', {
    summary: 'Counts the open problems',
    access: 'admins',
    response: z.object({ count: z.int() }),
  }),
  retryProblems: endpoint('POST /api/admin/problems/retry', {
    summary: 'Tries again what has failed',
    access: 'admins',
    body: retryProblemsBody,
    response: message,
    refusals: [404, 409, 429],
  }),
  dismissProblems: endpoint('POST /api/admin/problems/dismiss', {
    summary: 'Dismisses problems with a reason',
    access: 'admins',
    body: dismissProblemsBody,
    response: message,
    refusals: [409],
  }),
  restoreProblem: endpoint('POST /api/admin/problems/restore', {
    summary: 'Opens a dismissed problem again',
    access: 'admins',
    body: restoreProblemBody,
    response: message,
    refusals: [409],
  }),
};

const check = z.object({
  /** What is checked, such as `Mail server`. */
  name: z.string(),
  state: z.enum(['ok', 'warning', 'problem']),
  /** How it is, and what to do about it if it is not as it should be. */
  sentence: z.string(),
  /** The anchor of a chapter of the manual (docs/operating.md), which is the page /admin/manual. */
  chapter: z.string(),
});
export type Check = z.infer<typeof check>;

/** What a new school does first, in this order. */
export const FIRST_STEPS = ['setup', 'staff', 'classes', 'people'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** What the portal needs around it to work: admins see whether it has that. */
export const operationsCalls = {
  checkSetup: endpoint('GET /api/admin/setup', {
    summary: 'Checks what the portal needs around it to work',
    access: 'admins',
    response: z.array(check),
    refusals: [429],
  }),
  getFirstSteps: endpoint('GET /api/admin/first-steps', {
    summary: 'Lists the first steps of a new school; empty once it has classes and people',
    access: 'admins',
    response: z.array(z.object({ step: z.enum(FIRST_STEPS), isDone: z.boolean() })),
  }),
  sendTestMail: endpoint('POST /api/admin/setup/test-mail', {
    summary: 'Sends a test mail to the caller',
    access: 'admins',
    response: message,
    refusals: [429],
  }),
};
