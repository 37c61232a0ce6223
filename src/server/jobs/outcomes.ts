import type { VendorProblem } from '../integrations/vendor-problem.ts';
import { DAY_SECONDS } from '../platform/clock.ts';

/** Thrown by a job that has to wait through no fault of its own: it costs none of its tries. */
export class TryLater extends Error {
  readonly seconds: number;

  constructor(seconds: number, reason: string) {
    super(reason);
    this.seconds = Math.max(1, Math.ceil(seconds));
  }
}

/** Thrown by a job that no further try can help: it is kept among the dead at once. */
export class GiveUp extends Error {}

/**
 * What a job throws after a vendor did not do what it was asked for: it waits as long as the vendor asks
 * for, gives up on a plain no, and is tried again after anything else.
 */
export function outcomeOf(problem: VendorProblem<string>): Error {
  const { kind, message, retryAfterSeconds } = problem;
  if (retryAfterSeconds !== undefined) {
    return new TryLater(Math.min(retryAfterSeconds, DAY_SECONDS), message);
  }
  return kind === 'refused' ? new GiveUp(message) : problem;
}
