import { CLASS_DURATION_MS } from '../../course/course.ts';
import { PAGES } from '../../course/pages.ts';
import type { CalendarAttachment } from '../integrations/mail/port.ts';
import type { Settings } from '../settings.ts';
import { type CalendarEvent, type CalendarMethod, writeCalendar } from './calendar-file.ts';

/** One registration, as a calendar and a mail need it. */
export interface CalendarEntry {
  registrationId: number;
  classNumber: number;
  startsAt: Date;
  instructorFirstName: string | null;
  sequence: number;
  cancelledAt: Date | null;
}

/** How often calendars are asked to look again. Many have their own mind about it. */
const refreshHours = 1;

interface Options {
  method?: CalendarMethod;
  now: Date;
  isSubscription?: boolean;
}

/** Never with a link into a meeting: a calendar is often seen by more people than its owner. */
export function writeClassCalendar(
  { site, publicUrl }: Settings,
  entries: CalendarEntry[],
  { method = 'PUBLISH', now, isSubscription = false }: Options,
): string {
  const course = `${site.courseShortName} course`;
  const { host } = new URL(publicUrl);
  const url = publicUrl + PAGES.schedule;
  return writeCalendar({
    method,
    organiser: { name: site.organisation, email: site.supportEmail },
    writtenAt: now,
    ...(isSubscription && { subscription: { name: course, hours: refreshHours } }),
    events: entries.map(toEvent),
  });

  function toEvent(entry: CalendarEntry): CalendarEvent {
    const { classNumber, startsAt, instructorFirstName } = entry;
    const instructor = instructorFirstName ? ` with ${instructorFirstName}` : '';
    return {
      uid: `registration-${entry.registrationId}@${host}`,
      sequence: entry.sequence,
      startsAt,
      endsAt: new Date(startsAt.getTime() + CLASS_DURATION_MS),
      isCancelled: entry.cancelledAt !== null,
      summary: `${course}: class ${classNumber}`,
      description: `Class ${classNumber} of your ${course}${instructor}.\nJoin it, or choose another time, on your schedule: ${url}`,
      url,
    };
  }
}

/** A file that puts one class where it is now, for a mail about it. */
export function attachClass(
  settings: Settings,
  entry: CalendarEntry,
  now: Date,
): CalendarAttachment {
  const method = entry.cancelledAt ? 'CANCEL' : 'PUBLISH';
  return {
    name: `class-${entry.classNumber}${entry.cancelledAt ? '-cancelled' : ''}.ics`,
    method,
    content: writeClassCalendar(settings, [entry], { method, now }),
  };
}
