import { randomInt } from 'node:crypto';
import { CLASS_DURATION_MS, classTopic, MEETING_OVERRUN_MS } from '../../course/course.ts';
import type { classes } from '../database/schema.ts';
import type { ListedMeeting, MeetingPlan } from '../integrations/meetings/port.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Settings } from '../platform/settings.ts';

export type Class = typeof classes.$inferSelect;
type Site = Pick<Settings, 'publicUrl' | 'site'>;

/**
 * Meets Zoom's rules about length, uppercase and lowercase letters, digits and special characters. Avoids characters
 * that look alike, because students may have to type the passcode.
 */
const passcodePattern = 'Aa9-Aa9-Aa';
const passcodeCharacters: Record<string, string> = {
  A: 'ABCDEFGHJKLMNPQRSTUVWXYZ',
  a: 'abcdefghjkmnpqrstuvwxyz',
  9: '23456789',
};

export function newPasscode(): string {
  return passcodePattern.replace(/[Aa9]/g, (kind) => {
    const characters = passcodeCharacters[kind] ?? kind;
    return characters.charAt(randomInt(characters.length));
  });
}

export function planMeeting({ publicUrl, site }: Site, courseClass: Class): MeetingPlan {
  return {
    topic: classTopic(site.courseShortName, courseClass.classType),
    startsAt: courseClass.startsAt,
    minutes: (CLASS_DURATION_MS + MEETING_OVERRUN_MS) / MINUTE_MS,
    marker: `Class ${courseClass.id} of ${publicUrl}`,
    passcode: courseClass.zoomPasscode ?? '',
  };
}

/** Returns null if the marker doesn't belong to this portal. */
export function classIdOfMarker({ publicUrl }: Site, marker: string): number | null {
  const [, id, portal] = marker.match(/^Class (\d+) of (\S+)$/) ?? [];
  return portal === publicUrl ? Number(id) : null;
}

/** Returns the Zoom user who should host the class. */
export function hostOf({ meetings }: Pick<Settings, 'meetings'>, { host }: Class): string {
  return host ?? meetings.hostUser;
}

/** Returns the Zoom user who owns the class's meeting now. */
export function meetingHostOf(
  { meetings }: Pick<Settings, 'meetings'>,
  { meetingHost }: Pick<Class, 'meetingHost'>,
): string {
  return meetingHost ?? meetings.hostUser;
}

/** Doesn't compare the start once it has passed, because Zoom doesn't accept a start in the past. */
export function isAsPlanned(meeting: ListedMeeting, plan: MeetingPlan, now: Date): boolean {
  const isOnTime =
    meeting.startsAt !== null && minuteOf(meeting.startsAt) === minuteOf(plan.startsAt);
  return (isOnTime || plan.startsAt <= now) && meeting.topic === plan.topic;
}

const minuteOf = (instant: Date) => Math.floor(instant.getTime() / MINUTE_MS);
