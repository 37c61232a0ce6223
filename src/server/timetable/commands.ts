import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { timetableCalls } from '../../contract/timetable.ts';
import { canAddClassOn } from '../../course/class-dates.ts';
import { hasStarted } from '../../course/class-state.ts';
import { pacificDate, readClassStart } from '../../course/pacific-time.ts';
import { toConflictError } from '../database/broken-constraint.ts';
import type { Reader, Transaction } from '../database/connect.ts';
import { retryOutdatedLocks } from '../database/lock-order.ts';
import { insertOne, updateRows } from '../database/rows.ts';
import { classes } from '../database/schema.ts';
import { enqueueMeetingSync, retryIfHostIsTaken, updateDefaultPlaces } from '../meetings/index.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError, type Seen } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { followClass, withdrawProposedTimes } from '../schedule/index.ts';
import { lockClosedDates, refuseClosedDate } from './canceling/closed-dates.ts';
import {
  lockClass,
  lockForEdit,
  refuseFullWeek,
  refuseGone,
  refuseStaleClass,
  refuseTime,
  refuseTooFewPlaces,
  refuseTypeChange,
} from './edit-checks.ts';
import { chooseHost, findHostOf, lockInstructor, refuseBusyHost } from './hosts.ts';
import { type Edited, sendToInstructors } from './instructor-messages.ts';
import { countRegistered } from './queries.ts';
import { sendMoves, sendNewInstructor } from './student-messages.ts';

type Class = typeof classes.$inferSelect;
type ClassValues = Pick<Class, 'startsAt' | 'classType' | 'instructorId' | 'places'>;
type ClassFields = BodyOf<typeof timetableCalls.editClass>;

type SeenClass = Seen & { isShortNoticeConfirmed?: boolean };

export interface ClassEdit
  extends ClassValues,
    Partial<Pick<ClassFields, 'keepHost' | 'notifyStudents'>> {
  version?: number | undefined;
  /** Set when handing over a teacher's classes. Canceled ones are handed over too, because they may be restored. */
  evenIfCanceled?: boolean;
  /** Undefined when staff edit several classes at once, because they can't confirm short notice there. */
  isShortNoticeConfirmed?: boolean;
}

const conflictError = (instructorId: number | null, startsAt: Date) =>
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
  body: BodyOf<typeof timetableCalls.addClass>,
) {
  const { classType, instructorId = null, places = null } = body;
  const added = { startsAt: startOf(body), classType, instructorId, places };
  return insertClass(services, services.database, actor, added);
}

export function findPastProblem(startsAt: Date, now: Date): DomainError | null {
  const isPastDay = !canAddClassOn(pacificDate(startsAt), pacificDate(now));
  if (isPastDay) return new DomainError('class-date-past');
  return hasStarted(startsAt, now) ? new DomainError('class-time-past') : null;
}

/** Within a transaction, uses a savepoint, so that the transaction survives a rejected class. */
export async function insertClass(
  services: Services,
  database: Reader,
  actor: Actor,
  { startsAt, classType, instructorId, places }: ClassValues,
) {
  const { clock, queue, settings } = services;
  const now = clock.now();
  const problem = findPastProblem(startsAt, now);
  if (problem) throw problem;
  const add = async (transaction: Transaction) => {
    await lockClosedDates(transaction, 'shared');
    await refuseClosedDate(transaction, pacificDate(startsAt));
    await lockInstructor(transaction, instructorId);
    const host = await findHostOf(transaction, settings, instructorId);
    await refuseBusyHost(transaction, settings, { host, startsAt, instructorId });
    const values = { startsAt, classType, instructorId, places, host, createdAt: now };
    const made = await insertOne(transaction, classes, values);
    await updateDefaultPlaces(services, transaction, eq(classes.id, made.id));
    await audit(transaction, actor, now, 'class: added', {
      class: made.id,
      after: auditedValues(made),
    });
    await enqueueMeetingSync(queue, transaction, made.id);
    return made.id;
  };
  return retryIfHostIsTaken(() => database.transaction(add)).catch(
    conflictError(instructorId, startsAt),
  );
}

/**
 * The caller must lock the class first and notify the instructors. Runs in a savepoint, so that the transaction
 * survives a rejected edit.
 */
