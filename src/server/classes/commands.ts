import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import { type classCalls, currentClass } from '../../contract/classes.ts';
import type { BodyOf } from '../../contract/endpoint.ts';
import { canAddClassOn, canMoveClassTo } from '../../course/class-dates.ts';
import { pacificDate, readClassStart } from '../../course/pacific-time.ts';
import { canTeach } from '../../course/roles.ts';
import { raiseSequences } from '../calendar/index.ts';
import { lockClosedDates, refuseClosedDate } from '../cancellations/index.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Transaction } from '../database/connect.ts';
import {
  lockPeople,
  lockRegistrations,
  OutdatedLocks,
  retryOutdatedLocks,
} from '../database/lock-order.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { enqueueMeetingSync } from '../meetings/index.ts';
import { type Actor, recordAudit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { planReminders } from '../reminders/index.ts';
import { enqueueMoveNotices } from './jobs.ts';
import { countRegistered, countWeekConflicts, listRegistered, readClass } from './queries.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

type ClassFields = BodyOf<typeof classCalls.editClass>;

/** A class, and the version of it that somebody has seen, where they say which. */
interface SeenClass {
  id: number;
  version: number | undefined;
}

/** Two admins, or one with two clicks, and students who choose other classes at the same time. */
export const conflictError = (instructorId: number | null) =>
  toConflictError({
    classes_one_per_start_and_instructor: () =>
      new DomainError('class-exists', { hasInstructor: instructorId !== null }),
    registrations_one_per_week: () => new DomainError('students-busy-that-week', {}),
  });

export async function addClass({ database, clock, queue }: Deps, actor: Actor, body: ClassFields) {
  const now = clock.now();
  const startsAt = startOf(body);
  if (!canAddClassOn(pacificDate(startsAt), pacificDate(now))) {
    throw new DomainError('class-date-past');
  }
  const { classType, instructorId = null } = body;
  const addition = database.transaction(async (transaction) => {
    await lockClosedDates(transaction, 'shared');
    await refuseClosedDate(transaction, pacificDate(startsAt));
    await checkInstructor(transaction, instructorId);
    const [made] = await transaction
      .insert(classes)
      .values({ startsAt, classType, instructorId, createdAt: now })
      .returning();
    if (!made) throw new Error('the new class was not returned');
    await audit(transaction, actor, now, 'class: added', made.id, null, describe(made));
    await enqueueMeetingSync(queue, transaction, made.id);
    return made.id;
  });
  return addition.catch(conflictError(instructorId));
}

/** What an edit does within a transaction, alone or among others of one change. */
export function prepareEdit(
  { clock, queue, settings }: Deps,
  actor: Actor,
  { id: classId, version }: SeenClass,
  body: ClassFields,
) {
  const now = clock.now();
  const startsAt = startOf(body);
  const { classType, instructorId = null } = body;
  const chosen = { classType, instructorId };
  const change = async (transaction: Transaction) => {
    await lockClosedDates(transaction, 'shared');
    const before = await lockForEdit(transaction, classId, instructorId);
    const isAsked = isDeepStrictEqual(describe(before), describe({ startsAt, ...chosen }));
    if (!isAsked) await refuseOtherVersion(transaction, before, version, 'save again');
    const move = {
      ownDate: pacificDate(before.startsAt),
      today: pacificDate(now),
      override: settings.site.classEditLatest,
    };
    if (!canMoveClassTo(pacificDate(startsAt), move)) {
      throw new DomainError('class-date-not-allowed');
    }
    const isMoved = startsAt.getTime() !== before.startsAt.getTime();
    const registered = await countRegistered(transaction, classId);
    if (classType !== before.classType && registered > 0) {
      throw new DomainError('class-type-in-use', { registered, classType: before.classType });
    }
    if (pacificDate(startsAt) !== move.ownDate) {
      await refuseClosedDate(transaction, pacificDate(startsAt));
    }
    if (isMoved) await refuseFullWeek(transaction, classId, startsAt);
    if (instructorId !== before.instructorId) await checkInstructor(transaction, instructorId);
    const after = { ...before, startsAt, classType, instructorId };
    await transaction
      .update(classes)
      .set({ startsAt, classType, instructorId })
      .where(eq(classes.id, classId));
    await audit(
      transaction,
      actor,
      now,
      'class: edited',
      classId,
      describe(before),
      describe(after),
    );
    await enqueueMeetingSync(queue, transaction, classId);
    if (isMoved) {
      const moved = await raiseSequences(transaction, classId);
      await planReminders(transaction, moved, now);
      await enqueueMoveNotices(queue, transaction, classId, {
        from: before.startsAt,
        movedAt: now,
      });
    }
  };
  return change;
}

export async function editClass(services: Deps, actor: Actor, seen: SeenClass, body: ClassFields) {
  const change = prepareEdit(services, actor, seen, body);
  return retryOutdatedLocks(() => services.database.transaction(change)).catch(
    conflictError(body.instructorId ?? null),
  );
}

export async function deleteClass(
  { database, clock, queue }: Deps,
  actor: Actor,
  { id: classId, version }: SeenClass,
) {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const before = await lockClass(transaction, classId);
    await refuseOtherVersion(transaction, before, version, 'delete it');
    if ((await countRegistered(transaction, classId)) > 0)
      throw new DomainError('class-has-registrations');
    await transaction.update(classes).set({ deletedAt: now }).where(eq(classes.id, classId));
    await audit(transaction, actor, now, 'class: deleted', classId, describe(before), null);
    await enqueueMeetingSync(queue, transaction, classId);
  });
}

