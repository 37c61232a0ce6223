import { type Meeting, MeetingsProblem } from '../integrations/meetings/port.ts';
import { outcomeOf } from '../jobs/outcomes.ts';

const otherSettings = 'Zoom did not keep the settings that the portal asked for: ';

/** Null, or what was read back of a meeting's settings. The meeting works all the same, so this is a note and no failure. */
export function describeOtherSettings(meeting: Meeting): string | null {
  const found = [
    meeting.hasWaitingRoom && 'the waiting room is on (the host has to let everyone in)',
    meeting.requiresSignIn && 'only people signed in to Zoom can join',
    meeting.passcode === '' && 'the meeting has no passcode',
  ].filter((one) => one !== false);
  if (found.length === 0) return null;
  return `${otherSettings}${listOf(found)}. Change this in Zoom, where it may be locked for the host or the whole account, then press Retry.`;
}

export function isAboutSettings(problem: string | null): boolean {
  return problem?.startsWith(otherSettings) ?? false;
}

const listOf = (parts: string[]) => new Intl.ListFormat('en').format(parts);

/**
 * Null where the host can hold no meetings any more, and where Zoom does not know the host: then nobody can start this
 * one, so it neither keeps a class there nor has to be removed.
 */
export async function unlessHostIsGone<Result>(
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    const isGone = error instanceof MeetingsProblem && error.stops === 'such calls of the host';
    if (!isGone) throw error;
    return null;
  }
}

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
