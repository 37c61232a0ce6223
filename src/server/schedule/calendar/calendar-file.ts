import ical, {
  ICalAlarmType,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';

/**
 * PUBLISH shows events to whoever looks. REQUEST brings one to its attendee, or changes it, and CANCEL takes it away:
 * these two are mailed, and speak of one event only.
 */
type CalendarMethod = 'PUBLISH' | 'REQUEST' | 'CANCEL';

interface Contact {
  name: string;
  email: string;
}

export interface CalendarEvent {
  /** The same for ever: by it a calendar knows the event again. */
  uid: string;
  /** Of two files about one event, the higher is the newer. */
  sequence: number;
  /** When it was last changed. */
  changedAt: Date;
  startsAt: Date;
  endsAt: Date;
  isCancelled: boolean;
  summary: string;
  description: string;
  url: string;
}

interface Calendar {
  method: CalendarMethod;
  organiser: Contact;
  /** Whom a REQUEST or CANCEL is for. They chose the class, so they have accepted and are asked nothing. */
  attendee?: Contact;
  writtenAt: Date;
  /** For a calendar that is asked for again and again. A name in a mailed file opens a calendar of its own in Outlook. */
  subscription?: { name: string; hours: number };
  events: CalendarEvent[];
}

/** Long enough to sit down and open the page. */
const alarmSeconds = 15 * 60;

/** A calendar as RFC 5545 writes it. */
export function writeCalendar(calendar: Calendar): string {
  const { method, organiser, attendee, writtenAt, subscription, events } = calendar;
  const file = ical({
    method: ICalCalendarMethod[method],
    prodId: '//Course portal//Classes//EN',
    scale: 'GREGORIAN',
    ...(subscription && { name: plain(subscription.name), ttl: subscription.hours * 3600 }),
  });
  for (const { uid, changedAt, startsAt, endsAt, isCancelled, url, ...event } of events) {
    const summary = plain(event.summary);
    const written = file.createEvent({
      id: uid,
      sequence: event.sequence,
      stamp: writtenAt,
      lastModified: changedAt,
      start: startsAt,
      end: endsAt,
      status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      summary,
      description: plain(event.description),
      location: url,
      url,
      // Without one, a calendar need not take what is published.
      organizer: contact(organiser),
    });
    if (attendee) {
      const role = ICalAttendeeRole.REQ;
      const status = ICalAttendeeStatus.ACCEPTED;
      written.createAttendee({ ...contact(attendee), role, status, rsvp: false });
    }
    if (isCancelled) continue;
    const type = ICalAlarmType.display;
    written.createAlarm({ type, description: summary, trigger: alarmSeconds });
  }
  return `${file}\r\n`;
}

/** Some calendars show an escaped quotation mark in a name as it is written. */
function contact({ name, email }: Contact): Contact {
  return { name: plain(name).replaceAll('"', ''), email: encodeURI(email) };
}

/** A calendar file has no way to write control characters. */
function plain(text: string): string {
  return text.replace(/\r\n|\r/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');
}