export function editLocked(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  before: Class,
  edit: ClassEdit,
): Promise<Edited> {
  const { clock, queue, settings } = services;
  const now = clock.now();
  const { id: classId } = before;
  const {
    startsAt,
    classType,
    instructorId,
    places,
    isShortNoticeConfirmed,
    keepHost = false,
  } = edit;
  const values = { startsAt, classType, instructorId, places };
  const isMoved = startsAt.getTime() !== before.startsAt.getTime();
  const run = async (transaction: Transaction): Promise<Edited> => {
    refuseGone(edit.evenIfCanceled ? { ...before, cancellationId: null } : before);
    if (isSame(before, edit)) return { before, after: before };
    await refuseStaleClass(transaction, before, edit.version);
    const { classEditLatest: latest } = settings.site;
    refuseTime(before, { to: startsAt, now, latest, isShortNoticeConfirmed });
    if (classType !== before.classType) await refuseTypeChange(transaction, before);
    if (pacificDate(startsAt) !== pacificDate(before.startsAt)) {
      await refuseClosedDate(transaction, pacificDate(startsAt));
    }
    if (isMoved) await refuseFullWeek(transaction, classId, startsAt);
    if (places !== before.places) await refuseTooFewPlaces(transaction, before, places);
    const chosen = { startsAt, instructorId, keepHost, now };
    const host = await chooseHost(transaction, settings, before, chosen);
    const after = { ...before, ...values, host };
    const hosts = (of: { host: string | null }) => host !== before.host && { host: of.host };
    const mayShareHost = before.mayShareHost && !isMoved && host === before.host;
    const columns = { ...values, host, mayShareHost, ...(isMoved && { wasHeld: null }) };
    await updateRows(transaction, classes, { id: classId }, columns);
    if (host !== before.host) {
      await updateDefaultPlaces(services, transaction, eq(classes.id, classId));
    }
    await audit(transaction, actor, now, 'class: edited', {
      class: classId,
      before: { ...auditedValues(before), ...hosts(before) },
      after: { ...auditedValues(after), ...hosts(after) },
    });
    await enqueueMeetingSync(queue, transaction, classId);
    const isNewInstructor = instructorId !== null && instructorId !== before.instructorId;
    if (isNewInstructor && edit.notifyStudents) {
      await sendNewInstructor(queue, transaction, classId, now);
    }
    if (isMoved) {
      await withdrawProposedTimes(transaction, classId);
      await followClass(queue, transaction, classId, now);
      await sendMoves(queue, transaction, before, now);
    }
    return { before, after };
  };
  return retryIfHostIsTaken(() => transaction.transaction(run)).catch(
    conflictError(instructorId, startsAt),
  );
}

/** Edits the classes and notifies the instructors. Returns the number of classes. The caller must lock them first. */
export async function editClasses(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  locked: Class[],
  editOf: (before: Class) => ClassEdit,
): Promise<number> {
  const edits: Edited[] = [];
  for (const before of locked) {
    edits.push(await editLocked(services, transaction, actor, before, editOf(before)));
  }
  const by = { actorId: actor.id, now: services.clock.now() };
  await sendToInstructors(services.queue, transaction, edits, by);
  return edits.length;
}

export async function editClass(
  services: Services,
  actor: Actor,
  { id, version, isShortNoticeConfirmed = false }: SeenClass,
  body: ClassFields,
) {
  const { classType, instructorId = null, keepHost, notifyStudents } = body;
  const values = { startsAt: startOf(body), classType, instructorId };
  const editOf = (before: Class) => {
    const { places = before.places } = body;
    return { ...values, places, keepHost, notifyStudents, version, isShortNoticeConfirmed };
  };
  const which = { classIds: [id], instructorId };
  const run = async (transaction: Transaction) => {
    const locked = await lockForEdit(transaction, which);
    await editClasses(services, transaction, actor, locked, editOf);
  };
  await retryOutdatedLocks(() => services.database.transaction(run));
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
    await updateRows(transaction, classes, { id: classId }, { deletedAt: now });
    await audit(transaction, actor, now, 'class: deleted', {
      class: classId,
      before: auditedValues(before),
    });
    await enqueueMeetingSync(queue, transaction, classId);
  });
}

function startOf({ pacificDate: date, timeSlot }: Pick<ClassFields, 'pacificDate' | 'timeSlot'>) {
  const start = readClassStart(date, timeSlot);
  if (!start) throw new DomainError('class-date-missing');
  return start;
}

export function isSame(one: ClassValues, other: ClassValues): boolean {
  return isDeepStrictEqual(auditedValues(one), auditedValues(other));
}

function auditedValues({ startsAt, classType, instructorId, places }: ClassValues) {
  return { startsAt: startsAt.toISOString(), classType, instructorId, places };
}
