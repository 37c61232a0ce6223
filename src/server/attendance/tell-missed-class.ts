import { and, eq, isNotNull } from 'drizzle-orm';
import { PROPOSAL_LIFE_MS } from '../../course/course.ts';
import {
  afterQuietHours,
  isTooLateForMissedMessage,
  nextLookAtMissed,
} from '../../course/reminders.ts';
import type { Transaction } from '../database/connect.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import {
  attendance,
  makeupProposals,
  meetingRegistrants,
  type Person,
  proposedSlots,
} from '../database/schema.ts';
import type { Services } from '../platform/services.ts';
import {
  type LockedReminder,
  lockReminder,
  movedOrCancelled,
  postponeReminder,
  settleReminder,
} from '../reminders/index.ts';
import { findMakeupTimes, missedClass } from '../schedule/index.ts';
import { settleAttendanceJob } from './jobs.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;
type Held = NonNullable<LockedReminder['held']>;

/** Events may be on their way, and the next look is a minute later. */
const askAfterSeconds = 30;

/**
 * Decides whether somebody missed a class, or came to one that nobody started, and is to be told; proposes times, and
 * queues the messages: all in one transaction, so that nobody is told twice.
 */
export function tellMissedClass({ database, clock, queue }: Deps, reminderId: number) {
  return retryOutdatedLocks(() =>
    database.transaction(async (transaction) => {
      const now = clock.now();
      const found = await lockReminder(transaction, reminderId, 'no key update');
      if (!found || found.reminder.settledAt) return;
      const decision = await decide(transaction, found, now);
      if ('drop' in decision) {
        await settleReminder(transaction, reminderId, decision.drop, now);
        return;
      }
      if ('waitUntil' in decision) {
        await postponeReminder(transaction, reminderId, decision.waitUntil);
        const { held } = found;
        // No event asks for the report of a meeting that never began.
        if (held?.wasHeld === null) {
          const report = { classId: held.classId, instanceId: null };
          await queue.add(transaction, settleAttendanceJob, report, {
            afterSeconds: askAfterSeconds,
          });
        }
        return;
      }
      const { person } = found;
      const proposalId = await propose(transaction, person, decision.missed, now);
      const ids = { personId: person.id, proposalId };
      await missedClass.send(queue, transaction, [ids]);
      await settleReminder(transaction, reminderId, 'sent', now);
    }),
  );
}

type Decision = { drop: string } | { waitUntil: Date } | { missed: Held };

async function decide(
  transaction: Transaction,
  { reminder, person, held }: LockedReminder,
  now: Date,
): Promise<Decision> {
  if (person.deactivatedAt) return { drop: 'access ended' };
  if (person.role !== 'student') return { drop: 'no student any more' };
  if (!held || held.startsAt.getTime() !== reminder.startsAt?.getTime()) {
    return { drop: movedOrCancelled };
  }
  const seat = { personId: person.id, classId: held.classId };
  if (await wasSeen(transaction, seat)) return { drop: 'not missed' };
  if (isTooLateForMissedMessage(held.startsAt, now)) return { drop: 'too late' };
  // While the report is refused, or we know nothing of the meeting, we cannot tell who missed it.
  if (held.attendanceProblem !== null || held.wasHeld === null) {
    return { waitUntil: nextLookAtMissed(held.startsAt, reminder.dueAt, now) };
  }
  if (held.wasHeld && !(await couldBeSeen(transaction, seat))) {
    return { drop: 'had no link of their own' };
  }
  const daytime = afterQuietHours(now);
  return daytime > now ? { waitUntil: daytime } : { missed: held };
}

interface Seat {
  personId: number;
  classId: number;
}

async function wasSeen(transaction: Transaction, { personId, classId }: Seat) {
  const whereTheirs = and(eq(attendance.personId, personId), eq(attendance.classId, classId));
  return (await transaction.$count(attendance, whereTheirs)) > 0;
}

/** Who came is told by the registrants' own links: somebody without one may have come unseen. */
async function couldBeSeen(transaction: Transaction, { personId, classId }: Seat) {
  const whereTheirs = and(
    eq(meetingRegistrants.personId, personId),
    eq(meetingRegistrants.classId, classId),
    isNotNull(meetingRegistrants.zoomRegistrantId),
  );
  return (await transaction.$count(meetingRegistrants, whereTheirs)) > 0;
}

async function propose(
  transaction: Transaction,
  person: Person,
  { registrationId, classId: missedClassId }: Held,
  now: Date,
): Promise<number> {
  const validUntil = new Date(now.getTime() + PROPOSAL_LIFE_MS);
  const [made] = await transaction
    .insert(makeupProposals)
    .values({ personId: person.id, registrationId, missedClassId, proposedAt: now, validUntil })
    .returning({ id: makeupProposals.id });
  const proposalId = made?.id ?? 0;
  const classIds = await findMakeupTimes(transaction, person, registrationId, now);
  const slots = classIds.map((classId, at) => ({ proposalId, number: at + 1, classId }));
  if (slots.length > 0) await transaction.insert(proposedSlots).values(slots);
  return proposalId;
}
