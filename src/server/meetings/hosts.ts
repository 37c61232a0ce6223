import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import { canMoveHost, ownHost } from '../../course/hosts.ts';
import { isBrokenBy } from '../database/broken-constraint.ts';
import type { Reader, Transaction } from '../database/connect.ts';
import { nameColumn } from '../database/joins.ts';
import { lockRows, match, updateRows } from '../database/rows.ts';
import { classes, people } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Settings } from '../platform/settings.ts';
import { syncMeetingJob } from './jobs.ts';
import { updateDefaultPlaces } from './places.ts';
import { whereUpcoming } from './queries.ts';

type HostSettings = Pick<Settings, 'meetings'>;

export function listClassesOfHost(
  database: Reader,
  { meetings }: HostSettings,
  host: string | null,
  starts: Date[],
  exceptClassIds: number[] = [],
) {
  const portalHost = meetings.hostUser.toLowerCase();
  return database
    .select({
      startsAt: classes.startsAt,
      instructorId: classes.instructorId,
      mayShareHost: classes.mayShareHost,
      who: sql<string | null>`${nameColumn()}`,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(
      and(
        isStanding,
        inArray(classes.startsAt, starts),
        sql`coalesce(${classes.host}, ${portalHost}) = ${host ?? portalHost}`,
        exceptClassIds.length > 0 ? notInArray(classes.id, exceptClassIds) : undefined,
      ),
    )
    .orderBy(asc(classes.startsAt), asc(classes.mayShareHost));
}

/**
 * Two concurrent requests can both find the host free. The database rejects one of them, and the retry then finds the
 * class from the other request.
 */
export async function retryIfHostIsTaken<Result>(run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!isBrokenBy(error, 'classes_one_per_start_and_host')) throw error;
    return run();
  }
}

/**
 * Moves an instructor's classes to their new Zoom user, except those that start soon. Canceled classes move too, in
 * case they are restored, but don't count in the result. The caller must lock the instructor, so that they can't get
 * new classes at the same time.
 */
export async function moveClassesOfInstructor(
  { clock, queue, settings }: Services,
  transaction: Transaction,
  { id, zoomUser }: { id: number; zoomUser: string | null },
): Promise<number> {
  const now = clock.now();
  const host = ownHost(zoomUser, settings.meetings.hostUser);
  const isAhead = and(
    match(classes, { instructorId: id, deletedAt: null }),
    gt(classes.startsAt, now),
  );
  const theirs = await lockRows(transaction, classes, isAhead, 'no key update');
  const moving = theirs.filter((one) => one.host !== host && canMoveHost(one.startsAt, now));
  if (moving.length === 0) return 0;
  const classIds = moving.map((one) => one.id);
  const standing = moving.filter(({ cancellationId }) => cancellationId === null);
  const starts = standing.map(({ startsAt }) => startsAt);
  const [other] = await listClassesOfHost(transaction, settings, host, starts, classIds);
  if (other) throw new DomainError('zoom-user-busy', { who: other.who, startsAt: other.startsAt });
  await updateRows(transaction, classes, { id: classIds }, { host, mayShareHost: false });
  await updateDefaultPlaces({ settings, clock }, transaction, inArray(classes.id, classIds));
  const jobs = classIds.map((classId) => ({ classId }));
  await queue.addAll(transaction, syncMeetingJob, jobs);
  return standing.length;
}

export async function listHosts(database: Reader, { meetings }: HostSettings, now: Date) {
  const ofClasses = await database
    .selectDistinct({ host: classes.host, meetingHost: classes.meetingHost })
    .from(classes)
    .where(whereUpcoming(now));
  const ofStaff = await database
    .selectDistinct({ zoomUser: people.zoomUser })
    .from(people)
    .where(and(isNotNull(people.zoomUser), isNull(people.deactivatedAt)));
  const named = [
    ...ofClasses.flatMap(({ host, meetingHost }) => [host, meetingHost]),
    ...ofStaff.map(({ zoomUser }) => zoomUser),
  ];
  // Find duplicates by their lowercase form, but keep the original spelling, because user IDs are case-sensitive.
  const byName = new Map(
    named.filter((host) => host !== null).map((host) => [host.toLowerCase(), host]),
  );
  byName.delete(meetings.hostUser.toLowerCase());
  return [meetings.hostUser, ...[...byName.values()].toSorted()];
}
