import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Transaction } from '../../database/connect.ts';
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
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { deriveToken, sha256 } from '../../platform/tokens.ts';
import { type CalendarEntry, type CalendarRetreat, writeOwnCalendar } from './class-calendar.ts';

const instructors = alias(people, 'instructors');

type Reader = Database | Transaction;

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
      cancelledAt:
        sql`coalesce(${registrations.endedAt}, ${classCancellations.cancelledAt})`.mapWith(
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

/** A student's registrations that have a place. */
export function listEntries(database: Reader, studentId: number): Promise<CalendarEntry[]> {
  const whereTheirs = eq(registrations.studentId, studentId);
  return selectEntries(database, and(whereTheirs, hasPlace));
}

/** Whatever became of them: `cancelledAt` is also set where the class was cancelled. */
export function findEntries(database: Reader, ids: number[]): Promise<CalendarEntry[]> {
  return selectEntries(database, inArray(registrations.id, ids));
}

/** Those of which the retreat site has told the time. */
async function listRetreats(database: Database, personId: number): Promise<CalendarRetreat[]> {
  const { id, title, description, startsAt, endsAt } = retreatRegistrations;
  const { registeredAt, toldAt, cancelledAt } = retreatRegistrations;
  const rows = await database
    .select({ id, title, description, startsAt, endsAt, registeredAt, toldAt })
    .from(retreatRegistrations)
    .where(and(eq(retreatRegistrations.personId, personId), isNull(cancelledAt)))
    .orderBy(startsAt);
  return rows.flatMap(({ startsAt, endsAt, ...retreat }) =>
    startsAt && endsAt ? [{ ...retreat, startsAt, endsAt }] : [],
  );
}

type Deps = Pick<Services, 'database' | 'clock' | 'settings'>;

/**
 * The part of every event's id that tells this portal from others: the host of PUBLIC_URL when the first event was
 * written. It stays when the portal moves, so that calendars go on knowing their events.
 */
export async function findCalendarDomain({
  database,
  settings,
}: Pick<Deps, 'database' | 'settings'>): Promise<string> {
  const read = async () =>
    (await database.select({ domain: installation.calendarDomain }).from(installation))[0]?.domain;
  const { host } = new URL(settings.publicUrl);
  const known = await read();
  if (known) return known;
  await database
    .update(installation)
    .set({ calendarDomain: host })
    .where(isNull(installation.calendarDomain));
  return (await read()) ?? host;
}

async function readOwn({ database }: Deps, studentId: number) {
  const entries = await listEntries(database, studentId);
  return { entries, retreats: await listRetreats(database, studentId) };
}

/** A student's classes as a file to download. */
export async function readCalendarFile(services: Deps, studentId: number): Promise<string> {
  const { clock, settings } = services;
  const context = { settings, domain: await findCalendarDomain(services), now: clock.now() };
  const own = await readOwn(services, studentId);
  return writeOwnCalendar(context, own, { isSubscription: false });
}

/** The calendar that a subscribed URL leads to, and a hash that changes when it says something else. */
export async function readFeed(services: Deps, token: string) {
  const { database, clock, settings } = services;
  const studentId = await findSubscriber(database, settings.linkKey, token);
  const own = await readOwn(services, studentId);
  const domain = await findCalendarDomain(services);
  const writtenAt = (now: Date) =>
    writeOwnCalendar({ settings, domain, now }, own, { isSubscription: true });
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
