import { MeetingsProblem } from '../integrations/meetings/port.ts';
import { outcomeOf } from '../jobs/outcomes.ts';

/** The meeting works all the same, so this is a note and no failure. */
export const lockedWaitingRoom =
  'Zoom keeps the waiting room on, which is locked in the account’s settings: the host has to let everybody in. Unlock it there, then press Retry.';

/** Notes what the provider says against a change where an admin sees it, before the job ends. */
export async function notingProblems<Result>(
  note: (sentence: string, problem: MeetingsProblem) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MeetingsProblem)) throw error;
    await note(error.message, error);
    throw outcomeOf(error);
  }
}
