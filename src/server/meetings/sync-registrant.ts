import pLimit from 'p-limit';
import { isPast } from '../../course/class-state.ts';
import { gather } from '../database/gather.ts';
import { isSeat } from '../database/joins.ts';
import { updateRows } from '../database/rows.ts';
import { meetingRegistrants } from '../database/schema.ts';
import type { Guest, Registrant } from '../integrations/meetings/port.ts';
import { handle } from '../jobs/define-job.ts';
import type { VendorServices } from '../platform/services.ts';
import { enqueueMeetingSync, enqueueRegistrantSync, type Seat, syncRegistrantJob } from './jobs.ts';
import { meetingHostOf } from './meeting-plan.ts';
import { newLinks } from './messages.ts';
import { notingProblems } from './problems.ts';
import { findLeftoverSeats, findMissingSeats, findSeats } from './queries.ts';
import { noteAsked, saveLinks } from './seat-rows.ts';

const gatherLinksSeconds = 60;

const callsAtOnce = 4;
/** Zoom accepts no more people per call. */
const mostTogether = 30;
/** A call for many takes as much of Zoom's rate limit as three calls for one. */
const fewestTogether = 3;

type Row = typeof meetingRegistrants.$inferSelect;
type Found = NonNullable<Awaited<ReturnType<typeof findSeats>>[number]>;
interface Entry {
  host: string;
  meetingId: string;
  guest: Guest;
}

/**
 * These jobs are idempotent and can run in any order, because each one reads the current rows. Each one is on its own,
 * but the jobs of a batch share statements and calls to Zoom.
 */
export function syncRegistrantHandlers({
  database,
  clock,
  queue,
  meetings,
  settings,
}: VendorServices) {
  const limit = pLimit(callsAtOnce);
  const groupOf = ({ meetingId }: { meetingId: string }) => meetingId;
  const findSeat = gather((seats: Seat[]) => findSeats(database, seats));
  const noteSeatAsked = gather(noteAsked(database, clock));
  const saveLink = gather(saveLinks(database, clock));
  const addTogether = gather(addAll, { groupOf, most: mostTogether });
  const listTogether = gather(listOnce, { groupOf });
  const findLeftovers = gather(findAllLeftovers);

  return [
    handle(
      syncRegistrantJob,
      (seat) =>
        queue.withLock('seats', `person ${seat.personId} in class ${seat.classId}`, async () => {
          const found = await findSeat(seat);
          if (!found || isPast(found.courseClass.startsAt, clock.now())) return;
          const { deletedAt, cancellationId } = found.courseClass;
          const isWanted = found.isWanted && !deletedAt && !cancellationId;
          await notingProblems(
            () => (isWanted ? addSeat(seat, found) : removeSeat(seat, found)),
            ({ message }) => change(seat, { problem: message }),
          );
        }),
      mostTogether,
    ),
  ];

  async function addSeat(seat: Seat, { courseClass, guest, row }: Found) {
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
    // Someone who was asked for before is added alone, so that no list can fail forever.
    const isFirstTry = !row?.askedAt;
    const registrant = lost ?? (await add(seat, { host, meetingId, guest }, isFirstTry));
    if (!registrant) return handleMissingMeeting(seat);
    await store(seat, meetingId, registrant);
    await releaseLeftoverSeats(seat.personId);
  }

  async function add(seat: Seat, entry: Entry, isFirstTry: boolean): Promise<Registrant | null> {
    const { host, meetingId, guest } = entry;
    await noteSeatAsked({ ...seat, meetingId, email: guest.email });
    const added = isFirstTry && (await addTogether(entry));
    return added || limit(() => meetings.addRegistrant(host, meetingId, guest));
  }

  /** Returns undefined for those who have to be added one by one. */
  async function addAll(entries: Entry[]): Promise<(Registrant | undefined)[]> {
    const [first] = entries;
    if (!first || entries.length < fewestTogether) return [];
    const { host, meetingId } = first;
    const guests = entries.map(({ guest }) => guest);
    const added = await limit(() => meetings.addRegistrants(host, meetingId, guests));
    return guests.map(({ email }) => findByEmail(added, email));
  }

  /**
   * Saves the link. If the class got another meeting in the meantime, queues this job again for the new meeting. Needs no
   * lock on the class, because replacing its meeting also queues this job for everyone whose row has another meeting's
   * ID.
   */
  async function store(seat: Seat, meetingId: string, { id, joinUrl }: Registrant) {
    const link = { ...seat, meetingId, zoomRegistrantId: id, joinUrl };
    if (await saveLink(link)) return;
    await database.transaction(async (transaction) => {
      const [isSaved] = await saveLinks(transaction, clock, { mayReplace: true })([link]);
      if (!isSaved) return enqueueRegistrantSync(queue, transaction, [seat]);
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
      await limit(() => meetings.removeRegistrant(host, meetingId, registrantId));
    }
    await database.delete(meetingRegistrants).where(isIn(seat));
  }

  /**
   * Looks for this person among the registrants, because Zoom may have added them even though its response was lost.
   */
  async function findLost(host: string, { askedAt, meetingId, email }: Row) {
    if (!askedAt || !meetingId || !email) return null;
    const known = await listTogether({ host, meetingId });
    return findByEmail(known ?? [], email) ?? null;
  }

  async function listOnce(all: Omit<Entry, 'guest'>[]) {
    const { host, meetingId } = all[0] as Omit<Entry, 'guest'>;
    const known = await limit(() => meetings.listRegistrants(host, meetingId));
    return all.map(() => known);
  }

  async function releaseLeftoverSeats(personId: number) {
    const leftovers = await findLeftovers(personId);
    if (leftovers.length === 0) return;
    await database.transaction((transaction) =>
      enqueueRegistrantSync(queue, transaction, leftovers, { leavesWaiting: true }),
    );
  }

  async function findAllLeftovers(personIds: number[]): Promise<Seat[][]> {
    const found = await findLeftoverSeats(database, clock.now(), personIds);
    return personIds.map((id) => found.filter(({ personId }) => personId === id));
  }

  function change(seat: Seat, fields: Partial<Row>) {
    const updated = { problem: null, updatedAt: clock.now(), ...fields };
    return updateRows(database, meetingRegistrants, isIn(seat), updated);
  }
}

const isIn = ({ personId, classId }: Seat) => isSeat(meetingRegistrants, personId, classId);

function findByEmail(registrants: Registrant[], email: string): Registrant | undefined {
  return registrants.find((one) => one.email.toLowerCase() === email.toLowerCase());
}
