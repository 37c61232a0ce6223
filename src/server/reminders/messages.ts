import { RETREAT_CODE } from '../../course/course.ts';
import { formatShortSlot, formatSpokenSlot } from '../../course/format-time.ts';
import type { Settings } from '../settings.ts';

type Site = Settings['site'];

const toStop = 'Reply STOP to end reminders.';
/** A text costs by its length. */
const maxSessions = 8;

export function classText(
  site: Site,
  { classNumber, startsAt }: { classNumber: number; startsAt: Date },
  link: string,
): string {
  return `${site.organisation}: your class ${classNumber} is on ${formatSpokenSlot(startsAt)}. Join it or move it here: ${link} ${toStop}`;
}

export function retreatText(site: Site, link: string): string {
  return `${site.organisation}: your one day retreat is still to come. Register with the code ${RETREAT_CODE}, from your schedule: ${link} ${toStop}`;
}

export function alumniWeekText(site: Site, starts: Date[], link: string): string {
  const times = [...new Set(starts.map(formatShortSlot))];
  const more = times.length - maxSessions;
  const listed = times.slice(0, maxSessions).join('; ');
  const rest = more > 0 ? `; and ${more} more` : '';
  return `${site.organisation}: sessions this week: ${listed}${rest}. Join here: ${link} ${toStop}`;
}
