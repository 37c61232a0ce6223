import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { alumniJoins, classes } from '../database/schema.ts';
import { MeetingsProblem } from '../integrations/meetings/port.ts';
import { endWaits } from '../jobs/holds.ts';
import { type Actor, audit, auditAll } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services, VendorServices } from '../platform/services.ts';
import {
  checkRegistrantsJob,
  enqueueMeetingSync,
  enqueueRegistrantSync,
  heldJobs,
  type Seat,
} from './jobs.ts';
import { isAboutLostRegistrants } from './problems.ts';
import { findClass, findLeftoverSeats, findRefusedSeats, whereNotOver } from './queries.ts';

/**
 * Retries all waiting Zoom jobs now. For each problem that several jobs are waiting on, one job calls Zoom first. If
 * its call succeeds, the others follow.
 */
export async function retryHeldMeetings({ clock, queue }: Services, transaction: Transaction) {
  await endWaits(transaction, 'zoom', clock.now());
  await queue.runNow(transaction, heldJobs);
}

export async function retryMeeting(services: Services, actor: Actor, classId: number) {
  const { database, clock, queue } = services;
  const { meetingProblem } = await findClass(database, classId);
  await database.transaction(async (transaction) => {
    await retryHeldMeetings(services, transaction);
    await enqueueMeetingSync(queue, transaction, classId);
    const refused = await findRefusedSeats(transaction, classId);
    await enqueueRegistrantSync(queue, transaction, refused);
    // The problem asks the admin to check in Zoom first, so pressing Retry confirms that the registrants are gone.
    if (isAboutLostRegistrants(meetingProblem)) {
      await queue.add(transaction, checkRegistrantsJob, { classId, isConfirmed: true });
    }
    await audit(transaction, actor, clock.now(), 'class: meeting tried again', { class: classId });
  });
}

/**
 * Anyone who has this URL can start the meeting as its host, so we never store it, and we record in the audit log who
 * received it.
 */
export async function giveStartUrl(
  { database, clock, meetings }: VendorServices,
  actor: Actor,
  classId: number,
): Promise<string> {
  const { zoomMeetingId } = await findClass(database, classId);
  if (!zoomMeetingId) throw new DomainError('class-has-no-meeting');
  const startUrl = await meetings.findStartUrl(zoomMeetingId).catch(toDomainError);
  if (!startUrl) throw new DomainError('meeting-gone');
  await audit(database, actor, clock.now(), 'meeting: started', { class: classId });
  return startUrl;
}

function toDomainError(error: unknown): never {
  if (!(error instanceof MeetingsProblem)) throw error;
  throw new DomainError(
    error.kind === 'refused' || error.kind === 'operator'
      ? 'meeting-start-refused'
      : 'meeting-provider-down',
  );
}

export async function retrySeats(services: Services, actor: Actor, seats: Seat[]): Promise<void> {
  const { database, clock, queue } = services;
  await database.transaction(async (transaction) => {
    await retryHeldMeetings(services, transaction);
    await enqueueRegistrantSync(queue, transaction, seats);
    const entries = seats.map(({ personId, classId }) => ({
      person: personId,
      class: classId,
      after: { kind: 'seats', class: classId },
    }));
    await auditAll(transaction, actor, clock.now(), 'problem: tried again', entries);
  });
}

export async function leaveMeetings(
  { clock, queue }: Services,
  transaction: Transaction,
  personId: number,
): Promise<void> {
  const now = clock.now();
  // Include canceled classes, because an undo may restore them.
  const upcoming = transaction
    .select({ id: classes.id })
    .from(classes)
    .where(and(isNull(classes.deletedAt), whereNotOver(now)));
  const joins = await transaction
    .delete(alumniJoins)
    .where(and(eq(alumniJoins.personId, personId), inArray(alumniJoins.classId, upcoming)))
    .returning({ classId: alumniJoins.classId });
  const leftovers = await findLeftoverSeats(transaction, now, [personId]);
  const classIds = new Set([...joins, ...leftovers].map(({ classId }) => classId));
  const seats = [...classIds].map((classId) => ({ personId, classId }));
  await enqueueRegistrantSync(queue, transaction, seats);
}
