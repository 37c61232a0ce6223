import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import { type classCalls, currentClass } from '../../contract/timetable.ts';
import { canAddClassOn } from '../../course/class-dates.ts';
import { hasStarted } from '../../course/class-time.ts';
import { pacificDate, readClassStart } from '../../course/pacific-time.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Transaction } from '../database/connect.ts';
import { insertOne } from '../database/insert-one.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { classes } from '../database/schema.ts';
import { retryIfHostIsTaken, enqueueMeetingSync } from '../meetings/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, refuseStale } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { followClass, withdrawProposedTimes } from '../schedule/index.ts';
import { lockClosedDates, refuseClosedDate } from './canceling/closed-dates.ts';
import { chooseHost, findHostOf, lockInstructor, refuseBusyHost } from './hosts.ts';
import { type Edited, sendNewInstructor, sendToInstructors } from './instructor-messages.ts';
import { lockClass, lockForEdit } from './lock-class.ts';
import { sendMoves } from './move-messages.ts';
import { countRegistered, readClass } from './queries.ts';
import { refuseFullWeek, refuseOtherType, refuseTime } from './refuse-change.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

type ClassFields = BodyOf<typeof classCalls.editClass>;

/** A class, and the version of it that somebody has seen, where they say which. */
interface SeenClass {
  id: number;
  version: number | undefined;
}

interface EditedClass extends SeenClass {
  /** Whether somebody has said that the class is to begin within minutes. */
  isShortNoticeMeant?: boolean;
}

/** Two admins, or one with two clicks, and students who choose other classes at the same time. */
export const conflictError = (instructorId: number | null, startsAt: Date) =>
  toConflictError({
    classes_one_per_start_and_host: () =>
      new DomainError('host-busy', { who: null, startsAt, isCourseHost: false }),
    classes_one_per_start_and_instructor: () =>
      new DomainError('class-exists', { hasInstructor: instructorId !== null }),
    registrations_one_per_week: () => new DomainError('students-busy-that-week', {}),
  });

export async function addClass(
  { database, clock, queue, settings }: Deps,
  actor: Actor,
  body: BodyOf<typeof classCalls.addClass>,
) {
  const now = clock.now();
  const startsAt = startOf(body);
  if (!canAddClassOn(pacificDate(startsAt), pacificDate(now))) {
    throw new DomainError('class-date-past');
  }
  if (hasStarted(startsAt, now)) throw new DomainError('class-time-past');
  const { classType, instructorId = null } = body;
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

/**
 * What an edit does within a transaction, alone or among others of one change. Answers what has changed: the caller has
 * the instructors told.
 */
export function prepareEdit(
  { clock, queue, settings }: Deps,
  actor: Actor,
  { id: classId, version, isShortNoticeMeant = false }: EditedClass,
  body: ClassFields,
) {
  const now = clock.now();
  const startsAt = startOf(body);
  const { classType, instructorId = null, keepHost = false, tellStudents = false } = body;
  const chosen = { classType, instructorId };
  const change = async (transaction: Transaction): Promise<Edited> => {
    await lockClosedDates(transaction, 'shared');
    const before = await lockForEdit(transaction, classId, instructorId);
    const isAsked = isDeepStrictEqual(describe(before), describe({ startsAt, ...chosen }));
    if (!isAsked) await refuseOtherVersion(transaction, before, version);
    const { classEditLatest: latest } = settings.site;
    refuseTime(before, { to: startsAt, now, latest, isShortNoticeMeant });
    const isMoved = startsAt.getTime() !== before.startsAt.getTime();
    if (classType !== before.classType) await refuseOtherType(transaction, before);
    if (pacificDate(startsAt) !== pacificDate(before.startsAt)) {
      await refuseClosedDate(transaction, pacificDate(startsAt));
    }
    if (isMoved) await refuseFullWeek(transaction, classId, startsAt);
    const edit = { startsAt, instructorId, keepHost, now };
    const host = await chooseHost(transaction, settings, before, edit);
    const after = { ...before, startsAt, classType, instructorId, host };
    const hosts = (of: { host: string | null }) => host !== before.host && { host: of.host };
    const mayShareHost = before.mayShareHost && !isMoved && host === before.host;
    await transaction
      .update(classes)
      .set({
        startsAt,
        classType,
        instructorId,
        host,
        mayShareHost,
        ...(isMoved && { wasHeld: null }),
      })
      .where(eq(classes.id, classId));
    await audit(transaction, actor, now, 'class: edited', {
      class: classId,
      before: { ...describe(before), ...hosts(before) },
      after: { ...describe(after), ...hosts(after) },
    });
    await enqueueMeetingSync(queue, transaction, classId);
    const isNewInstructor = instructorId !== null && instructorId !== before.instructorId;
    if (isNewInstructor && tellStudents) {
      await sendNewInstructor(queue, transaction, classId, now);
    }
    if (isMoved) {
      await withdrawProposedTimes(transaction, classId);
      await followClass({ queue }, transaction, classId, now);
      await sendMoves(queue, transaction, classId, {
        from: before.startsAt,
        movedAt: now,
      });
    }
    return { before, after };
  };
  return change;
}

export async function editClass(
  services: Deps,
  actor: Actor,
  seen: EditedClass,
  body: ClassFields,
) {
  const { database, clock, queue } = services;
  const change = prepareEdit(services, actor, seen, body);
  const work = async (transaction: Transaction) => {
    const edits = [await change(transaction)];
    const by = { actorId: actor.id, now: clock.now() };
    await sendToInstructors(queue, transaction, edits, by);
  };
  const run = () => retryOutdatedLocks(() => database.transaction(work));
  return retryIfHostIsTaken(run).catch(conflictError(body.instructorId ?? null, startOf(body)));
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

async function refuseOtherVersion(
  transaction: Transaction,
  { id, version }: { id: number; version: number },
  seen: number | undefined,
  attempt?: 'delete it',
) {
  const readCurrent = async () => currentClass.parse(await readClass(transaction, id, ''));
  await refuseStale(version, seen, 'class', readCurrent, attempt);
}

type Described = Pick<typeof classes.$inferSelect, 'startsAt' | 'classType' | 'instructorId'>;

/** What an edit asks for. */
function describe({ startsAt, classType, instructorId }: Described) {
  return { startsAt: startsAt.toISOString(), classType, instructorId };
}
