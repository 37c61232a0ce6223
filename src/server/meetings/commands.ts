import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { alumniJoins, classes } from '../database/schema.ts';
import { endWaits } from '../jobs/holds.ts';
import { type Actor, audit, auditAll } from '../platform/audit.ts';
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
  await queue.runNow(transaction, heldJobs);
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
    await audit(transaction, actor, clock.now(), 'class: meeting tried again', { class: classId });
  });
}

/** Whoever opens the URL is the host: it is noted whom it was given to. */
export async function giveStartUrl(
  services: Pick<Services, 'database' | 'clock' | 'meetings'>,
  actor: Actor,
  classId: number,
): Promise<string> {
  const startUrl = await findStartUrl(services, classId);
  await audit(services.database, actor, services.clock.now(), 'meeting: started', {
    class: classId,
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
    const entries = seats.map(({ personId, classId }) => ({
      person: personId,
      class: classId,
      after: { kind: 'seats', class: classId },
    }));
    await auditAll(transaction, actor, clock.now(), 'problem: tried again', entries);
  });
}

/** Takes back the person's joins of upcoming classes, and has the provider cancel their places there and any leftovers. */
export async function leaveMeetings(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
  transaction: Transaction,
  personId: number,
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
  const classIds = new Set([...joins, ...leftovers].map(({ classId }) => classId));
  const seats = [...classIds].map((classId) => ({ personId, classId }));
  await enqueueRegistrantSync(queue, transaction, ...seats);
}
