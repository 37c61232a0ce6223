import { setTimeout as pause } from 'node:timers/promises';
import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { FastifyInstance } from 'fastify';
import { alumniCalls } from '../../contract/meetings.ts';
import { isPast } from '../../course/class-time.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { alumniJoins, classes, meetingRegistrants, people } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { type RouteContext, serve } from '../http/serve.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { enqueueRegistrantSync, type Seat } from './jobs.ts';
import { whereUpcoming } from './queries.ts';

const instructors = alias(people, 'instructors');

async function listAlumniClasses(database: Database, now: Date) {
  const rows = await database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      instructorFirstName: instructors.firstName,
      zoomMeetingId: classes.zoomMeetingId,
    })
    .from(classes)
    .leftJoin(instructors, eq(instructors.id, classes.instructorId))
    .where(whereUpcoming(now))
    .orderBy(asc(classes.startsAt), asc(classes.id));
  return rows.map(({ startsAt, ...rest }) => ({ ...rest, startTime: startsAt.toISOString() }));
}

/** The links into a class: the person's own, if the meeting there is knows them, and everybody's. */
async function findLinks(reader: Database | Transaction, { personId, classId }: Seat) {
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
        eq(meetingRegistrants.classId, classes.id),
        eq(meetingRegistrants.meetingId, classes.zoomMeetingId),
        eq(meetingRegistrants.personId, personId),
      ),
    )
    .where(eq(classes.id, classId));
  return links;
}

/** How long somebody looks at an empty tab before the shared link is better than none. */
const timeoutMs = 4_000;
const minDelayMs = 40;
const maxDelayMs = 500;

/** A link into the class: the person's own where the meeting provider answers in time, else everybody's. */
async function joinClass(services: Services, seat: Seat): Promise<string | null> {
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
    if (isPast(courseClass.startsAt, pressedAt)) {
      throw new DomainError('class-over');
    }
    await limitPerson(transaction, pressedAt, 'joins', seat.personId);
    const added = await transaction
      .insert(alumniJoins)
      .values({ ...seat, createdAt: pressedAt })
      .onConflictDoNothing()
      .returning();
    const isNew = added.length > 0;
    // The job that failed waits for its next try; whoever presses again gets one at once.
    const hasFailed = !isNew && (await findLinks(transaction, seat))?.problem;
    if (isNew || hasFailed) await enqueueRegistrantSync(queue, transaction, seat);
  });
}

/** By the machine's clock: the portal's own may be moved while somebody waits. */
async function waitForOwnLink({ database }: Services, seat: Seat, pressedAt: Date) {
  const end = performance.now() + timeoutMs;
  for (let wait = minDelayMs; ; wait = Math.min(wait * 2, maxDelayMs)) {
    const links = await findLinks(database, seat);
    // Without a meeting there is nobody to wait for; the class's own job comes back to those who pressed.
    if (!links?.meetingId || links.own) return links;
    const hasFailedSince = links.problem && links.updatedAt && links.updatedAt >= pressedAt;
    if (hasFailedSince || performance.now() + wait > end) return links;
    await pause(wait);
  }
}

export function serveAlumni(app: FastifyInstance, services: Services, context: RouteContext): void {
  serve(
    app,
    alumniCalls,
    {
      async getAlumniClasses() {
        return listAlumniClasses(services.database, services.clock.now());
      },

      async joinAlumniClass({ params, person }) {
        const seat = { personId: person.id, classId: params.id };
        return { classId: params.id, zoomJoinUrl: await joinClass(services, seat) };
      },
    },
    context,
  );
}