function startOf({ pacificDate: date, timeSlot }: ClassFields): Date {
  const start = readClassStart(date, timeSlot);
  if (!start) throw new DomainError('class-date-missing');
  return start;
}

/**
 * The class and all that a move of it changes. The people come first, as everywhere: their new reminders point at
 * them. Cancelled registrations are locked too, since the foreign key changes their copy of the week.
 */
async function lockForEdit(transaction: Transaction, classId: number, instructorId: number | null) {
  const known = new Set(await listRegistered(transaction, classId));
  await lockPeople(transaction, [...known, ...(instructorId === null ? [] : [instructorId])]);
  const locked = await lockClass(transaction, classId);
  const registered = await listRegistered(transaction, classId);
  if (registered.some((id) => !known.has(id))) throw new OutdatedLocks();
  await lockRegistrations(transaction, eq(registrations.classId, classId));
  return locked;
}

/** Against whoever is just registering for it: they hold it, too, while they decide. */
async function lockClass(transaction: Transaction, classId: number) {
  const [found] = await transaction
    .select()
    .from(classes)
    .where(eq(classes.id, classId))
    .for('update');
  if (!found) throw new DomainError('not-found');
  if (found.deletedAt) throw new DomainError('class-deleted');
  if (found.cancellationId) throw new DomainError('class-cancelled');
  return found;
}

/** Called with the class locked, so that it stays what is compared here. */
async function refuseOtherVersion(
  transaction: Transaction,
  { id, version }: { id: number; version: number },
  seen: number | undefined,
  attempt: 'save again' | 'delete it',
) {
  if (seen === undefined || seen === version) return;
  const current = currentClass.parse(await readClass(transaction, id, ''));
  throw new DomainError('version-conflict', { what: 'class', attempt, current });
}

async function refuseFullWeek(transaction: Transaction, classId: number, startsAt: Date) {
  const students = await countWeekConflicts(transaction, classId, startsAt);
  if (students > 0) throw new DomainError('students-busy-that-week', { students });
}

/** Whoever has lost access keeps the classes they have, and gets no new ones. */
async function checkInstructor(transaction: Transaction, instructorId: number | null) {
  if (instructorId === null) return;
  const [instructor] = await transaction.select().from(people).where(eq(people.id, instructorId));
  if (!instructor || instructor.deactivatedAt || !canTeach(instructor.role)) {
    throw new DomainError('instructor-unknown');
  }
}

type Described = Pick<typeof classes.$inferSelect, 'startsAt' | 'classType' | 'instructorId'>;

function describe({ startsAt, classType, instructorId }: Described) {
  return { startsAt: startsAt.toISOString(), classType, instructorId };
}

function audit(
  transaction: Transaction,
  { id: actorId, ip }: Actor,
  at: Date,
  action: string,
  classId: number,
  before: object | null,
  after: object | null,
) {
  return recordAudit(transaction, {
    at,
    actorId,
    action,
    subject: `class:${classId}`,
    before,
    after,
    ip,
  });
}
