import { and, asc, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { NamedClass, Returned, ReturnPreview } from '../../../contract/people-changes.ts';
import {
  type ClearingKind,
  canUndoReset,
  planReturn,
  RETURN_PROBLEMS,
  undoResetEnd,
} from '../../../course/clearing.ts';
import type { Database, Transaction } from '../../database/connect.ts';
import {
  lockPeople,
  lockRegistrations,
  OutdatedLocks,
  retryOutdatedLocks,
} from '../../database/lock-order.ts';
import {
  classCancellations,
  classes,
  clearings,
  type Person,
  people,
  registrations,
} from '../../database/schema.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import {
  classesReturned,
  end,
  restore,
  selectHeldClasses,
  selectRegistrations,
  toRegistrationConflict,
} from '../../schedule/index.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;
type Reader = Database | Transaction;

/** Classes are chosen or moved at the same moment. */
const conflictError = toRegistrationConflict(() => new DomainError('classes-just-changed'));

interface Asked {
  personId: number;
  kind: ClearingKind;
}

/** The last change of its kind that took classes and was not undone. A reset can be undone for a day. */
async function findClearing(reader: Reader, { personId, kind }: Asked, now: Date) {
  const [newest] = await reader
    .select()
    .from(clearings)
    .where(
      and(eq(clearings.personId, personId), eq(clearings.kind, kind), isNull(clearings.undoneAt)),
    )
    .orderBy(desc(clearings.id))
    .limit(1);
  if (!newest || (kind === 'reset' && !canUndoReset(newest.clearedAt, now))) return null;
  return newest;
}

async function selectTaken(reader: Reader, clearingId: number) {
  const wasTaken = and(eq(registrations.clearingId, clearingId), isNotNull(registrations.endedAt));
  const rows = await selectRegistrations(reader, wasTaken);
  return rows.map(({ suspension, classCancellationId, ...row }) => {
    // A class may have been cancelled, or restored, since it was taken; a place that staff gave up stays given up.
    const cancellationId =
      suspension?.registrationId === row.id ? suspension.id : classCancellationId;
    const isWaiting = cancellationId !== null;
    return { ...row, hasRecord: row.attendance !== null, cancellationId, isWaiting };
  });
}

export async function planFor(reader: Reader, clearingId: number, asked: Asked, now: Date) {
  const taken = await selectTaken(reader, clearingId);
  const held = await selectHeldClasses(reader, asked.personId);
  return planReturn(taken, held, { kind: asked.kind, now });
}

type Plan = Awaited<ReturnType<typeof planFor>>;

/** What would come back now; null where there is nothing to undo. */
export async function previewReturn(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  asked: Asked,
): Promise<ReturnPreview | null> {
  const now = clock.now();
  const clearing = await findClearing(database, asked, now);
  if (!clearing) return null;
  const { id, clearedAt, clearedBy, startDateBefore, startDateAfter, kind } = clearing;
  const [by] = await database.select().from(people).where(eq(people.id, clearedBy));
  return {
    clearingId: id,
    clearedAt: clearedAt.toISOString(),
    clearedBy: by ? `${by.firstName} ${by.lastName}` : '',
    startDateBefore,
    startDateAfter,
    undoUntil: kind === 'reset' ? undoResetEnd(clearedAt).toISOString() : null,
    ...describePlan(await planFor(database, id, asked, now)),
  };
}

export function describePlan({ back, left, yielding }: Plan): Returned {
  return {
    back: back.map(nameClass),
    left: left.map(({ taken, problem }) => ({
      ...nameClass(taken),
      reason: RETURN_PROBLEMS[problem],
    })),
    yielding: yielding.map(nameClass),
  };
}

type Named = Pick<NamedClass, 'classNumber' | 'isWaiting'> & { id: number; startsAt: Date };

export function nameClass({ id, classNumber, startsAt, isWaiting }: Named): NamedClass {
  return { registrationId: id, classNumber, startTime: startsAt.toISOString(), isWaiting };
}

interface Locked {
  person: Person;
  clearing: typeof clearings.$inferSelect | null;
  plan: Plan;
}

/**
 * Runs a change of somebody to whom classes may come back, with them, whoever makes the change and the classes locked.
 * Cancellations come first in the order of locks, so they are read before and compared afterwards.
 */
export function changeWithReturn<Result>(
  { database, clock }: Deps,
  asked: Asked & { actorId: number },
  change: (transaction: Transaction, locked: Locked) => Promise<Result>,
): Promise<Result> {
  const { personId, actorId } = asked;
  const run = async (transaction: Transaction): Promise<Result> => {
    const now = clock.now();
    const seen = await findClearing(transaction, asked, now);
    const seenClasses = seen ? await selectTaken(transaction, seen.id) : [];
    const cancellations = seenClasses.flatMap(({ cancellationId }) => cancellationId ?? []);
    await transaction
      .select({ id: classCancellations.id })
      .from(classCancellations)
      .where(inArray(classCancellations.id, cancellations))
      .orderBy(asc(classCancellations.id))
      .for('key share');
    await lockPeople(transaction, [personId, actorId], 'no key update');
    const clearing = await findClearing(transaction, asked, now);
    if (clearing?.id !== seen?.id) throw new OutdatedLocks();
    await transaction
      .select({ id: classes.id })
      .from(classes)
      .where(
        inArray(
          classes.id,
          seenClasses.map(({ classId }) => classId),
        ),
      )
      .orderBy(asc(classes.id))
      .for('share');
    const [person] = await transaction.select().from(people).where(eq(people.id, personId));
    if (!person || person.erasedAt) throw new DomainError('not-found');
    const plan = clearing
      ? await planFor(transaction, clearing.id, asked, now)
      : { back: [], left: [], yielding: [] };
    const isUnlocked = ({ cancellationId }: { cancellationId: number | null }) =>
      cancellationId !== null && !cancellations.includes(cancellationId);
    if (plan.back.some(isUnlocked)) throw new OutdatedLocks();
    return change(transaction, { person, clearing, plan });
  };
  return retryOutdatedLocks(() => database.transaction(run)).catch(conflictError);
}

/** Puts back what is planned to come back, and tells the student. */
export async function applyReturn(
  { clock, queue }: Pick<Deps, 'clock' | 'queue'>,
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
  await transaction
    .update(clearings)
    .set({ undoneAt: now, undoneBy: actorId })
    .where(eq(clearings.id, clearing.id));
  // Those that make way go first: a class number and a week are held once.
  const endReason = 'a class that was attended came back';
  await end({ queue }, transaction, idsOf(yielding), { endedBy: actorId, endReason, now });
  for (const [suspendedBy, some] of Map.groupBy(back, ({ cancellationId }) => cancellationId)) {
    await restore({ queue }, transaction, idsOf(some), { suspendedBy, now });
  }
  if (changed.length > 0) {
    await classesReturned.send(queue, transaction, [
      { personId: person.id, clearingId: clearing.id, registrationIds: changed },
    ]);
  }
}
