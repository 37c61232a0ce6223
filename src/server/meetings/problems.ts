import { MeetingsProblem } from '../integrations/meetings/port.ts';
import { GiveUp, TryLater } from '../jobs/outcomes.ts';

const day = 24 * 60 * 60;

/**
 * What the provider says against a change is noted where an admin sees it; then the job waits as
 * long as the provider asks for, gives up on a plain no, and tries again after anything else.
 */
export async function notingProblems<Result>(
  note: (problem: string) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MeetingsProblem)) throw error;
    const { kind, message, retryAfterSeconds } = error;
    await note(message);
    if (retryAfterSeconds !== undefined) {
      throw new TryLater(Math.min(retryAfterSeconds, day), message);
    }
    throw kind === 'refused' ? new GiveUp(message) : error;
  }
}
