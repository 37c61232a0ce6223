import { CLASS_DURATION_MS } from '../../../course/course.ts';
import { PAGES } from '../../../course/pages.ts';
import { retreatTitle } from '../../../course/retreat.ts';
import type { CalendarAttachment } from '../../integrations/mail/port.ts';
import type { Settings } from '../../settings.ts';
import { type CalendarEvent, writeCalendar } from './calendar-file.ts';

/** One registration, as a calendar and a mail need it. */
export interface CalendarEntry {
  registrationId: number;
  classNumber: number;
  startsAt: Date;
  instructorFirstName: string | null;
  sequence: number;
  chosenAt: Date;
  changedAt: Date | null;
  cancelledAt: Date | null;
}

export interface CalendarRetreat {
  id: number;
  title: string;
  description: string;
  startsAt: Date;
  endsAt: Date;
  registeredAt: Date;
  /** When the retreat site told of it last. */
  toldAt: Date | null;
}

interface Attendee {
  firstName: string;
  lastName: string;
  email: string;
}

interface Context {
  settings: Settings;
  /** See `findCalendarDomain`. */
  domain: string;
  now: Date;
}

/** How often calendars are asked to look again. Many have their own mind about it. */
const refreshHours = 1;

const courseOf = ({ site }: Settings) => `${site.courseShortName} course`;
/** Who the mail is from, because calendars distrust a change that comes from anyone else. */
const organiserOf = ({ site, mail }: Settings) => ({
  name: site.organisation,
  email: mail.fromAddress,
});

/** Everything that somebody has chosen, to be downloaded or subscribed to. */
export function writeOwnCalendar(
  context: Context,
  { entries, retreats }: { entries: CalendarEntry[]; retreats: CalendarRetreat[] },
  { isSubscription }: { isSubscription: boolean },
): string {
  const { settings, now } = context;
  return writeCalendar({
    method: 'PUBLISH',
    organiser: organiserOf(settings),
    writtenAt: now,
    ...(isSubscription && { subscription: { name: courseOf(settings), hours: refreshHours } }),
    events: [
      ...entries.map((entry) => toEvent(context, entry)),
      ...retreats.map((retreat) => toRetreatEvent(context, retreat)),
    ],
  });
}

/** A file for a mail, which puts one class where it is now or takes it away. Most calendars do so by themselves. */
export function writeInvitation(
  context: Context,
  entry: CalendarEntry,
  { firstName, lastName, email }: Attendee,
): CalendarAttachment {
  const method = entry.cancelledAt ? 'CANCEL' : 'REQUEST';
  return {
    name: `class-${entry.classNumber}${entry.cancelledAt ? '-cancelled' : ''}.ics`,
    method,
    content: writeCalendar({
      method,
      organiser: organiserOf(context.settings),
      attendee: { name: `${firstName} ${lastName}`, email },
      writtenAt: context.now,
      events: [toEvent(context, entry)],
    }),
  };
}

/** Never with a link into a meeting: a calendar is often seen by more people than its owner. */
function toEvent({ settings, domain }: Context, entry: CalendarEntry): CalendarEvent {
  const { classNumber, startsAt, instructorFirstName } = entry;
  const course = courseOf(settings);
  const url = settings.publicUrl + PAGES.schedule;
  const instructor = instructorFirstName ? ` with ${instructorFirstName}` : '';
  return {
    uid: `registration-${entry.registrationId}@${domain}`,
    sequence: entry.sequence,
    changedAt: entry.changedAt ?? entry.chosenAt,
    startsAt,
    endsAt: new Date(startsAt.getTime() + CLASS_DURATION_MS),
    isCancelled: entry.cancelledAt !== null,
    summary: `${course}: class ${classNumber}`,
    description: `Class ${classNumber} of your ${course}${instructor}.\nJoin it, or choose another time, on your schedule: ${url}`,
    url,
  };
}

function toRetreatEvent({ settings, domain }: Context, retreat: CalendarRetreat): CalendarEvent {
  const { id, title, description, startsAt, endsAt, registeredAt } = retreat;
  const changedAt = retreat.toldAt ?? registeredAt;
  const url = settings.publicUrl + PAGES.schedule;
  return {
    uid: `retreat-${id}@${domain}`,
    // Nobody counts the changes, but their time rises as a count would.
    sequence: Math.max(0, Math.floor((changedAt.getTime() - registeredAt.getTime()) / 1000)),
    changedAt,
    startsAt,
    endsAt,
    isCancelled: false,
    summary: retreatTitle(title),
    description: `${description}\n${url}`,
    url,
  };
}
