import { DAY_SECONDS } from '../platform/clock.ts';
import type { VendorProblem } from '../platform/vendor-problem.ts';

/** Thrown by a job that has to wait. Waiting doesn't count as an attempt. */
export class TryLater extends Error {
  readonly seconds: number;

  constructor(seconds: number, reason: string) {
    super(reason);
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}

/** Thrown by a job that would fail on every retry. The job goes straight to the dead letter queue. */
export class GiveUp extends Error {}

export function outcomeOf(problem: VendorProblem<string>): Error {
  const { kind, message, retryAfterSeconds } = problem;
  if (retryAfterSeconds !== undefined) {
    return new TryLater(Math.min(retryAfterSeconds, DAY_SECONDS), message);
  }
  return kind === 'refused' ? new GiveUp(message) : problem;
}
