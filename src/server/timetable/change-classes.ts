import { and, eq, inArray } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { classChangeCalls } from '../../contract/timetable.ts';
import { dayOfWeek } from '../../course/format-time.ts';
import { classStart, pacificDate, pacificNoonText, timeSlotOf } from '../../course/pacific-time.ts';
import type { Transaction } from '../database/connect.ts';
import {
  lockPeople,
  lockRegistrations,
  OutdatedLocks,
  retryOutdatedLocks,
} from '../database/lock-order.ts';
import { classes, registrations } from '../database/schema.ts';
import { retryIfHostIsTaken, whereUpcoming } from '../meetings/index.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { attemptAll } from './attempt-all.ts';
import { lockClosedDates } from './canceling/closed-dates.ts';
import { findStudentRecipients } from './canceling/queries.ts';
import { conflictError, prepareEdit } from './commands.ts';
import { lockClasses } from './edit-checks.ts';
import { type Edited, sendToInstructors } from './instructor-messages.ts';
import { listRegistered } from './queries.ts';

type Change = BodyOf<typeof classChangeCalls.changeClasses>;
type Class = typeof classes.$inferSelect;

/** Edits all of these classes or none. Returns how many were edited. */
export function changeClasses(services: Services, actor: Actor, change: Change): Promise<number> {
  const run = (transaction: Transaction) => changeAll(services, transaction, actor, change);
  return retryOutdatedLocks(() => services.database.transaction(run));
}

async function changeAll(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  change: Change,
): Promise<number> {
  const locked = await lockForChange(transaction, change);
  const edits: Edited[] = [];
  for (const courseClass of locked) {
    edits.push(await edit(services, transaction, actor, courseClass, change));
  }
  const by = { actorId: actor.id, now: services.clock.now() };
  await sendToInstructors(services.queue, transaction, edits, by);
  return locked.length;
}

/**
 * Gives all upcoming classes of one instructor to another. The caller has locked the closed dates and both people, and
 * retries if the locks are outdated.
 */
export async function handOverClasses(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  from: number,
  to: number,
): Promise<void> {
  if (from === to) throw new DomainError('instructor-unknown');
  const whereTheirs = and(eq(classes.instructorId, from), whereUpcoming(services.clock.now()));
  const theirs = await transaction.select().from(classes).where(whereTheirs);
  const classIds = theirs.map(({ id }) => id);
  await changeAll(services, transaction, actor, { classIds, instructorId: to });
}

export async function previewChange(services: Services, actor: Actor, change: Change) {
  const attempts = await attemptAll(
    services,
    true,
    (transaction) => lockForChange(transaction, change),
    (transaction, courseClass) => edit(services, transaction, actor, courseClass, change),
  );
  const moved = attempts.map(({ item }) => item).filter((one) => isMoved(one, change));
  const movedIds = moved.map(({ id }) => id);
  return { attempts, people: await findStudentRecipients(services.database, movedIds) };
}

/** Takes all locks that the edits need, in the usual order, starting with everyone in these classes. */
async function lockForChange(transaction: Transaction, { classIds, instructorId }: Change) {
  const ids = [...new Set(classIds)].toSorted((a, b) => a - b);
  const listStudents = async () =>
    (await Promise.all(ids.map((id) => listRegistered(transaction, id))))
      .flat()
      .map(({ personId }) => personId);
  await lockClosedDates(transaction, 'shared');
  const known = new Set(await listStudents());
  await lockPeople(transaction, [...known, ...(instructorId ? [instructorId] : [])]);
  const locked = await lockClasses(transaction, inArray(classes.id, ids));
  if (locked.length < ids.length) throw new DomainError('not-found');
  if ((await listStudents()).some((id) => !known.has(id))) throw new OutdatedLocks();
  await lockRegistrations(transaction, inArray(registrations.classId, ids));
  return locked.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** Runs in a savepoint, so that the transaction survives a rejected edit. */
async function edit(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  courseClass: Class,
  change: Change,
): Promise<Edited> {
  const { id, version, startsAt, classType } = courseClass;
  const { timeSlot = timeSlotOf(startsAt), instructorId = courseClass.instructorId } = change;
  // Classes that were not added on the dashboard, such as imported ones, can start outside the time slots.
  if (!timeSlot) throw new DomainError('class-date-missing');
  const fields = {
    pacificDate: pacificNoonText(pacificDate(startsAt)),
    timeSlot,
    dayOfWeek: dayOfWeek(startsAt),
    classType,
    ...(instructorId !== null && { instructorId }),
  };
  const run = prepareEdit(services, actor, { id, version }, fields);
  return retryIfHostIsTaken(() => transaction.transaction(run))
    .catch(conflictError(instructorId, classStart(pacificDate(startsAt), timeSlot)))
    .catch(toShortNoticeError);
}

/** Editors can confirm short notice only when they edit a single class. */
function toShortNoticeError(error: unknown): never {
  const isShort = error instanceof DomainError && error.name === 'class-short-notice';
  throw isShort ? new DomainError('classes-short-notice') : error;
}

function isMoved({ startsAt }: Class, { timeSlot }: Change): boolean {
  if (!timeSlot) return false;
  return classStart(pacificDate(startsAt), timeSlot).getTime() !== startsAt.getTime();
}
