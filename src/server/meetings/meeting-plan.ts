import { CLASS_DURATION_MS, classTopic } from '../../course/course.ts';
import type { classes } from '../database/schema.ts';
import type { ListedMeeting, MeetingPlan } from '../integrations/meetings/port.ts';
import type { Settings } from '../settings.ts';

export type Class = typeof classes.$inferSelect;
type Site = Pick<Settings, 'publicUrl' | 'site'>;

/** What a class's meeting is to be like. */
export function planMeeting({ publicUrl, site }: Site, aClass: Class): MeetingPlan {
  return {
    topic: classTopic(site.courseShortName, aClass.classType),
    startsAt: aClass.startsAt,
    minutes: CLASS_DURATION_MS / 60_000,
    mark: `Class ${aClass.id} of ${publicUrl}`,
  };
}

/** The class whose mark a meeting bears, if it is one of this portal's. */
export function classOfMark({ publicUrl }: Site, mark: string): number | null {
  const [, id, portal] = mark.match(/^Class (\d+) of (\S+)$/) ?? [];
  return portal === publicUrl ? Number(id) : null;
}

export function isAsPlanned(meeting: ListedMeeting, plan: MeetingPlan): boolean {
  return minuteOf(meeting.startsAt) === minuteOf(plan.startsAt) && meeting.topic === plan.topic;
}

/** Calendars know no seconds. */
function minuteOf(instant: Date): number {
  return Math.floor(instant.getTime() / 60_000);
}
