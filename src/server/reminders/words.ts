import { formatNearSlot, formatShortSlot } from '../../course/format-time.ts';
import { toStop } from '../messages/text-words.ts';
import type { Settings } from '../platform/settings.ts';

type Site = Settings['site'];

const maxSessions = 8;

export function classText(
  site: Site,
  { classNumber, startsAt }: { classNumber: number; startsAt: Date },
  link: string,
  now: Date,
): string {
  return `${site.organization}: Class ${classNumber} is ${formatNearSlot(startsAt, now)}. Join or reschedule: ${link} ${toStop}`;
}

export function retreatText(site: Site, link: string): string {
  return `${site.organization}: Ready for your one-day retreat? Register with code ${site.retreatCode}: ${link} ${toStop}`;
}

export function alumniWeekText(site: Site, starts: Date[], link: string): string {
  const times = [...new Set(starts.map(formatShortSlot))];
  const more = times.length - maxSessions;
  const listed = times.slice(0, maxSessions).join('; ');
  const rest = more > 0 ? `; and ${more} more` : '';
  return `${site.organization}: Our sessions this week: ${listed}${rest}. Join here: ${link} ${toStop}`;
}
