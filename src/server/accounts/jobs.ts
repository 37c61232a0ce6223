import { defineJob, handle } from '../jobs/define-job.ts';
import type { Services } from '../platform/services.ts';
import { handleLoginRequest } from './make-login-link.ts';

/** Queued for every request, whether or not anybody has that email or phone: so the answer is always the same. */
export const makeLoginLinkJob = defineJob<{ requestId: number; isRepeat: boolean }>(
  'make-login-link',
  { tries: 8 },
);

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

export const signInJobHandlers = (services: Deps) => [
  handle(makeLoginLinkJob, (request) => handleLoginRequest(services, request)),
];
