import { and, eq, isNotNull, isNull } from 'drizzle-orm';
import type { Undone } from '../../../contract/cancellations.ts';
import { canCancelClass } from '../../../course/cancelling.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import type { Transaction } from '../../database/connect.ts';
import { classes, people } from '../../database/schema.ts';
import { isStanding } from '../../database/standing.ts';
import { findClassOfHost } from '../../meetings/index.ts';
import type { Settings } from '../../settings.ts';
import { findClosedOn } from './closed-dates.ts';

type Class = typeof classes.$inferSelect;

/** One after the other: one that is back can be in the way of the next. */
export async function restoreClasses(
  transaction: Transaction,
  settings: Settings,
  cancelled: Class[],
  now: Date,
) {
  const back: Class[] = [];
  const left: Class[] = [];
  for (const courseClass of cancelled) {
    if (await findObstacle(transaction, settings, courseClass, now)) left.push(courseClass);
    else {
      await transaction
        .update(classes)
        .set({ cancellationId: null })
        .where(eq(classes.id, courseClass.id));
      back.push(courseClass);
    }
  }
  return { back, left: await describeLeft(transaction, settings, left, now) };
}

/** Soonest first. */
export async function describeLeft(
  transaction: Transaction,
  settings: Settings,
  left: Class[],
  now: Date,
): Promise<Undone['classesLeft']> {
  const described: Undone['classesLeft'] = [];
  for (const courseClass of left.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())) {
    const obstacle = await findObstacle(transaction, settings, courseClass, now);
    described.push({
      id: courseClass.id,
      startTime: courseClass.startsAt.toISOString(),
      reason: obstacle ?? 'its place was taken at that moment',
    });
  }
  return described;
}

/** Null, or why the class stays cancelled, as the end of a sentence. */
async function findObstacle(
  transaction: Transaction,
  settings: Settings,
  { startsAt, instructorId, host, mayShareHost, cancellationId }: Class,
  now: Date,
): Promise<string | null> {
  if (!canCancelClass(startsAt, now)) return 'its time has passed';
  const whereErased = and(eq(people.id, instructorId ?? 0), isNotNull(people.erasedAt));
  if ((await transaction.$count(people, whereErased)) > 0) return 'its instructor is gone';
  const closed = await findClosedOn(transaction, pacificDate(startsAt), cancellationId);
  if (closed) return `there are no classes on that day (${closed.name})`;
  const whereThere = and(
    isStanding,
    eq(classes.startsAt, startsAt),
    instructorId === null ? isNull(classes.instructorId) : eq(classes.instructorId, instructorId),
  );
  if ((await transaction.$count(classes, whereThere)) > 0) {
    return `there is another class ${instructorId === null ? 'without an' : 'with this'} instructor then`;
  }
  const wanted = { host, starts: [startsAt], classIds: [] };
  const other = await findClassOfHost(transaction, settings, wanted);
  // Classes that overlapped before that was refused do so again.
  if (!other || (mayShareHost && other.mayShareHost)) return null;
  return `${other.who ?? 'another class'} has its Zoom host then`;
}
