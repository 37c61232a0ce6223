import { asc, inArray } from 'drizzle-orm';
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
import { retryIfHostIsTaken } from '../meetings/index.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { lockClosedDates } from './canceling/closed-dates.ts';
import { findToldStudents } from './canceling/queries.ts';
import { conflictError, prepareEdit } from './commands.ts';
import { type Edited, sendToInstructors } from './instructor-messages.ts';
import { listRegistered } from './queries.ts';

type Change = BodyOf<typeof classChangeCalls.changeClasses>;
type Class = typeof classes.$inferSelect;

/** Edits each of these classes, all or none. Answers how many. */
export function changeClasses(services: Services, actor: Actor, change: Change): Promise<number> {
  const run = async (transaction: Transaction) => {
    const locked = await lockForChange(transaction, change);
    const edits: Edited[] = [];
    for (const courseClass of locked) {
      edits.push(await edit(services, transaction, actor, courseClass, change));
    }
    const by = { actorId: actor.id, now: services.clock.now() };
    await sendToInstructors(services.queue, transaction, edits, by);
    return locked.length;
  };
  return retryOutdatedLocks(() => services.database.transaction(run));
}

/** Thrown to take back what was only tried. */
class TriedOnly extends Error {}

/** Makes the change class by class, notes what stands in the way of each, and takes all of it back. */
export async function tryChange(services: Services, actor: Actor, change: Change) {
  const tried: { courseClass: Class; problem: DomainError | null }[] = [];
  const run = async (transaction: Transaction) => {
    tried.length = 0;
    for (const courseClass of await lockForChange(transaction, change)) {
      const problem = await edit(services, transaction, actor, courseClass, change).then(
        () => null,
        (error) => {
          if (error instanceof DomainError) return error;
          throw error;
        },
      );
      tried.push({ courseClass, problem });
    }
    throw new TriedOnly();
  };
  await retryOutdatedLocks(() => services.database.transaction(run)).catch((error) => {
    if (!(error instanceof TriedOnly)) throw error;
  });
  const moved = tried.filter(({ courseClass }) => isMoved(courseClass, change));
  const people = await findToldStudents(
    services.database,
    moved.map(({ courseClass }) => courseClass.id),
  );
  return { tried, people };
}

/** All that the edits lock, in the order in which everybody locks: first the people of all classes. */
async function lockForChange(transaction: Transaction, { classIds, instructorId }: Change) {
  const ids = [...new Set(classIds)].toSorted((a, b) => a - b);
  const listAll = async () =>
    (await Promise.all(ids.map((id) => listRegistered(transaction, id)))).flat();
  await lockClosedDates(transaction, 'shared');
  const known = new Set(await listAll());
  await lockPeople(transaction, [...known, ...(instructorId ? [instructorId] : [])]);
  const locked = await transaction
    .select()
    .from(classes)
    .where(inArray(classes.id, ids))
    .orderBy(asc(classes.id))
    .for('update');
  if (locked.length < ids.length) throw new DomainError('not-found');
  if ((await listAll()).some((id) => !known.has(id))) throw new OutdatedLocks();
  await lockRegistrations(transaction, inArray(registrations.classId, ids));
  return locked.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
}

/** In a savepoint, so that the transaction goes on when this is refused. */
async function edit(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  courseClass: Class,
  wanted: Change,
): Promise<Edited> {
  const { id, version, startsAt, classType } = courseClass;
  const { timeSlot = timeSlotOf(startsAt), instructorId = courseClass.instructorId } = wanted;
  // Nobody has such a class by the portal's own forms, and no edit could say its time.
  if (!timeSlot) throw new DomainError('class-date-missing');
  const fields = {
    pacificDate: pacificNoonText(pacificDate(startsAt)),
    timeSlot,
    dayOfWeek: dayOfWeek(startsAt),
    classType,
    ...(instructorId !== null && { instructorId }),
  };
  const change = prepareEdit(services, actor, { id, version }, fields);
  return retryIfHostIsTaken(() => transaction.transaction(change))
    .catch(conflictError(instructorId, classStart(pacificDate(startsAt), timeSlot)))
    .catch(shortNoticeError);
}

/** That it is meant can be said of one class only. */
function shortNoticeError(error: unknown): never {
  const isShort = error instanceof DomainError && error.name === 'class-short-notice';
  throw isShort ? new DomainError('classes-short-notice') : error;
}

function isMoved({ startsAt }: Class, { timeSlot }: Change): boolean {
  if (!timeSlot) return false;
  return classStart(pacificDate(startsAt), timeSlot).getTime() !== startsAt.getTime();
}
