import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../database/connect.ts';
import { calendarFeeds, classes, people, registrations } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { deriveToken, sha256 } from '../platform/tokens.ts';
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
  const whereTheirs = eq(registrations.studentId, studentId);
  return selectEntries(database, and(whereTheirs, isNull(registrations.cancelledAt)));
}

/** Active or cancelled. */
export function findEntries(database: Database, ids: number[]): Promise<CalendarEntry[]> {
  return selectEntries(database, inArray(registrations.id, ids));
}

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

/** A student's classes as a file to download. */
export async function readCalendarFile(
  { database, clock, settings }: Deps,
  studentId: number,
): Promise<string> {
  const entries = await listEntries(database, studentId);
  return writeClassCalendar(settings, entries, { now: clock.now() });
}

/** The calendar that a subscribed URL leads to, and a hash that changes when it says something else. */
export async function readFeed({ database, clock, settings }: Deps, token: string) {
  const studentId = await findSubscriber(database, settings.linkKey, token);
  const entries = await listEntries(database, studentId);
  const writtenAt = (now: Date) =>
    writeClassCalendar(settings, entries, { now, isSubscription: true });
  // Without the time of writing, which differs where nothing else does.
  const version = sha256(writtenAt(new Date(0))).toString('base64url');
  return { version, content: writtenAt(clock.now()) };
}

/** The student whose feed has this token. One made with another key than today's is none. */
async function findSubscriber(database: Database, linkKey: string, token: string): Promise<number> {
  const [feed] = await database
    .select({ studentId: people.id, nonce: calendarFeeds.nonce })
    .from(calendarFeeds)
    .innerJoin(people, eq(people.id, calendarFeeds.personId))
    .where(
      and(
        eq(calendarFeeds.tokenHash, sha256(token)),
        eq(people.role, 'student'),
        isNull(people.deactivatedAt),
      ),
    );
  if (!feed || deriveToken(linkKey, feed.nonce) !== token) throw new DomainError('not-found');
  return feed.studentId;
}
