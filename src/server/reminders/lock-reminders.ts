import { inArray } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { OutdatedLocks } from '../database/lock-order.ts';
import { lockRows, match } from '../database/rows.ts';
import { classes, people, registrations, reminders } from '../database/schema.ts';

export type LockedReminder = Awaited<ReturnType<typeof lockReminders>>[number];

/** Locks the rows in this order: people, classes, registrations, reminders. */
export async function lockReminders(
  transaction: Transaction,
  ids: number[],
  strength: 'share' | 'no key update' = 'share',
) {
  const isOurs = match(reminders, { id: ids });
  const { personId, registrationId } = reminders;
  const personIds = transaction.select({ personId }).from(reminders).where(isOurs);
  const registrationIds = transaction.select({ registrationId }).from(reminders).where(isOurs);
  const isTheirs = inArray(registrations.id, registrationIds);
  const { classId } = registrations;
  const classIds = transaction.select({ classId }).from(registrations).where(isTheirs);
  const [theirPeople, theirClasses, theirRegistrations, found] = await Promise.all([
    lockRows(transaction, people, inArray(people.id, personIds), strength),
    lockRows(transaction, classes, inArray(classes.id, classIds), strength),
    lockRows(transaction, registrations, isTheirs, strength),
    lockRows(transaction, reminders, isOurs, strength),
  ]);
  return found.flatMap((reminder) => {
    const person = theirPeople.find(({ id }) => id === reminder.personId);
    const registration = theirRegistrations.find(({ id }) => id === reminder.registrationId);
    if (!person) return [];
    if (!registration) return [{ reminder, person, held: undefined }];
    const courseClass = theirClasses.find(({ id }) => id === registration.classId);
    // The registration was moved while we waited for its lock, so we locked the wrong class.
    if (!courseClass) throw new OutdatedLocks();
    const { id: registrationId, classNumber, endedAt, suspendedBy } = registration;
    const { id: classId, startsAt, wasHeld, attendanceProblem } = courseClass;
    const place = { registrationId, classNumber, classId, startsAt, wasHeld, attendanceProblem };
    return [{ reminder, person, held: endedAt || suspendedBy ? undefined : place }];
  });
}
