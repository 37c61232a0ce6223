import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq } from 'drizzle-orm';
import { isPast } from '../../course/class-state.ts';
import type { Database, Reader } from '../database/connect.ts';
import { instructors, isSeat } from '../database/joins.ts';
import { lockPeople } from '../database/lock-order.ts';
import { alumniJoins, classes, meetingRegistrants } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { enqueueRegistrantSync, type Seat } from './jobs.ts';
import { whereUpcoming } from './queries.ts';

export async function listAlumniClasses(database: Database, now: Date) {
  return database
    .select({
      id: classes.id,
      startTime: classes.startsAt,
      instructorFirstName: instructors.firstName,
      zoomMeetingId: classes.zoomMeetingId,
    })
    .from(classes)
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(whereUpcoming(now))
    .orderBy(asc(classes.startsAt), asc(classes.id));
}

async function findLinks(reader: Reader, { personId, classId }: Seat) {
  const [links] = await reader
    .select({
      meetingId: classes.zoomMeetingId,
      own: meetingRegistrants.joinUrl,
      shared: classes.zoomJoinUrl,
      problem: meetingRegistrants.problem,
      updatedAt: meetingRegistrants.updatedAt,
    })
    .from(classes)
    .leftJoin(
      meetingRegistrants,
      and(
        isSeat(meetingRegistrants, personId, classes.id),
        eq(meetingRegistrants.meetingId, classes.zoomMeetingId),
      ),
    )
    .where(eq(classes.id, classId));
  return links;
}

/** After this long, we open the shared link rather than keep people waiting on an empty tab. */
const timeoutMs = 4_000;
const minDelayMs = 40;
const maxDelayMs = 500;

/**
 * Returns the person's own join link, the shared link if their own isn't ready in time, or null if the class has no
 * meeting yet.
 */
export async function joinClass(services: Services, seat: Seat): Promise<string | null> {
  const pressedAt = services.clock.now();
  await takeSeat(services, seat, pressedAt);
  const links = await waitForOwnLink(services, seat, pressedAt);
  return links?.own ?? links?.shared ?? null;
}

async function takeSeat({ database, queue }: Services, seat: Seat, pressedAt: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockPeople(transaction, [seat.personId]);
    const [courseClass] = await transaction
      .select({ startsAt: classes.startsAt })
      .from(classes)
      .where(and(eq(classes.id, seat.classId), isStanding))
      .for('share');
    if (!courseClass) throw new DomainError('class-not-found');
    if (isPast(courseClass.startsAt, pressedAt)) throw new DomainError('class-over');
    await limitPerson(transaction, pressedAt, 'joins', seat.personId);
    const added = await transaction
      .insert(alumniJoins)
      .values({ ...seat, createdAt: pressedAt })
      .onConflictDoNothing()
      .returning();
    const isNew = added.length > 0;
    const hasFailed = !isNew && (await findLinks(transaction, seat))?.problem;
    if (isNew || hasFailed)
      await enqueueRegistrantSync(queue, transaction, [seat], { afterSeconds: 0 });
  });
}

/** Measures time by the machine's clock, because the demo can move the portal's clock. */
async function waitForOwnLink({ database }: Services, seat: Seat, pressedAt: Date) {
  const end = performance.now() + timeoutMs;
  for (let wait = minDelayMs; ; wait = Math.min(wait * 2, maxDelayMs)) {
    const links = await findLinks(database, seat);
    // Without a meeting there is no link to wait for. Syncing the class later adds everyone who clicked Join.
    if (!links?.meetingId || links.own) return links;
    const hasFailedSince = links.problem && links.updatedAt && links.updatedAt >= pressedAt;
    if (hasFailedSince || performance.now() + wait > end) return links;
    await pause(wait);
  }
}
