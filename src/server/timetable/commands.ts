import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import { type classCalls, currentClass } from '../../contract/timetable.ts';
import { canAddClassOn } from '../../course/class-dates.ts';
import { hasStarted } from '../../course/class-time.ts';
import { pacificDate, readClassStart } from '../../course/pacific-time.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { classes } from '../database/schema.ts';
import { enqueueMeetingSync, retryIfHostIsTaken } from '../meetings/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { followClass, withdrawProposedTimes } from '../schedule/index.ts';
import { lockClosedDates, refuseClosedDate } from './canceling/closed-dates.ts';
import {
  lockClass,
  lockForEdit,
  refuseFullWeek,
  refuseTime,
  refuseTypeChange,
} from './edit-checks.ts';
import { chooseHost, findHostOf, lockInstructor, refuseBusyHost } from './hosts.ts';
import { type Edited, sendToInstructors } from './instructor-messages.ts';
import { countRegistered, readClass } from './queries.ts';
import { sendMoves, sendNewInstructor } from './student-messages.ts';

type ClassFields = BodyOf<typeof classCalls.editClass>;

interface SeenClass {
  id: number;
  /** The version of the class that the editor saw, if we know it. */
  version: number | undefined;
}

interface EditedClass extends SeenClass {
  isShortNoticeConfirmed?: boolean;
}

export const conflictError = (instructorId: number | null, startsAt: Date) =>
  toConflictError({
    classes_one_per_start_and_host: () =>
      new DomainError('host-busy', { who: null, startsAt, isCourseHost: false }),
    classes_one_per_start_and_instructor: () =>
      new DomainError('class-exists', { hasInstructor: instructorId !== null, startsAt }),
    registrations_one_per_week: () => new DomainError('students-busy-that-week', {}),
  });

export async function addClass(
  services: Services,
  actor: Actor,
  body: BodyOf<typeof classCalls.addClass>,
) {
  const { classType, instructorId = null } = body;
  const added = { startsAt: startOf(body), classType, instructorId };
  return insertClass(services, services.database, actor, added);
}

/** Within a transaction, uses a savepoint, so that the transaction survives a rejected class. */
export async function insertClass(
  { clock, queue, settings }: Services,
  database: Database | Transaction,
  actor: Actor,
  { startsAt, classType, instructorId }: ClassValues,
) {
  const now = clock.now();
  if (!canAddClassOn(pacificDate(startsAt), pacificDate(now))) {
    throw new DomainError('class-date-past');
  }
  if (hasStarted(startsAt, now)) throw new DomainError('class-time-past');
  const add = async (transaction: Transaction) => {
    await lockClosedDates(transaction, 'shared');
    await refuseClosedDate(transaction, pacificDate(startsAt));
    await lockInstructor(transaction, instructorId);
    const host = await findHostOf(transaction, settings, instructorId);
    await refuseBusyHost(transaction, settings, { host, startsAt, instructorId });
    const values = { startsAt, classType, instructorId, host, createdAt: now };
    const made = await insertOne(transaction, classes, values);
    await audit(transaction, actor, now, 'class: added', { class: made.id, after: describe(made) });
    await enqueueMeetingSync(queue, transaction, made.id);
    return made.id;
  };
  return retryIfHostIsTaken(() => database.transaction(add)).catch(
    conflictError(instructorId, startsAt),
  );
}

