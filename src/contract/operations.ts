import * as z from 'zod/mini';
import { forAdmins } from './endpoint.ts';
import { id, instant, listOf, page } from './fields.ts';
import { reasonBody } from './forms.ts';
import { PROBLEM_KINDS } from './words.ts';

const key = z.string().check(z.minLength(1), z.maxLength(300));

const kind = z.enum(PROBLEM_KINDS);

/** If `key` is absent, the call applies to all problems of the given kind. */
const retryProblemsBody = z.strictObject({ kind, key: z.optional(key) });

const dismissProblemsBody = z.strictObject({
  ...retryProblemsBody.shape,
  /** Identifies the occurrence shown on the page, so that no one dismisses a newer one by accident. */
  happenedAt: z.optional(z.nullable(instant)),
  ...reasonBody.shape,
});

const problem = z.object({
  key: z.string(),
  what: z.string(),
  /** Null unless this problem needs a different explanation than the group’s `meaning`. */
  meaning: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  advice: z.nullable(z.string()),
  since: z.nullable(instant),
  happenedAt: z.nullable(instant),
  /** When we’ll retry. Only set for problems of the kind `holds`. */
  until: z.nullable(instant),
  person: z.nullable(z.object({ id, name: z.string() })),
  classes: listOf({ id, startTime: instant }),
  /** True while a retry is queued or running. */
  isTried: z.boolean(),
  dismissal: z.nullable(z.object({ by: z.nullable(z.string()), at: instant, reason: z.string() })),
});
export type Problem = z.infer<typeof problem>;

const group = z.object({
  kind,
  title: z.string(),
  meaning: z.string(),
  advice: z.string(),
  page: z.nullable(z.object({ path: z.string(), name: z.string() })),
  canRetry: z.boolean(),
  /** Counts every problem of this kind, while `problems` contains only the first few or one page. */
  count: z.int(),
  problems: z.array(problem),
});
export type ProblemGroup = z.infer<typeof group>;

const check = z.object({
  name: z.string(),
  state: z.enum(['ok', 'warning', 'problem']),
  sentence: z.string(),
  /** An anchor in the manual (docs/operating.md and docs/operating/), which the portal shows at /admin/manual. */
  chapter: z.string(),
  link: z.optional(z.string()),
});
export type Check = z.infer<typeof check>;

export const FIRST_STEPS = ['setup', 'staff', 'classes', 'people'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

export const operationsCalls = {
  getProblems: forAdmins('GET /api/admin/problems', {
    summary: 'Lists the problems that need attention',
    query: z.object({
      view: z._default(z.enum(['open', 'dismissed']), 'open'),
      kind: z.optional(kind),
      page,
    }),
    response: z.object({ groups: z.array(group), open: z.int(), dismissed: z.int() }),
  }),
  countProblems: forAdmins('GET /api/admin/problems/count', {
    summary: 'Counts the open problems',
    response: z.object({ count: z.int() }),
  }),
  retryProblems: forAdmins('POST /api/admin/problems/retry', {
    summary: 'Retries the actions that failed',
    body: retryProblemsBody,
    refusals: [404, 409, 429],
  }),
  dismissProblems: forAdmins('POST /api/admin/problems/dismiss', {
    summary: 'Dismisses problems and records the reason',
    body: dismissProblemsBody,
    refusals: [409],
  }),
  restoreProblem: forAdmins('POST /api/admin/problems/restore', {
    summary: 'Reopens a dismissed problem',
    body: z.strictObject({ kind, key }),
    refusals: [409],
  }),
  checkSetup: forAdmins('GET /api/admin/setup', {
    summary: 'Checks everything the portal depends on',
    response: z.array(check),
    refusals: [429],
  }),
  getFirstSteps: forAdmins('GET /api/admin/first-steps', {
    summary: 'Lists the first steps for a new school; empty once it has classes and people',
    response: listOf({ step: z.enum(FIRST_STEPS), isDone: z.boolean() }),
  }),
  sendTestMail: forAdmins('POST /api/admin/setup/test-mail', {
    summary: 'Sends a test email to the caller',
    refusals: [429],
  }),
};
