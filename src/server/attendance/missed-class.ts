import { and, isNotNull } from 'drizzle-orm';
import { PROPOSAL_LIFE_MS } from '../../course/course.ts';
import {
  afterQuietHours,
  isTooLateForMissedMessage,
  nextLookAtMissed,
} from '../../course/reminders.ts';
import type { Transaction } from '../database/connect.ts';
import { isSeat } from '../database/joins.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { insertOne } from '../database/rows.ts';
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
  lockReminders,
  movedOrCanceled,
  postponeReminder,
  settleReminder,
} from '../reminders/index.ts';
import { findMakeupTimes, missedClass } from '../schedule/index.ts';
import { settleAttendanceJob } from './jobs.ts';

type Held = NonNullable<LockedReminder['held']>;

/** Long enough for late events to arrive, but shorter than the minute until the next check. */
const reportDelaySeconds = 30;

/** Uses one transaction, so that we don't notify anyone twice. */
export function notifyMissedClass({ database, clock, queue }: Services, reminderId: number) {
  return retryOutdatedLocks(() =>
    database.transaction(async (transaction) => {
      const now = clock.now();
      const [found] = await lockReminders(transaction, [reminderId], 'no key update');
      if (!found || found.reminder.settledAt) return;
      const decision = await decide(transaction, found, now);
      if ('drop' in decision) {
        return settleReminder(transaction, reminderId, decision.drop, now);
      }
      if ('waitUntil' in decision) {
        await postponeReminder(transaction, reminderId, decision.waitUntil);
        const { held } = found;
        // If we don't know whether the class was held, request the report, because without events no other job does.
        if (held?.wasHeld === null) {
          const report = { classId: held.classId, instanceId: null };
          const options = { afterSeconds: reportDelaySeconds };
          await queue.add(transaction, settleAttendanceJob, report, options);
        }
        return;
      }
      const { person } = found;
      const proposalId = await propose(transaction, person, decision.missed, now);
      await missedClass.send(queue, transaction, [{ personId: person.id, proposalId }]);
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
  if (person.deactivatedAt) return { drop: 'deactivated' };
  if (person.role !== 'student') return { drop: 'no longer a student' };
  if (!held || held.startsAt.getTime() !== reminder.startsAt?.getTime()) {
    return { drop: movedOrCanceled };
  }
  const wasSeen = isSeat(attendance, person.id, held.classId);
  if ((await transaction.$count(attendance, wasSeen)) > 0) return { drop: 'not missed' };
  if (isTooLateForMissedMessage(held.startsAt, now)) return { drop: 'too late' };
  // Without the report, we can't tell who missed the class.
  if (held.attendanceProblem !== null || held.wasHeld === null) {
    return { waitUntil: nextLookAtMissed(held.startsAt, reminder.dueAt, now) };
  }
  if (held.wasHeld && !(await couldBeSeen(transaction, person.id, held.classId))) {
    return { drop: 'had no personal link' };
  }
  const daytime = afterQuietHours(now);
  return daytime > now ? { waitUntil: daytime } : { missed: held };
}

/** We match attendance by personal link. A student who has none may have attended without being recognized. */
async function couldBeSeen(transaction: Transaction, personId: number, classId: number) {
  const hasLink = isNotNull(meetingRegistrants.zoomRegistrantId);
  const whereTheirs = and(isSeat(meetingRegistrants, personId, classId), hasLink);
  return (await transaction.$count(meetingRegistrants, whereTheirs)) > 0;
}

async function propose(
  transaction: Transaction,
  person: Person,
  { registrationId, classId: missedClassId }: Held,
  now: Date,
): Promise<number> {
  const validUntil = new Date(now.getTime() + PROPOSAL_LIFE_MS);
  const { id: personId } = person;
  const proposal = { personId, registrationId, missedClassId, proposedAt: now, validUntil };
  const { id: proposalId } = await insertOne(transaction, makeupProposals, proposal);
  const classIds = await findMakeupTimes(transaction, person, registrationId, now);
  const slots = classIds.map((classId, at) => ({ proposalId, number: at + 1, classId }));
  if (slots.length > 0) await transaction.insert(proposedSlots).values(slots);
  return proposalId;
}