/** Returns an edit that runs in the caller's transaction. The caller notifies the instructors. */
export function prepareEdit(
  { clock, queue, settings }: Services,
  actor: Actor,
  { id: classId, version, isShortNoticeConfirmed = false }: EditedClass,
  body: ClassFields,
) {
  const now = clock.now();
  const startsAt = startOf(body);
  const { classType, instructorId = null, keepHost = false, tellStudents = false } = body;
  const chosen = { classType, instructorId };
  return async (transaction: Transaction): Promise<Edited> => {
    await lockClosedDates(transaction, 'shared');
    const before = await lockForEdit(transaction, classId, instructorId);
    const isUnchanged = isDeepStrictEqual(describe(before), describe({ startsAt, ...chosen }));
    if (!isUnchanged) await refuseStaleClass(transaction, before, version);
    const { classEditLatest: latest } = settings.site;
    refuseTime(before, { to: startsAt, now, latest, isShortNoticeConfirmed });
    const isMoved = startsAt.getTime() !== before.startsAt.getTime();
    if (classType !== before.classType) await refuseTypeChange(transaction, before);
    if (pacificDate(startsAt) !== pacificDate(before.startsAt)) {
      await refuseClosedDate(transaction, pacificDate(startsAt));
    }
    if (isMoved) await refuseFullWeek(transaction, classId, startsAt);
    const edit = { startsAt, instructorId, keepHost, now };
    const host = await chooseHost(transaction, settings, before, edit);
    const after = { ...before, startsAt, ...chosen, host };
    const hosts = (of: { host: string | null }) => host !== before.host && { host: of.host };
    const mayShareHost = before.mayShareHost && !isMoved && host === before.host;
    await transaction
      .update(classes)
      .set({ startsAt, ...chosen, host, mayShareHost, ...(isMoved && { wasHeld: null }) })
      .where(eq(classes.id, classId));
    await audit(transaction, actor, now, 'class: edited', {
      class: classId,
      before: { ...describe(before), ...hosts(before) },
      after: { ...describe(after), ...hosts(after) },
    });
    await enqueueMeetingSync(queue, transaction, classId);
    const isNewInstructor = instructorId !== null && instructorId !== before.instructorId;
    if (isNewInstructor && tellStudents) {
      await sendNewInstructor(queue, transaction, { classId, now });
    }
    if (isMoved) {
      await withdrawProposedTimes(transaction, classId);
      await followClass(queue, transaction, classId, now);
      await sendMoves(queue, transaction, { classId, from: before.startsAt, now });
    }
    return { before, after };
  };
}

export async function editClass(
  services: Services,
  actor: Actor,
  seen: EditedClass,
  body: ClassFields,
) {
  const { database, clock, queue } = services;
  const change = prepareEdit(services, actor, seen, body);
  const by = { actorId: actor.id, now: clock.now() };
  const work = async (transaction: Transaction) =>
    sendToInstructors(queue, transaction, [await change(transaction)], by);
  const run = () => retryOutdatedLocks(() => database.transaction(work));
  return retryIfHostIsTaken(run).catch(conflictError(body.instructorId ?? null, startOf(body)));
}

export async function deleteClass(
  { database, clock, queue }: Services,
  actor: Actor,
  { id: classId, version }: SeenClass,
) {
  const now = clock.now();
  await database.transaction(async (transaction) => {
    const before = await lockClass(transaction, classId);
    await refuseStaleClass(transaction, before, version, 'delete it');
    if ((await countRegistered(transaction, classId)) > 0) {
      throw new DomainError('class-has-registrations');
    }
    await transaction.update(classes).set({ deletedAt: now }).where(eq(classes.id, classId));
    await audit(transaction, actor, now, 'class: deleted', {
      class: classId,
      before: describe(before),
    });
    await enqueueMeetingSync(queue, transaction, classId);
  });
}

function startOf({ pacificDate: date, timeSlot }: Pick<ClassFields, 'pacificDate' | 'timeSlot'>) {
  const start = readClassStart(date, timeSlot);
  if (!start) throw new DomainError('class-date-missing');
  return start;
}

async function refuseStaleClass(
  transaction: Transaction,
  { id, version }: { id: number; version: number },
  seen: number | undefined,
  attempt?: 'delete it',
) {
  const readCurrent = async () => currentClass.parse(await readClass(transaction, id, ''));
  await refuseStale(version, seen, 'class', readCurrent, attempt);
}

type ClassValues = Pick<typeof classes.$inferSelect, 'startsAt' | 'classType' | 'instructorId'>;

function describe({ startsAt, classType, instructorId }: ClassValues) {
  return { startsAt: startsAt.toISOString(), classType, instructorId };
}
