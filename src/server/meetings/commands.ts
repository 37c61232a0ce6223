import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { alumniJoins, classes } from '../database/schema.ts';
import { endWaits } from '../jobs/holds.ts';
import { type Actor, recordAudit } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import {
  checkRegistrantsJob,
  enqueueMeetingSync,
  enqueueRegistrantSync,
  heldJobs,
  type Seat,
} from './jobs.ts';
import { isAboutLostRegistrants } from './losses.ts';
import {
  findClass,
  findLeftoverSeats,
  findRefusedSeats,
  findStartUrl,
  whereNotOver,
} from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;

/** Lets one job of each hold try at once, and all others if it succeeds. */
export async function retryHeldMeetings(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  transaction: Transaction,
): Promise<void> {
  await endWaits(transaction, 'zoom', clock.now());
  await queue.hurry(transaction, heldJobs);
}

/** Syncs the meeting of a class once more, at an admin's request, and gives a place to those whom Zoom refused one. */
export async function retryMeeting(
  { database, clock, queue }: Deps,
  actor: Actor,
  classId: number,
): Promise<void> {
  const { meetingProblem } = await findClass(database, classId);
  await database.transaction(async (transaction) => {
    await retryHeldMeetings({ clock, queue }, transaction);
    await enqueueMeetingSync(queue, transaction, classId);
    await enqueueRegistrantSync(
      queue,
      transaction,
      ...(await findRefusedSeats(transaction, classId)),
    );
    // The note about lost registrants asks the admin to look and press Retry: so this confirms the loss.
    if (isAboutLostRegistrants(meetingProblem)) {
      await queue.add(transaction, checkRegistrantsJob, { classId, isConfirmed: true });
    }
    await recordAudit(transaction, {
      at: clock.now(),
      actorId: actor.id,
      action: 'class: meeting tried again',
      subject: `class:${classId}`,
      ip: actor.ip,
    });
  });
}

/** Whoever opens the URL is the host: it is noted whom it was given to. */
export async function giveStartUrl(
  services: Pick<Services, 'database' | 'clock' | 'meetings'>,
  actor: Actor,
  classId: number,
): Promise<string> {
  const startUrl = await findStartUrl(services, classId);
  await recordAudit(services.database, {
    at: services.clock.now(),
    actorId: actor.id,
    action: 'meeting: started',
    subject: `class:${classId}`,
    ip: actor.ip,
  });
  return startUrl;
}

/** The same for places that Zoom refused to single people. */
export async function retrySeats(
  { database, clock, queue }: Deps,
  actor: Actor,
  seats: Seat[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    await retryHeldMeetings({ clock, queue }, transaction);
    await enqueueRegistrantSync(queue, transaction, ...seats);
    await recordAudit(
      transaction,
      ...seats.map(({ personId, classId }) => ({
        at: clock.now(),
        actorId: actor.id,
        action: 'problem: tried again' as const,
        subject: `person:${personId}`,
        after: { kind: 'seats', class: classId },
        ip: actor.ip,
      })),
    );
  });
}

/**
 * Takes back the person's joins of upcoming classes, and has the provider cancel their places there and in the classes
 * that they have just lost: also where no place is noted yet, since a job that is asking for one notes it afterwards.
 */
export async function leaveMeetings(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  transaction: Transaction,
  personId: number,
  lostClassIds: number[],
): Promise<void> {
  const now = clock.now();
  // Also of cancelled classes: they may come back.
  const upcoming = transaction
    .select({ id: classes.id })
    .from(classes)
    .where(and(isNull(classes.deletedAt), whereNotOver(now)));
  const joins = await transaction
    .delete(alumniJoins)
    .where(and(eq(alumniJoins.personId, personId), inArray(alumniJoins.classId, upcoming)))
    .returning({ classId: alumniJoins.classId });
  const leftovers = await findLeftoverSeats(transaction, now, { personId });
  const given = [...joins, ...leftovers].map(({ classId }) => classId);
  const seats = [...new Set([...lostClassIds, ...given])].map((classId) => ({ personId, classId }));
  await enqueueRegistrantSync(queue, transaction, ...seats);
}
