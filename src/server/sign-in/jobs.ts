import { defineJob } from '../jobs/define-job.ts';

/** Queued for every request, whether or not anybody has that email or phone: so the answer is always the same. */
export const makeLoginLinkJob = defineJob<{ requestId: number; isRepeat: boolean }>(
  'make-login-link',
  { tries: 8 },
);

/**
 * Messages that carry a link. The queue keeps ids only: the link is derived and the recipient read when
 * the job runs. A text that repeats a link differs from the first by its `requestId`.
 */
interface LinkMessage {
  personId: number;
  tokenHash: string;
  requestId?: number;
  /** The link goes out once more for another browser than the one in which its code works. */
  withoutCode?: boolean;
}

export const sendLoginMailJob = defineJob<LinkMessage>('send-login-mail', { tries: 8 });
export const sendLoginTextJob = defineJob<LinkMessage>('send-login-text', { tries: 8 });
export const sendWelcomeJob = defineJob<LinkMessage>('send-welcome-link');
/** A link that nobody asked for, to somebody who has an account already. */
export const sendUnaskedLinkJob = defineJob<LinkMessage>('send-unasked-link');
/** For a student who has become one of the alumni. */
export const sendAlumniWelcomeJob = defineJob<LinkMessage>('send-alumni-welcome');
/** For somebody who can sign in again, or is a student again. */
export const sendReturnLinkJob = defineJob<LinkMessage>('send-return-link');

/** Those that come without anybody asking, with a link that works for days. */
export const welcomeJobs = [sendWelcomeJob, sendAlumniWelcomeJob, sendReturnLinkJob];
export type WelcomeJob = typeof sendWelcomeJob;

/** The names of the jobs whose message is of use only while its link works. */
export const linkMessages: readonly string[] = [
  ...welcomeJobs,
  sendUnaskedLinkJob,
  sendLoginMailJob,
  sendLoginTextJob,
].map(({ name }) => name);
