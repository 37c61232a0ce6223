import { and, eq, gt, inArray, isNotNull, isNull, lte } from 'drizzle-orm';
import type { NamedClass } from '../../../contract/people-changes.ts';
import {
  type ClearingKind,
  canUndoReset,
  planReturn,
  RETURN_PROBLEMS,
  undoResetEnd,
} from '../../../course/clearing.ts';
import { fullName } from '../../../course/full-name.ts';
import type { Reader, Transaction } from '../../database/connect.ts';
import {
  lockPeople,
  lockRegistrations,
  OutdatedLocks,
  retryOutdatedLocks,
} from '../../database/lock-order.ts';
import {
  findNewest,
  findRow,
  insertOne,
  lockRows,
  match,
  updateRows,
} from '../../database/rows.ts';
import {
  classCancellations,
  classes,
  clearings,
  type Person,
  people,
  registrations,
} from '../../database/schema.ts';
import { placesLeft } from '../../database/standing.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import {
  classesRestored,
  end,
  restore,
  selectHeldClasses,
  selectRegistrations,
  toRegistrationConflict,
} from '../../schedule/index.ts';

/** Students see this as the reason why they need to pick a new time. */
const FILLED_UP = 'The class filled up in the meantime.';

const conflictError = toRegistrationConflict(() => new DomainError('classes-just-changed'));

interface Asked {
  personId: number;
  kind: ClearingKind;
}

/** Finds the latest change of this kind that can be undone. A reset can be undone for a day. */
async function findClearing(reader: Reader, { personId, kind }: Asked, now: Date) {
  const isOpen = { personId, kind, undoneAt: null };
  const newest = await findNewest(reader, clearings, isOpen, clearings.id);
  if (!newest || (kind === 'reset' && !canUndoReset(newest.clearedAt, now))) return null;
  return newest;
}

/**
 * Selects the registrations that this change removed. If a class has filled up since then, its registration comes back
 * as canceled, so the student has to pick a new time.
 */
async function selectCleared(reader: Reader, clearingId: number, now: Date) {
  const wasCleared = and(
    eq(registrations.clearingId, clearingId),
    isNotNull(registrations.endedAt),
  );
  const rows = await selectRegistrations(reader, wasCleared);
  const classIds = rows.map(({ classId }) => classId);
  const isAhead = and(inArray(classes.id, classIds), gt(classes.startsAt, now));
  const whereFull = and(isAhead, lte(placesLeft, 0));
  const full = await reader.select({ id: classes.id }).from(classes).where(whereFull);
  return rows.map(({ suspension, classCancellationId, ...row }) => {
    // If staff canceled only this student's place, it stays canceled. Otherwise, use the current state of the class,
    // which may have been canceled or restored in the meantime.
    const cancellationId =
      suspension?.registrationId === row.id ? suspension.id : classCancellationId;
    const isFull = cancellationId === null && full.some(({ id }) => id === row.classId);
    const isSuspended = cancellationId !== null || isFull;
    return { ...row, hasRecord: row.attendance !== null, cancellationId, isFull, isSuspended };
  });
}

async function planFor(reader: Reader, clearingId: number, asked: Asked, now: Date) {
  const cleared = await selectCleared(reader, clearingId, now);
  const held = await selectHeldClasses(reader, asked.personId);
  return planReturn(cleared, held, { kind: asked.kind, now });
}

type Plan = Awaited<ReturnType<typeof planFor>>;

export async function previewReturn({ database, clock }: Services, asked: Asked) {
  const now = clock.now();
  const clearing = await findClearing(database, asked, now);
  if (!clearing) return null;
  const { id, clearedAt, clearedBy, kind } = clearing;
  const by = await findRow(database, people, { id: clearedBy });
  return {
    ...clearing,
    clearingId: id,
    clearedBy: by ? fullName(by) : '',
    undoUntil: kind === 'reset' ? undoResetEnd(clearedAt) : null,
    ...describePlan(await planFor(database, id, asked, now)),
  };
}

/** For a client that retries, returns the result of this admin's earlier undo, or null if there was none. */
export async function describeOwnUndo(
  { database, clock }: Services,
  { personId, clearingId, actorId }: { personId: number; clearingId: number; actorId: number },
) {
  const isOwn = match(clearings, { id: clearingId, personId, undoneBy: actorId });
  if ((await database.$count(clearings, isOwn)) === 0) return null;
  const cameBack = and(eq(registrations.clearingId, clearingId), isNull(registrations.endedAt));
  const back = await selectRegistrations(database, cameBack);
  const asked = { personId, kind: 'reset' } as const;
  const { left } = await planFor(database, clearingId, asked, clock.now());
  return { ...describePlan({ back: [], left, yielding: [] }), back: back.map(nameClass) };
}

