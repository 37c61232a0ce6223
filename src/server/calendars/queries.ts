import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/connect.ts';
import { calendarFeeds, classes, people, registrations } from '../database/schema.ts';
import { deriveToken, hashToken } from '../derived-token.ts';
import type { CalendarAttachment } from '../integrations/mail/port.ts';
import type { Settings } from '../settings.ts';
import { type CalendarEntry, writeClassCalendar } from './class-calendar.ts';

const instructors = alias(people, 'instructors');

function selectEntries(database: Database, which: SQL | undefined): Promise<CalendarEntry[]> {
  return database
    .select({
      registrationId: registrations.id,
      classNumber: registrations.classNumber,
      startsAt: classes.startsAt,
      instructorFirstName: instructors.firstName,
      sequence: registrations.calendarSequence,
      cancelledAt: registrations.cancelledAt,
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(which)
    .orderBy(registrations.classNumber);
}

/** A student's active registrations. */
export function listEntries(database: Database, studentId: number): Promise<CalendarEntry[]> {
  const isTheirs = eq(registrations.studentId, studentId);
  return selectEntries(database, and(isTheirs, isNull(registrations.cancelledAt)));
}

/** Active or cancelled. */
export function findEntries(database: Database, ids: number[]): Promise<CalendarEntry[]> {
  return selectEntries(database, inArray(registrations.id, ids));
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

/** Whose calendar has this address. A token made with another key than today's is none. */
export async function findSubscriber(database: Database, linkKey: string, token: string) {
  const [feed] = await database
    .select({ studentId: people.id, nonce: calendarFeeds.nonce })
    .from(calendarFeeds)
    .innerJoin(people, eq(people.id, calendarFeeds.personId))
    .where(and(eq(calendarFeeds.tokenHash, hashToken(token)), eq(people.role, 'student')));
  return feed && deriveToken(linkKey, feed.nonce) === token ? feed.studentId : null;
}
