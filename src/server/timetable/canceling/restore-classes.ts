import { and, eq, isNotNull } from 'drizzle-orm';
import { canCancelClass } from '../../../course/canceling.ts';
import { byStart } from '../../../course/class-state.ts';
import { pacificDate } from '../../../course/pacific-time.ts';
import type { Transaction } from '../../database/connect.ts';
import { match, updateRows } from '../../database/rows.ts';
import { classes, people } from '../../database/schema.ts';
import { isStanding } from '../../database/standing.ts';
import { listClassesOfHost } from '../../meetings/index.ts';
import type { Settings } from '../../platform/settings.ts';
import { findClosedOn } from './closed-dates.ts';

type Class = typeof classes.$inferSelect;

/** Restores the classes one at a time, because each restored class can conflict with the next one. */
export async function restoreClasses(
  transaction: Transaction,
  settings: Settings,
  canceled: Class[],
  now: Date,
) {
  const back: Class[] = [];
  const left: Class[] = [];
  for (const courseClass of canceled) {
    if (await findObstacle(transaction, settings, courseClass, now)) left.push(courseClass);
    else {
      await updateRows(transaction, classes, { id: courseClass.id }, { cancellationId: null });
      back.push(courseClass);
    }
  }
  return { back, left: await describeLeft(transaction, settings, left, now) };
}

export async function describeLeft(
  transaction: Transaction,
  settings: Settings,
  left: Class[],
  now: Date,
) {
  const described: { id: number; startTime: Date; reason: string }[] = [];
  for (const courseClass of left.toSorted(byStart)) {
    const obstacle = await findObstacle(transaction, settings, courseClass, now);
    described.push({
      id: courseClass.id,
      startTime: courseClass.startsAt,
      reason: obstacle ?? 'another class was just scheduled at that time',
    });
  }
  return described;
}

/** Returns why the class must stay canceled, worded as the end of a sentence, or null if it can be restored. */
async function findObstacle(
  transaction: Transaction,
  settings: Settings,
  { startsAt, instructorId, host, mayShareHost, cancellationId }: Class,
  now: Date,
): Promise<string | null> {
  if (!canCancelClass(startsAt, now)) return 'its start time has passed';
  const whereErased = and(eq(people.id, instructorId ?? 0), isNotNull(people.erasedAt));
  if ((await transaction.$count(people, whereErased)) > 0)
    return 'its instructor’s account was erased';
  const closed = await findClosedOn(transaction, pacificDate(startsAt), cancellationId);
  if (closed) return `that day is closed (${closed.name})`;
  const whereThere = and(isStanding, match(classes, { startsAt, instructorId }));
  if ((await transaction.$count(classes, whereThere)) > 0) {
    return instructorId === null
      ? 'another class without an instructor starts at that time'
      : 'its instructor has another class at that time';
  }
  const [other] = await listClassesOfHost(transaction, settings, host, [startsAt]);
  // Two classes may overlap if both are allowed to share a host.
  if (!other || (mayShareHost && other.mayShareHost)) return null;
  return `${other.who ?? 'another class'} is using its Zoom host at that time`;
}
