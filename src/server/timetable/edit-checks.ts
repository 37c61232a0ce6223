import { eq, type SQL } from 'drizzle-orm';
import { canMoveClassTo, canMoveClassToTime, isShortNotice } from '../../course/class-dates.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople, lockRegistrations, OutdatedLocks } from '../database/lock-order.ts';
import { classes, registrations } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { lockInstructor } from './hosts.ts';
import { listRegistered, nameRegistered, nameWeekConflicts } from './queries.ts';

type CourseClass = typeof classes.$inferSelect;

/**
 * Locks the class and all rows that a move changes. Locks people first, because new reminders reference them. Includes
 * ended registrations, because a foreign key updates their week.
 */
export async function lockForEdit(
  transaction: Transaction,
  classId: number,
  instructorId: number | null,
) {
  const listStudents = async () =>
    (await listRegistered(transaction, classId)).map(({ personId }) => personId);
  const known = new Set(await listStudents());
  await lockPeople(transaction, [...known]);
  await lockInstructor(transaction, instructorId);
  const locked = await lockClass(transaction, classId);
  if ((await listStudents()).some((id) => !known.has(id))) throw new OutdatedLocks();
  await lockRegistrations(transaction, eq(registrations.classId, classId));
  return locked;
}

/** This lock also blocks new registrations, because registering locks the class too. */
export function lockClasses(transaction: Transaction, which: SQL | undefined) {
  return transaction.select().from(classes).where(which).orderBy(classes.id).for('update');
}

export async function lockClass(transaction: Transaction, classId: number) {
  const [found] = await lockClasses(transaction, eq(classes.id, classId));
  if (!found) throw new DomainError('not-found');
  if (found.deletedAt) throw new DomainError('class-deleted');
  if (found.cancellationId) throw new DomainError('class-canceled');
  return found;
}

interface Move {
  to: Date;
  now: Date;
  /** The setting CLASS_EDIT_LATEST_DATE. */
  latest: string | null;
  isShortNoticeConfirmed: boolean;
}

/** Throws if the class can't move to this time. A class can always keep its current time. */
export function refuseTime({ startsAt }: CourseClass, move: Move): void {
  const { to, now, latest, isShortNoticeConfirmed } = move;
  const days = { ownDate: pacificDate(startsAt), today: pacificDate(now), override: latest };
  if (!canMoveClassTo(pacificDate(to), days)) throw new DomainError('class-date-not-allowed');
  if (!canMoveClassToTime(to, startsAt, now)) throw new DomainError('class-time-past');
  if (isShortNotice(to, startsAt, now) && !isShortNoticeConfirmed) {
    throw new DomainError('class-short-notice');
  }
}

export async function refuseFullWeek(transaction: Transaction, classId: number, startsAt: Date) {
  const students = await nameWeekConflicts(transaction, classId, startsAt);
  if (students.length > 0) throw new DomainError('students-busy-that-week', { students });
}

/** The type can't change once students are registered, because it has to match their class numbers. */
export async function refuseTypeChange(transaction: Transaction, { id, classType }: CourseClass) {
  const registered = await nameRegistered(transaction, id);
  if (registered.length > 0) throw new DomainError('class-type-in-use', { registered, classType });
}
