import { eq } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { lockPeople, OutdatedLocks } from '../database/lock-order.ts';
import { lockRow } from '../database/rows.ts';
import { classes, people, registrations, reminders } from '../database/schema.ts';

export type LockedReminder = NonNullable<Awaited<ReturnType<typeof lockReminder>>>;

/** Reads without locks to find the rows, then locks them in this order: person, class, registration, reminder. */
export async function lockReminder(
  transaction: Transaction,
  id: number,
  strength: 'share' | 'no key update' = 'share',
) {
  const [known] = await transaction
    .select({
      personId: reminders.personId,
      registrationId: reminders.registrationId,
      classId: registrations.classId,
    })
    .from(reminders)
    .leftJoin(registrations, eq(registrations.id, reminders.registrationId))
    .where(eq(reminders.id, id));
  if (!known) return undefined;
  const { personId, registrationId, classId } = known;
  await lockPeople(transaction, [personId]);
  const held =
    registrationId !== null && classId !== null
      ? await lockRegistration(transaction, registrationId, classId)
      : undefined;
  const [found] = await transaction
    .select({ reminder: reminders, person: people })
    .from(reminders)
    .innerJoin(people, eq(people.id, reminders.personId))
    .where(eq(reminders.id, id))
    .for(strength, { of: reminders });
  return found && { ...found, held };
}

async function lockRegistration(transaction: Transaction, id: number, classId: number) {
  const [courseClass] = await transaction
    .select({
      startsAt: classes.startsAt,
      wasHeld: classes.wasHeld,
      attendanceProblem: classes.attendanceProblem,
    })
    .from(classes)
    .where(eq(classes.id, classId))
    .for('share');
  const registration = await lockRow(transaction, registrations, { id }, 'share');
  // If the registration was moved in the meantime, we locked the wrong class.
  if (registration?.classId !== classId) throw new OutdatedLocks();
  if (!courseClass || registration.endedAt || registration.suspendedBy) return undefined;
  const { classNumber } = registration;
  return { registrationId: id, classId, classNumber, ...courseClass };
}
