import { eq } from 'drizzle-orm';
import { hasStarted } from '../../course/class-time.ts';
import { classTypeFor, EARLIEST_START_DATE } from '../../course/course.ts';
import { proposeMakeupSlots } from '../../course/makeup-proposal.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { lockRegistrations } from '../database/lock-order.ts';
import { type Person, registrations } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { sendMove } from './calendar/move-messages.ts';
import { conflictError, moveWithin } from './commands.ts';
import { endOfSearch, selectClassesAhead, selectHeldClasses } from './selections.ts';
import { findOpenMakeups, isWeekTaken, undoMakeup } from './undo-makeup.ts';

type Deps = Pick<Services, 'clock' | 'queue'>;

interface Registration {
  studentId: number;
  registrationId: number;
}

/** The classes to propose to somebody who missed one, best first; of those that the makeup dialog offers. */
export async function findMakeupTimes(
  transaction: Transaction,
  { id, startDate }: Pick<Person, 'id' | 'startDate'>,
  registrationId: number,
  now: Date,
): Promise<number[]> {
  const held = await selectHeldClasses(transaction, id);
  const missed = held.find((registration) => registration.id === registrationId);
  if (!missed) return [];
  const ahead = await selectClassesAhead(transaction, {
    classType: classTypeFor(missed.classNumber),
    from: now,
    until: endOfSearch(now),
  });
  const progress = { startDate: startDate ?? EARLIEST_START_DATE, registrations: held };
  return proposeMakeupSlots(ahead, progress, missed, now).map((slot) => slot.id);
}

/** As the makeup dialog does it, within a transaction that goes on if it is refused. */
export async function chooseMakeupByText(
  services: Deps,
  transaction: Transaction,
  { studentId, registrationId, newClassId }: Registration & { newClassId: number },
): Promise<void> {
  const move = { registrationId, newClassId, kind: 'makeup', ip: null, via: 'text' } as const;
  await moveWithin(services, transaction, studentId, move);
}

/** Takes such a choice back, until its class begins. The caller has locked the student. */
export async function undoMakeupByText(
  services: Deps,
  outer: Pick<Database, 'transaction'>,
  { studentId, registrationId, missedClassId }: Registration & { missedClassId: number },
): Promise<void> {
  const now = services.clock.now();
  const undo = outer.transaction(async (transaction) => {
    await lockRegistrations(transaction, eq(registrations.id, registrationId));
    const open = await findOpenMakeups(transaction, missedClassId, [studentId]);
    const made = open.find(({ id }) => id === registrationId);
    if (!made) throw new DomainError('not-found');
    const { makeupClassId, makeupStart, week, wasRescheduled } = made;
    if (hasStarted(makeupStart, now)) throw new DomainError('over');
    if (await isWeekTaken(transaction, { id: registrationId, personId: studentId, week })) {
      throw new DomainError('week-taken');
    }
    await limitPerson(transaction, now, 'class times', studentId);
    const sequence = await undoMakeup(services, transaction, {
      registrationId,
      studentId,
      fromClassId: makeupClassId,
      former: { classId: missedClassId, week, wasRescheduled },
      action: 'registration: makeup undone',
      actor: { id: studentId, ip: null, via: 'text' },
      now,
    });
    await sendMove(services.queue, transaction, {
      personId: studentId,
      registrationId,
      from: makeupStart,
      sequence,
      wasCancelled: false,
    });
  });
  await undo.catch(conflictError);
}
