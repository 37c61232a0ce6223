import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { message } from './fields.ts';

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
  checkSetup: endpoint({
    summary: 'Checks what the portal needs around it to work',
    method: 'GET',
    path: '/api/admin/setup',
    access: 'admins',
    response: z.array(check),
    refusals: [429],
  }),
  getFirstSteps: endpoint({
    summary: 'Lists the first steps of a new school; empty once it has classes and people',
    method: 'GET',
    path: '/api/admin/first-steps',
    access: 'admins',
    response: z.array(z.object({ step: z.enum(FIRST_STEPS), isDone: z.boolean() })),
  }),
  sendTestMail: endpoint({
    summary: 'Sends a test mail to the caller',
    method: 'POST',
    path: '/api/admin/setup/test-mail',
    access: 'admins',
    response: message,
    refusals: [429],
  }),
};
