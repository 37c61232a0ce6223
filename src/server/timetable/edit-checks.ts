import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { currentClass } from '../../contract/timetable.ts';
import { canMoveClassTo, canMoveClassToTime, isShortNotice } from '../../course/class-dates.ts';
import { byStart } from '../../course/class-state.ts';
import { pacificDate, pacificWeekOf } from '../../course/pacific-time.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople, lockRegistrations, OutdatedLocks } from '../database/lock-order.ts';
import { lockRows } from '../database/rows.ts';
import { classes, registrations, waitingList } from '../database/schema.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import { lockClosedDates } from './canceling/closed-dates.ts';
import { lockInstructor } from './hosts.ts';
import {
  countRegistered,
  hasOtherIn,
  listRegistered,
  nameRegistered,
  readClass,
} from './queries.ts';

type CourseClass = typeof classes.$inferSelect;

/**
 * Locks the classes, their students and their registrations, and returns the classes, soonest first. Students are
 * locked because moving a class inserts reminders that reference them. Ended registrations are locked too, because
 * moving a class updates their week through a foreign key.
 */
export async function lockForEdit(
  transaction: Transaction,
  which: { classIds: number[]; instructorId?: number | null | undefined },
) {
  const ids = [...new Set(which.classIds)];
  const listStudents = async () =>
    (await listRegistered(transaction, ids)).map(({ personId }) => personId);
  await lockClosedDates(transaction, 'shared');
  const known = new Set(await listStudents());
  await lockPeople(transaction, [...known]);
  await lockInstructor(transaction, which.instructorId ?? null);
  const locked = await lockClasses(transaction, inArray(classes.id, ids));
  if (locked.length < ids.length) throw new DomainError('not-found');
  if ((await listStudents()).some((id) => !known.has(id))) throw new OutdatedLocks();
  await lockRegistrations(transaction, inArray(registrations.classId, ids));
  return locked.toSorted(byStart);
}

/** This lock also blocks new registrations, because registering locks the class too. */
export function lockClasses(transaction: Transaction, which: SQL | undefined) {
  return lockRows(transaction, classes, which, 'update');
}

export async function lockClass(transaction: Transaction, classId: number) {
  const [found] = await lockClasses(transaction, eq(classes.id, classId));
  if (!found) throw new DomainError('not-found');
  refuseGone(found);
  return found;
}

export function refuseGone({ deletedAt, cancellationId }: CourseClass): void {
  if (deletedAt) throw new DomainError('class-deleted');
  if (cancellationId) throw new DomainError('class-canceled');
}

/** Throws if the class can't move to this time. A class can always keep its current time. */
export function refuseTime(
  { startsAt }: CourseClass,
  move: { to: Date; now: Date; latest: string | null; isShortNoticeConfirmed: boolean | undefined },
): void {
  const { to, now, latest, isShortNoticeConfirmed } = move;
  const days = { ownDate: pacificDate(startsAt), today: pacificDate(now), override: latest };
  if (!canMoveClassTo(pacificDate(to), days)) throw new DomainError('class-date-not-allowed');
  if (!canMoveClassToTime(to, startsAt, now)) throw new DomainError('class-time-past');
  if (isShortNotice(to, startsAt, now) && !isShortNoticeConfirmed) {
    const isOne = isShortNoticeConfirmed !== undefined;
    throw new DomainError(isOne ? 'class-short-notice' : 'classes-short-notice');
  }
}

export async function refuseFullWeek(transaction: Transaction, classId: number, startsAt: Date) {
  const isBusy = hasOtherIn(pacificWeekOf(startsAt));
  const students = await nameRegistered(transaction, classId, isBusy);
  if (students.length > 0) throw new DomainError('students-busy-that-week', { students });
}

export async function refuseTooFewPlaces(
  transaction: Transaction,
  { id, defaultPlaces }: CourseClass,
  places: number | null,
) {
  const most = places ?? defaultPlaces;
  if (most === null) return;
  const { classId, status, isOverbooked } = waitingList;
  const isHeld = and(eq(classId, id), eq(status, 'offered'), eq(isOverbooked, false));
  const held = await transaction.$count(waitingList, isHeld);
  const taken = held + (await countRegistered(transaction, id));
  if (taken > most) throw new DomainError('too-few-places', { taken, held });
}

/** The type can't change once students are registered, because it has to match their class numbers. */
export async function refuseTypeChange(transaction: Transaction, { id, classType }: CourseClass) {
  const registered = await nameRegistered(transaction, id);
  if (registered.length > 0) throw new DomainError('class-type-in-use', { registered, classType });
}

export async function refuseStaleClass(
  transaction: Transaction,
  { id, version }: { id: number; version: number },
  seen: number | undefined,
  attempt?: 'delete it',
) {
  const readCurrent = async () => currentClass.parse(await readClass(transaction, id, ''));
  await refuseStale(version, seen, 'class', readCurrent, attempt);
}
