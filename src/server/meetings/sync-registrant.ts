import { and, eq, exists, not, type SQL, sql } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import type { Reader } from '../database/connect.ts';
import { isSeat } from '../database/joins.ts';
import { classes, meetingRegistrants } from '../database/schema.ts';
import type { Registrant } from '../integrations/meetings/port.ts';
import { handle } from '../jobs/define-job.ts';
import type { VendorServices } from '../platform/services.ts';
import { enqueueMeetingSync, enqueueRegistrantSync, type Seat, syncRegistrantJob } from './jobs.ts';
import { meetingHostOf } from './meeting-plan.ts';
import { newLinks } from './messages.ts';
import { notingProblems } from './problems.ts';
import { findLeftoverSeats, findMissingSeats, findSeat } from './queries.ts';

const gatherLinksSeconds = 60;

type Row = typeof meetingRegistrants.$inferSelect;
type Found = NonNullable<Awaited<ReturnType<typeof findSeat>>>;

/** These jobs are idempotent and can run in any order, because each one reads the current rows. */
export function syncRegistrantHandlers({
  database,
  clock,
  queue,
  meetings,
  settings,
}: VendorServices) {
  return [
    handle(syncRegistrantJob, (seat) =>
      queue.withLock('meetings', `person ${seat.personId} in class ${seat.classId}`, async () => {
        const found = await findSeat(database, seat);
        if (!found || isPast(found.courseClass.startsAt, clock.now())) return;
        const { deletedAt, cancellationId } = found.courseClass;
        const isWanted = found.isWanted && !deletedAt && !cancellationId;
        await notingProblems(
          () => (isWanted ? addSeat(seat, found) : removeSeat(seat, found)),
          ({ message }) => change(seat, { problem: message }),
        );
      }),
    ),
  ];

  async function addSeat(seat: Seat, { courseClass, person, row }: Found) {
    const meetingId = courseClass.zoomMeetingId;
    // Without a meeting, there is nothing to do: once the class has one, syncing the meeting registers everyone.
    if (!meetingId) return;
    if (row?.meetingId === meetingId && row.joinUrl) {
      await change(seat, {});
      // An earlier run may have crashed before it removed the person from former meetings.
      return releaseLeftoverSeats(seat.personId);
    }
    const host = meetingHostOf(settings, courseClass);
    const lost = row?.meetingId === meetingId ? await findLost(host, row) : null;
    const registrant = lost ?? (await add());
    if (!registrant) return handleMissingMeeting(seat);
    const stored = await store(seat, meetingId, registrant);
    if (stored?.hasLeftovers !== false) await releaseLeftoverSeats(seat.personId);

    async function add(): Promise<Registrant | null> {
      const { email, firstName, lastName } = person;
      const now = clock.now();
      // Clear the previous problem. Otherwise, `waitForOwnLink` would mistake it for a new one.
      const asked = { meetingId, email, askedAt: now, problem: null, updatedAt: now };
      const { joinUrl, replacesLink } = meetingRegistrants;
      await database
        .insert(meetingRegistrants)
        .values({ ...seat, ...asked })
        .onConflictDoUpdate({
          target: [meetingRegistrants.personId, meetingRegistrants.classId],
          set: {
            ...asked,
            zoomRegistrantId: null,
            joinUrl: null,
            replacesLink: sql`${replacesLink} or ${joinUrl} is not null`,
          },
        });
      return meetings.addRegistrant(host, meetingId as string, { email, firstName, lastName });
    }
  }

  /**
   * Saves the registrant. If the class got another meeting in the meantime, queues this job again for the new meeting.
   * Needs no lock on the class, because replacing its meeting also queues this job for everyone whose row has another
   * meeting's ID.
   */
  async function store(seat: Seat, meetingId: string, { id, joinUrl }: Registrant) {
    const given = { zoomRegistrantId: id, joinUrl, askedAt: null, problem: null };
    const isCurrent = and(eq(classes.id, seat.classId), eq(classes.zoomMeetingId, meetingId));
    const leftovers = findLeftoverSeats(database, clock.now(), { personId: seat.personId });
    const save = (reader: Reader, condition?: SQL) =>
      reader
        .update(meetingRegistrants)
        .set({ ...given, updatedAt: clock.now() })
        .where(
          and(
            isSeat(meetingRegistrants, seat.personId, seat.classId),
            exists(reader.select({ one: sql`1` }).from(classes).where(isCurrent)),
            condition,
          ),
        )
        .returning({ hasLeftovers: exists(leftovers).mapWith(Boolean) });
    const [stored] = await save(database, not(meetingRegistrants.replacesLink));
    if (stored) return stored;
    await database.transaction(async (transaction) => {
      const [replaced] = await save(transaction);
      if (!replaced) return enqueueRegistrantSync(queue, transaction, [seat]);
      const to = { personId: seat.personId, classIds: [] };
      await newLinks.send(queue, transaction, [to], { afterSeconds: gatherLinksSeconds });
    });
  }

  async function handleMissingMeeting(seat: Seat): Promise<never> {
    const { classId } = seat;
    const problem = 'Zoom can’t find this meeting, or it doesn’t accept registrations.';
    await change(seat, { problem });
    await database.transaction((transaction) => enqueueMeetingSync(queue, transaction, classId));
    throw new Error(`the meeting for class ${classId} was not found`);
  }

  async function removeSeat(seat: Seat, { courseClass, row }: Found) {
    if (!row) return;
    const { meetingId } = row;
    const host = meetingHostOf(settings, courseClass);
    const registrantId = row.zoomRegistrantId ?? (await findLost(host, row))?.id;
    if (registrantId && meetingId) {
      // The person must be registered for their new class first. The job that does this then queues this one again.
      const missing = await findMissingSeats(database, clock.now(), { personId: seat.personId });
      if (missing.length > 0) return;
      await meetings.removeRegistrant(host, meetingId, registrantId);
    }
    await database
      .delete(meetingRegistrants)
      .where(isSeat(meetingRegistrants, seat.personId, seat.classId));
  }

  /**
   * Looks for this person among the registrants, because Zoom may have added them even though its response was lost.
   */
  async function findLost(host: string, { askedAt, meetingId, email }: Row) {
    if (!askedAt || !meetingId || !email) return null;
    const known = await meetings.listRegistrants(host, meetingId);
    return known?.find((one) => one.email.toLowerCase() === email.toLowerCase()) ?? null;
  }

  async function releaseLeftoverSeats(personId: number) {
    const leftovers = await findLeftoverSeats(database, clock.now(), { personId });
    if (leftovers.length === 0) return;
    await database.transaction((transaction) =>
      enqueueRegistrantSync(queue, transaction, leftovers, { leavesWaiting: true }),
    );
  }

  function change(seat: Seat, fields: Partial<Row>) {
    const updated = { problem: null, updatedAt: clock.now(), ...fields };
    return database
      .update(meetingRegistrants)
      .set(updated)
      .where(isSeat(meetingRegistrants, seat.personId, seat.classId));
  }
}