export function describePlan({ back, left, yielding }: Plan) {
  return {
    back: back.map(nameClass),
    left: left.map(({ taken, problem }) => ({
      ...nameClass(taken),
      reason: RETURN_PROBLEMS[problem],
    })),
    yielding: yielding.map(nameClass),
  };
}

type Named = Pick<NamedClass, 'classNumber' | 'isSuspended'> & { id: number; startsAt: Date };

export function nameClass({ id, classNumber, startsAt, isSuspended }: Named) {
  return { registrationId: id, classNumber, startTime: startsAt, isSuspended };
}

export interface Locked {
  person: Person;
  clearing: typeof clearings.$inferSelect | null;
  plan: Plan;
}

/**
 * Locks the person, the actor and, if `kind` is given, the classes that may be restored. Cancellations come first in
 * the lock order, so we look them up before locking anything and throw `OutdatedLocks` if they have changed since.
 */
export function withLockedMember<Result>(
  { database, clock }: Services,
  asked: { personId: number; actorId: number; kind: ClearingKind | undefined },
  change: (transaction: Transaction, locked: Locked) => Promise<Result>,
): Promise<Result> {
  const { personId, actorId, kind } = asked;
  const run = async (transaction: Transaction): Promise<Result> => {
    const now = clock.now();
    const find = () => (kind ? findClearing(transaction, { personId, kind }, now) : null);
    const seen = await find();
    const cleared = seen ? await selectCleared(transaction, seen.id, now) : [];
    const cancellations = cleared.flatMap(({ cancellationId }) => cancellationId ?? []);
    await lockRows(transaction, classCancellations, { id: cancellations }, 'key share');
    await lockPeople(transaction, [personId, actorId], 'no key update');
    const clearing = await find();
    if (clearing?.id !== seen?.id) throw new OutdatedLocks();
    const classIds = cleared.map(({ classId }) => classId);
    await lockRows(transaction, classes, { id: classIds }, 'no key update');
    const person = await findRow(transaction, people, { id: personId });
    if (!person || person.erasedAt) throw new DomainError('not-found');
    const plan = clearing
      ? await planFor(transaction, clearing.id, clearing, now)
      : { back: [], left: [], yielding: [] };
    const isUnlocked = ({ cancellationId }: { cancellationId: number | null }) =>
      cancellationId !== null && !cancellations.includes(cancellationId);
    if (plan.back.some(isUnlocked)) throw new OutdatedLocks();
    return change(transaction, { person, clearing, plan });
  };
  return retryOutdatedLocks(() => database.transaction(run)).catch(conflictError);
}

export async function applyReturn(
  { clock, queue }: Services,
  transaction: Transaction,
  { person, clearing, plan }: Locked,
  actorId: number,
): Promise<void> {
  if (!clearing) return;
  const now = clock.now();
  const { back, yielding } = plan;
  const idsOf = (some: { id: number }[]) => some.map(({ id }) => id);
  const changed = idsOf([...yielding, ...back]);
  await lockRegistrations(transaction, inArray(registrations.id, changed));
  const undone = { undoneAt: now, undoneBy: actorId };
  await updateRows(transaction, clearings, { id: clearing.id }, undone);
  // End these registrations before restoring the others, because a student can have only one registration per class
  // number and only one per week.
  const endReason = 'a class they attended was restored';
  await end(queue, transaction, idsOf(yielding), { endedBy: actorId, endReason, now });
  const [full, free] = [back.filter((one) => one.isFull), back.filter((one) => !one.isFull)];
  for (const { id: registrationId } of full) {
    const when = { canceledAt: now, announcedAt: now };
    const values = { reason: FILLED_UP, registrationId, canceledBy: actorId, ...when };
    const { id: suspendedBy } = await insertOne(transaction, classCancellations, values);
    await restore(queue, transaction, [registrationId], { suspendedBy, now });
  }
  for (const [suspendedBy, some] of Map.groupBy(free, ({ cancellationId }) => cancellationId)) {
    await restore(queue, transaction, idsOf(some), { suspendedBy, now });
  }
  if (changed.length > 0) {
    await classesRestored.send(queue, transaction, [
      { personId: person.id, clearingId: clearing.id, registrationIds: changed },
    ]);
  }
}
