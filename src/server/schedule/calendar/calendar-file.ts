import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
} from 'ical-generator';
import { CLASS_DURATION_MS } from '../../../course/course.ts';
import { fullName } from '../../../course/full-name.ts';
import { PAGES } from '../../../course/pages.ts';
import { retreatTitle } from '../../../course/retreat.ts';
import type { retreatRegistrations } from '../../database/schema.ts';
import type { CalendarAttachment } from '../../integrations/mail/port.ts';
import type { Settings } from '../../platform/settings.ts';

export interface CalendarEntry {
  registrationId: number;
  classNumber: number;
  startsAt: Date;
  instructorFirstName: string | null;
  sequence: number;
  chosenAt: Date;
  changedAt: Date | null;
  /** Set if the registration has ended or is suspended. */
  canceledAt: Date | null;
  endedAt: Date | null;
}

type Retreat = typeof retreatRegistrations.$inferSelect;
export type CalendarRetreat = Pick<
  Retreat,
  'id' | 'title' | 'description' | 'registeredAt' | 'reportedAt'
> & { startsAt: Date; endsAt: Date };

interface Context {
  settings: Settings;
  domain: string;
  now: Date;
}

const courseOf = ({ site }: Settings) => `${site.courseShortName} course`;
/** Calendars accept updates only from the organizer, so we use the sender of our emails. */
const organizerOf = ({ site, mail }: Settings) => ({
  name: site.organization,
  email: mail.fromAddress,
});

export function writeOwnCalendar(
  context: Context,
  { entries, retreats }: { entries: CalendarEntry[]; retreats: CalendarRetreat[] },
  { isSubscription }: { isSubscription: boolean },
): string {
  const { settings, now } = context;
  return writeCalendar({
    method: 'PUBLISH',
    organizer: organizerOf(settings),
    writtenAt: now,
    ...(isSubscription && { subscription: { name: courseOf(settings), hours: 1 } }),
    events: [
      ...entries.map((entry) => toEvent(context, entry)),
      ...retreats.map((retreat) => toRetreatEvent(context, retreat)),
    ],
  });
}

export function writeInvitation(
  context: Context,
  entry: CalendarEntry,
  person: { firstName: string; lastName: string; email: string },
): CalendarAttachment {
  const method = entry.canceledAt ? 'CANCEL' : 'REQUEST';
  return {
    name: `class-${entry.classNumber}${entry.canceledAt ? '-canceled' : ''}.ics`,
    method,
    content: writeCalendar({
      method,
      organizer: organizerOf(context.settings),
      attendee: { name: fullName(person), email: person.email },
      writtenAt: context.now,
      events: [toEvent(context, entry)],
    }),
  };
}

/** The event never contains a meeting link, because calendars are often shared. */
function toEvent({ settings, domain }: Context, entry: CalendarEntry): CalendarEvent {
  const { classNumber, startsAt, instructorFirstName } = entry;
  const course = courseOf(settings);
  const url = settings.publicUrl + PAGES.schedule;
  const instructor = instructorFirstName ? ` with ${instructorFirstName}` : '';
  return {
    id: `registration-${entry.registrationId}@${domain}`,
    sequence: entry.sequence,
    lastModified: entry.changedAt ?? entry.chosenAt,
    start: startsAt,
    end: new Date(startsAt.getTime() + CLASS_DURATION_MS),
    status: entry.canceledAt ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: `${course}: Class ${classNumber}`,
    description: `Class ${classNumber} of your ${course}${instructor}.\nJoin or reschedule it from your schedule: ${url}`,
    url,
  };
}

function toRetreatEvent({ settings, domain }: Context, retreat: CalendarRetreat): CalendarEvent {
  const { id, title, description, startsAt, endsAt, registeredAt } = retreat;
  const changedAt = retreat.reportedAt ?? registeredAt;
  const url = settings.publicUrl + PAGES.schedule;
  return {
    id: `retreat-${id}@${domain}`,
    // Retreats have no change counter, but the seconds from the registration to its last change only increase.
    sequence: Math.max(0, Math.floor((changedAt.getTime() - registeredAt.getTime()) / 1000)),
    ...{ lastModified: changedAt, start: startsAt, end: endsAt },
    status: ICalEventStatus.CONFIRMED,
    summary: retreatTitle(title),
    description: `${description}\n${url}`,
    url,
  };
}

interface Contact {
  name: string;
  email: string;
}

/**
 * The `id` must never change, because calendars identify the event by it. When two files describe the same event,
 * calendars keep the one with the higher `sequence`.
 */
export type CalendarEvent = ICalEventData & Record<'summary' | 'description' | 'url', string>;

interface Calendar {
  /** PUBLISH lists events. REQUEST adds or updates one event for its attendee, and CANCEL removes it. */
  method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  organizer: Contact;
  attendee?: Contact;
  writtenAt: Date;
  /** Leave this out of attachments: if the file has a name, Outlook opens it as a separate calendar. */
  subscription?: { name: string; hours: number };
  events: CalendarEvent[];
}

/** Reminds people early enough to sit down and open the page. */
const alarmSeconds = 15 * 60;

export function writeCalendar(calendar: Calendar): string {
  const { method, organizer, attendee, writtenAt, subscription, events } = calendar;
  const file = ical({
    method: ICalCalendarMethod[method],
    prodId: '//Course portal//Classes//EN',
    scale: 'GREGORIAN',
    ...(subscription && { name: plain(subscription.name), ttl: subscription.hours * 3600 }),
  });
  for (const event of events) {
    const summary = plain(event.summary);
    const written = file.createEvent({
      ...event,
      stamp: writtenAt,
      summary,
      description: plain(event.description),
      location: event.url,
      // Some calendars ignore published events that have no organizer.
      organizer: contact(organizer),
    });
    if (attendee) {
      // The student is already registered, so the calendar shouldn't ask them to accept.
      const role = ICalAttendeeRole.REQ;
      const status = ICalAttendeeStatus.ACCEPTED;
      written.createAttendee({ ...contact(attendee), role, status, rsvp: false });
    }
    if (event.status === ICalEventStatus.CANCELLED) continue;
    const type = ICalAlarmType.display;
    written.createAlarm({ type, description: summary, trigger: alarmSeconds });
  }
  return `${file}\r\n`;
}

/** Removes quotation marks, because some calendars show them with their escape characters. */
function contact({ name, email }: Contact): Contact {
  return { name: plain(name).replaceAll('"', ''), email: encodeURI(email) };
}

/** Removes control characters, which calendar files can't contain. */
function plain(text: string): string {
  return text.replace(/\r\n|\r/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
