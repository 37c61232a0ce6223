import { MeetingsProblem } from '../integrations/meetings/port.ts';
import { outcomeOf } from '../jobs/outcomes.ts';

/** Notes what the provider says against a change where an admin sees it, before the job ends. */
export async function notingProblems<Result>(
  note: (problem: string) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MeetingsProblem)) throw error;
    await note(error.message);
    throw outcomeOf(error);
  }
}
