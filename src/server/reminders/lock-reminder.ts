import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { OutdatedLocks } from '../database/lock-order.ts';
import { classes, people, registrations, reminders } from '../database/schema.ts';

export type LockedReminder = NonNullable<Awaited<ReturnType<typeof lockReminder>>>;

/** Locks the rows in this order: person, class, registration, reminder. */
export async function lockReminder(
  transaction: Transaction,
  id: number,
  strength: 'share' | 'no key update' = 'share',
) {
  const [found] = await transaction
    .select({
      reminder: reminders,
      person: people,
      registration: {
        classNumber: registrations.classNumber,
        endedAt: registrations.endedAt,
        suspendedBy: registrations.suspendedBy,
      },
      courseClass: {
        classId: classes.id,
        startsAt: classes.startsAt,
        wasHeld: classes.wasHeld,
        attendanceProblem: classes.attendanceProblem,
      },
    })
    .from(reminders)
    .innerJoin(people, eq(people.id, reminders.personId))
    .innerJoin(registrations, eq(registrations.id, reminders.registrationId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(eq(reminders.id, id))
    .for(strength, { of: [people, classes, registrations, reminders] });
  if (!found) return lockWithoutRegistration(transaction, id, strength);
  const { reminder, person, registration, courseClass } = found;
  const { classNumber, endedAt, suspendedBy } = registration;
  const registrationId = reminder.registrationId ?? 0;
  const held = endedAt || suspendedBy ? undefined : { registrationId, classNumber, ...courseClass };
  return { reminder, person, held };
}

async function lockWithoutRegistration(
  transaction: Transaction,
  id: number,
  strength: 'share' | 'no key update',
) {
  const [found] = await transaction
    .select({ reminder: reminders, person: people })
    .from(reminders)
    .innerJoin(people, eq(people.id, reminders.personId))
    .where(eq(reminders.id, id))
    .for(strength, { of: [people, reminders] });
  // The registration was moved while we waited for its lock, so we locked the wrong class.
  if (found?.reminder.registrationId) throw new OutdatedLocks();
  return found && { ...found, held: undefined };
}
