/** Whether the meeting of a class ran at all: a class that nobody started was not missed by anybody. */
import { roomOpensAt } from './attendance-states.ts';
import { MISSED_MESSAGE_AFTER_MS } from './course.ts';

/** Zoom's events have arrived by then, retries included, and usually its report. */
const SURE_WITH_EVENTS_MS = MISSED_MESSAGE_AFTER_MS;
/** A report that has not come within a day never will. */
export const LATEST_REPORT_MS = 24 * 60 * 60 * 1000;

interface KnownOfMeeting {
  readonly startsAt: Date;
  /** When anyone was last seen in the meeting, or when it started or ended. */
  readonly lastSeenAt: Date | null;
  /** Zoom was asked for the report and has none. False while the report is refused. */
  readonly hasNoReport: boolean;
  /** Zoom's events reach us these days, so their absence says something. */
  readonly receivesEvents: boolean;
}

/** Null while we cannot know. A room that was only tried out beforehand is not a class. */
export function wasClassHeld(known: KnownOfMeeting, now: Date): boolean | null {
  const { startsAt, lastSeenAt, hasNoReport, receivesEvents } = known;
  if (lastSeenAt && lastSeenAt >= roomOpensAt(startsAt)) return true;
  const sureAfter = receivesEvents ? SURE_WITH_EVENTS_MS : LATEST_REPORT_MS;
  const isSure = now.getTime() - startsAt.getTime() >= sureAfter;
  return hasNoReport && isSure ? false : null;
}
