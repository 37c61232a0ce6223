import { canMoveClassTo, canMoveClassToTime, isShortNotice } from '../../course/class-dates.ts';
import { pacificDate } from '../../course/pacific-time.ts';
import type { Transaction } from '../database/connect.ts';
import type { classes } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { nameRegistered, nameWeekConflicts } from './queries.ts';

type CourseClass = typeof classes.$inferSelect;

interface Move {
  to: Date;
  now: Date;
  /** CLASS_EDIT_LATEST_DATE */
  latest: string | null;
  /** Whether somebody has said that the class is to begin within minutes. */
  isShortNoticeMeant: boolean;
}

/** The time that a class has already is never refused. */
export function refuseTime({ startsAt }: CourseClass, move: Move): void {
  const { to, now, latest, isShortNoticeMeant } = move;
  const days = { ownDate: pacificDate(startsAt), today: pacificDate(now), override: latest };
  if (!canMoveClassTo(pacificDate(to), days)) throw new DomainError('class-date-not-allowed');
  if (!canMoveClassToTime(to, startsAt, now)) throw new DomainError('class-time-past');
  if (isShortNotice(to, startsAt, now) && !isShortNoticeMeant) {
    throw new DomainError('class-short-notice');
  }
}

export async function refuseFullWeek(transaction: Transaction, classId: number, startsAt: Date) {
  const students = await nameWeekConflicts(transaction, classId, startsAt);
  if (students.length > 0) throw new DomainError('students-busy-that-week', { students });
}

/** The type follows from the class numbers of those who are registered. */
export async function refuseOtherType(transaction: Transaction, { id, classType }: CourseClass) {
  const registered = await nameRegistered(transaction, id);
  if (registered.length > 0) throw new DomainError('class-type-in-use', { registered, classType });
}
