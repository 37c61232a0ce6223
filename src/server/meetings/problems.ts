import { type Meeting, MeetingsProblem } from '../integrations/meetings/port.ts';
import { outcomeOf } from '../jobs/outcomes.ts';

const otherSettings = 'Zoom didn’t keep the settings we asked for: ';
const listFormat = new Intl.ListFormat('en');

/** Returns null if Zoom kept our settings. If it didn't, the meeting still works, so we only show this note. */
export function describeOtherSettings(meeting: Meeting): string | null {
  const found = [
    meeting.hasWaitingRoom && 'the waiting room is on (the host has to let everyone in)',
    meeting.requiresSignIn && 'only people signed in to Zoom can join',
    meeting.passcode === '' && 'the meeting has no passcode',
  ].filter((one) => one !== false);
  if (found.length === 0) return null;
  return `${otherSettings}${listFormat.format(found)}. Change this in Zoom (it may be locked for the host or the whole account), then press Retry.`;
}

export function isAboutSettings(problem: string | null): boolean {
  return problem?.startsWith(otherSettings) ?? false;
}

/**
 * If more than `max` registrants or meetings are missing, and more than one in `oneIn`, the portal changes nothing and
 * asks an admin to check. The cause may be an outage, credentials for another account, or someone's mistake in Zoom.
 */
const limits = {
  registrants: { max: 3, oneIn: 3 },
  meetings: { max: 5, oneIn: Number.POSITIVE_INFINITY },
};

/** `known` is how many personal links one class has, or how many meetings all upcoming classes have. */
export function isTooMuchLost(what: keyof typeof limits, gone: number, known: number): boolean {
  const { max, oneIn } = limits[what];
  return gone > max && gone * oneIn > known;
}

export function describeLostRegistrants(gone: number, known: number): string {
  return `Zoom says ${gone} of ${known} registrants are gone. We haven’t changed anything. Check the meeting in Zoom, then press Retry to register the missing people again.`;
}

export function isAboutLostRegistrants(problem: string | null): boolean {
  return /^Zoom says \d+ of \d+ registrants are gone\./.test(problem ?? '');
}

export function describeLostMeetings(gone: number, known: number): string {
  return `Zoom says ${gone} of ${known} meetings are gone, including this one. We haven’t changed anything. Check in Zoom, then press Retry to create the meeting again if it’s gone.`;
}

/**
 * Returns null if the host doesn't exist in Zoom or can't hold meetings. No one can start that host's meetings, so we
 * can ignore them.
 */
export async function unlessHostIsGone<Result>(
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    const isGone =
      error instanceof MeetingsProblem && error.stops === 'calls like this for this host';
    if (!isGone) throw error;
    return null;
  }
}

/** Passes a provider's problem to `note`, then throws the matching job outcome. */
export async function notingProblems<Result>(
  work: () => Promise<Result>,
  note?: (problem: MeetingsProblem) => Promise<unknown>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MeetingsProblem)) throw error;
    await note?.(error);
    throw outcomeOf(error);
  }
}
