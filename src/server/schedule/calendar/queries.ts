import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Database, Reader } from '../../database/connect.ts';
import { instructors } from '../../database/joins.ts';
import { match, updateRows } from '../../database/rows.ts';
import {
  calendarFeeds,
  classCancellations,
  classes,
  installation,
  people,
  registrations,
  retreatRegistrations,
} from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import type { CalendarAttachment } from '../../integrations/mail/port.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deriveToken, sha256 } from '../../platform/tokens.ts';
import {
  type CalendarEntry,
  type CalendarRetreat,
  writeInvitation,
  writeOwnCalendar,
} from './calendar-file.ts';

function selectEntries(database: Reader, which: SQL | undefined): Promise<CalendarEntry[]> {
  return database
    .select({
      registrationId: registrations.id,
      classNumber: registrations.classNumber,
      startsAt: classes.startsAt,
      instructorFirstName: instructors.firstName,
      sequence: registrations.calendarSequence,
      chosenAt: registrations.createdAt,
      changedAt: registrations.calendarChangedAt,
      endedAt: registrations.endedAt,
      canceledAt: sql`coalesce(${registrations.endedAt}, ${classCancellations.canceledAt})`.mapWith(
        registrations.endedAt,
      ),
    })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .leftJoin(classCancellations, eq(classCancellations.id, registrations.suspendedBy))
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(which)
    .orderBy(registrations.classNumber);
}

export function listEntries(database: Reader, studentId: number): Promise<CalendarEntry[]> {
  const whereTheirs = eq(registrations.studentId, studentId);
  return selectEntries(database, and(whereTheirs, hasPlace));
}

export function findEntries(database: Reader, ids: number[]): Promise<CalendarEntry[]> {
  return selectEntries(database, inArray(registrations.id, ids));
}

async function listRetreats(database: Database, personId: number): Promise<CalendarRetreat[]> {
  const { id, title, description, startsAt, endsAt } = retreatRegistrations;
  const { registeredAt, reportedAt, canceledAt } = retreatRegistrations;
  const rows = await database
    .select({ id, title, description, startsAt, endsAt, registeredAt, reportedAt })
    .from(retreatRegistrations)
    .where(and(eq(retreatRegistrations.personId, personId), isNull(canceledAt)))
    .orderBy(startsAt);
  return rows.flatMap(({ startsAt, endsAt, ...retreat }) =>
    startsAt && endsAt ? [{ ...retreat, startsAt, endsAt }] : [],
  );
}

/**
 * Returns the part of every event's uid that identifies this portal: the host in PUBLIC_URL when the first event was
 * created. It never changes, even if the portal moves, so that calendars still recognize their events.
 */
async function findCalendarDomain({ database, settings }: Services): Promise<string> {
  const read = async () =>
    (await database.select({ domain: installation.calendarDomain }).from(installation))[0]?.domain;
  const { host } = new URL(settings.publicUrl);
  const known = await read();
  if (known) return known;
  await updateRows(database, installation, { calendarDomain: null }, { calendarDomain: host });
  return (await read()) ?? host;
}

export async function inviteTo(
  services: Services,
  entries: CalendarEntry[],
  attendee: Parameters<typeof writeInvitation>[2],
): Promise<CalendarAttachment[]> {
  const { clock, settings } = services;
  const context = { settings, domain: await findCalendarDomain(services), now: clock.now() };
  return entries.map((entry) => writeInvitation(context, entry, attendee));
}

async function readOwn({ database }: Services, studentId: number) {
  const entries = await listEntries(database, studentId);
  return { entries, retreats: await listRetreats(database, studentId) };
}

export async function readCalendarFile(services: Services, studentId: number): Promise<string> {
  const { clock, settings } = services;
  const context = { settings, domain: await findCalendarDomain(services), now: clock.now() };
  const own = await readOwn(services, studentId);
  return writeOwnCalendar(context, own, { isSubscription: false });
}

export async function readFeed(services: Services, token: string) {
  const { database, clock, settings } = services;
  const studentId = await findSubscriber(database, settings.linkKey, token);
  const own = await readOwn(services, studentId);
  const domain = await findCalendarDomain(services);
  const writtenAt = (now: Date) =>
    writeOwnCalendar({ settings, domain, now }, own, { isSubscription: true });
  // The hash leaves out the timestamp, which is different on every request.
  const version = sha256(writtenAt(new Date(0))).toString('base64url');
  return { version, content: writtenAt(clock.now()) };
}

/** Throws `not-found` for unknown tokens, tokens derived from an old key, and people who aren't active students. */
async function findSubscriber(database: Database, linkKey: string, token: string): Promise<number> {
  const isActiveStudent = match(people, { role: 'student', deactivatedAt: null });
  const [feed] = await database
    .select({ studentId: people.id, nonce: calendarFeeds.nonce })
    .from(calendarFeeds)
    .innerJoin(people, eq(people.id, calendarFeeds.personId))
    .where(and(eq(calendarFeeds.tokenHash, sha256(token)), isActiveStudent));
  if (!feed || deriveToken(linkKey, feed.nonce) !== token) throw new DomainError('not-found');
  return feed.studentId;
}
