import fc from 'fast-check';
import { ICalEventStatus } from 'ical-generator';
import { expect, test } from 'vitest';
import { readCalendar } from '../../../../tests/support/read-calendar.ts';
import { type CalendarEvent, writeCalendar } from './calendar-file.ts';

const event: CalendarEvent = {
  id: 'registration-7@portal.test',
  sequence: 2,
  lastModified: new Date('2026-11-15T08:30:00Z'),
  start: new Date('2026-12-02T00:00:00Z'),
  end: new Date('2026-12-02T01:00:00Z'),
  status: ICalEventStatus.CONFIRMED,
  summary: 'TM course: Class 7',
  description: 'Class 7, with Zoë; see\nyour schedule.',
  url: 'https://portal.test/schedule',
};
const calendar = {
  method: 'PUBLISH' as const,
  organizer: { name: 'Quiet "Early" Mornings, Inc.', email: 'help@portal.test' },
  writtenAt: new Date('2026-11-16T18:00:00.123Z'),
  events: [event],
};

test('an event follows RFC 5545', () => {
  expect(writeCalendar(calendar).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Course portal//Classes//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:registration-7@portal.test',
    'SEQUENCE:2',
    'DTSTAMP:20261116T180000Z',
    'DTSTART:20261202T000000Z',
    'DTEND:20261202T010000Z',
    'SUMMARY:TM course: Class 7',
    'LOCATION:https://portal.test/schedule',
    'DESCRIPTION:Class 7\\, with Zoë\\; see\\nyour schedule.',
    'ORGANIZER;CN="Quiet Early Mornings, Inc.":mailto:help@portal.test',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-PT15M',
    'DESCRIPTION:TM course: Class 7',
    'END:VALARM',
    'URL;VALUE=URI:https://portal.test/schedule',
    'STATUS:CONFIRMED',
    'LAST-MODIFIED:20261115T083000Z',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

const attendee = { name: 'Nora "Q" Quinn', email: 'nora+tm@example.org' };

test('an invitation lists its student as already accepted, asks for no reply, and has an alarm', () => {
  const read = readCalendar(writeCalendar({ ...calendar, method: 'REQUEST', attendee }));
  expect(read.calendar.METHOD).toBe('REQUEST');
  expect(read.events[0]).toMatchObject({
    ATTENDEE:
      'MAILTO:nora+tm@example.org ROLE=REQ-PARTICIPANT PARTSTAT=ACCEPTED RSVP=FALSE CN=Nora Q Quinn',
    ORGANIZER: 'mailto:help@portal.test CN=Quiet Early Mornings, Inc.',
  });
  expect(read.alarms[0]).toEqual([
    { ACTION: 'DISPLAY', DESCRIPTION: 'TM course: Class 7', TRIGGER: '-PT15M' },
  ]);
});

test('a canceled event names its student and has no alarm, and a calendar feed has a name and a refresh interval', () => {
  const canceled = { ...event, status: ICalEventStatus.CANCELLED };
  const file = writeCalendar({ ...calendar, method: 'CANCEL', attendee, events: [canceled] });
  const read = readCalendar(file);
  expect(read.calendar.METHOD).toBe('CANCEL');
  expect(read.events[0]?.STATUS).toBe('CANCELLED');
  expect(read.events[0]?.ATTENDEE).toContain('MAILTO:nora+tm@example.org');
  expect(read.alarms).toEqual([[]]);
  const subscription = { name: 'TM course', hours: 3 };
  expect(readCalendar(writeCalendar({ ...calendar, subscription })).calendar).toMatchObject({
    NAME: 'TM course',
    'X-WR-CALNAME': 'TM course',
    'REFRESH-INTERVAL': 'PT3H',
    'X-PUBLISHED-TTL': 'PT3H',
  });
});

/** Long enough to be folded, with special characters and characters of different byte lengths. */
const difficult = fc.constantFrom(
  ...'\\;,:"\n\r\t nN=',
  '\r\n',
  'é',
  '日',
  '🧘',
  '\u0000',
  '\u0085',
);
const anyText = fc.oneof(
  fc.string({ unit: difficult, maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
);
const kept = (text: string) => text.replace(/\r\n|\r/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '');

test('any text reads back unchanged', () => {
  fc.assert(
    fc.property(anyText, anyText, (summary, description) => {
      const file = writeCalendar({ ...calendar, events: [{ ...event, summary, description }] });
      expect(readCalendar(file).events).toEqual([
        expect.objectContaining({
          SUMMARY: kept(summary),
          DESCRIPTION: kept(description),
          SEQUENCE: '2',
        }),
      ]);
    }),
  );
});

test('every line has at most 75 octets, ends with CRLF, and splits no character', () => {
  const strict = new TextDecoder('utf-8', { fatal: true });
  fc.assert(
    fc.property(anyText, (description) => {
      const file = Buffer.from(writeCalendar({ ...calendar, events: [{ ...event, description }] }));
      const lines = file.toString('latin1').split('\r\n');
      for (const line of lines) {
        expect(line.length).toBeLessThanOrEqual(75);
        expect(line).not.toMatch(/[\r\n]/);
        expect(() => strict.decode(Buffer.from(line, 'latin1'))).not.toThrow();
      }
      expect(lines.at(-1)).toBe('');
    }),
  );
});
