import { formatCalendarInstant } from '../../course/format-time.ts';

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

/** A calendar as RFC 5545 writes it. */
export function writeCalendar(calendar: Calendar): string {
  const { method, organiser, subscription, events } = calendar;
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${escapeText(organiser.name)}//Course portal//EN`,
    'CALSCALE:GREGORIAN',
    `METHOD:${method}`,
    ...(subscription
      ? [
          `NAME:${escapeText(subscription.name)}`,
          `X-WR-CALNAME:${escapeText(subscription.name)}`,
          `REFRESH-INTERVAL;VALUE=DURATION:PT${subscription.hours}H`,
          `X-PUBLISHED-TTL:PT${subscription.hours}H`,
        ]
      : []),
    ...events.flatMap((event) => describeEvent(event, calendar)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

/** Long enough to sit down and open the page. */
const alarmMinutes = 15;

function describeEvent(event: CalendarEvent, calendar: Calendar): string[] {
  const { organiser, attendee, writtenAt } = calendar;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `DTSTAMP:${formatCalendarInstant(writtenAt)}`,
    `LAST-MODIFIED:${formatCalendarInstant(event.changedAt)}`,
    `DTSTART:${formatCalendarInstant(event.startsAt)}`,
    `DTEND:${formatCalendarInstant(event.endsAt)}`,
    `STATUS:${event.isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(event.summary)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `LOCATION:${escapeText(event.url)}`,
    `URL:${event.url}`,
    // Without one, a calendar need not take what is published.
    `ORGANIZER;${contact(organiser)}`,
    ...(attendee
      ? [`ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=ACCEPTED;RSVP=FALSE;${contact(attendee)}`]
      : []),
    ...(event.isCancelled ? [] : describeAlarm(event)),
    'END:VEVENT',
  ];
}

function describeAlarm({ summary }: CalendarEvent): string[] {
  return [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    `TRIGGER:-PT${alarmMinutes}M`,
    'END:VALARM',
  ];
}

function contact({ name, email }: Contact): string {
  return `CN="${quotable(name)}":mailto:${encodeURI(email)}`;
}

function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/(?!\t)\p{Cc}/gu, '');
}

/** A parameter has no way to write a quotation mark. */
function quotable(text: string): string {
  return text.replace(/["\p{Cc}]/gu, '');
}

const maxLineOctets = 75;

/** Lines are counted in octets, and no character may be torn apart. */
function fold(line: string): string {
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxLineOctets) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
