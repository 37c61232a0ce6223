import { and, eq, inArray, isNull, TransactionRollbackError } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { timetableCalls } from '../../contract/timetable.ts';
import { formatSpokenSlot } from '../../course/format-time.ts';
import { classStart, pacificDate } from '../../course/pacific-time.ts';
import type { Transaction } from '../database/connect.ts';
import { OutdatedLocks, retryOutdatedLocks } from '../database/lock-order.ts';
import { classes } from '../database/schema.ts';
import { whereNotOver } from '../meetings/index.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findStudentRecipients } from './canceling/queries.ts';
import { type ClassEdit, editClasses, editLocked, isSame } from './commands.ts';
import { lockForEdit, refuseGone } from './edit-checks.ts';
import { selectClasses } from './queries.ts';

type Change = BodyOf<typeof timetableCalls.changeClasses>;
type Class = typeof classes.$inferSelect;

export function changeClasses(services: Services, actor: Actor, change: Change): Promise<number> {
  const run = async (transaction: Transaction) => {
    const locked = await lockForEdit(transaction, change);
    locked.forEach(refuseGone);
    await refuseStaleClasses(transaction, locked, change);
    return editClasses(services, transaction, actor, locked, editOf(change));
  };
  return retryOutdatedLocks(() => services.database.transaction(run));
}

/** Like `refuseStale`, but names all classes that have changed since the editor saw them. */
async function refuseStaleClasses(transaction: Transaction, locked: Class[], change: Change) {
  const changed = editOf(change);
  const stale = locked.filter(({ version, ...before }) => {
    const { [before.id]: seen = version } = change.versions ?? {};
    return seen !== version && !isSame(before, changed({ version, ...before }));
  });
  if (stale.length === 0) return;
  const ids = stale.map(({ id }) => id);
  const current = await selectClasses(transaction, inArray(classes.id, ids), '');
  throw new DomainError('classes-changed', {
    now: current.map(
      ({ startTime, instructorFirstName: instructor }) =>
        `${formatSpokenSlot(new Date(startTime))} (${instructor ?? 'no instructor'})`,
    ),
    current: current.map(({ id, version }) => ({ id, version })),
  });
}

/**
 * Hands over all classes that aren't over, including canceled ones, which may be restored. The caller must lock the
 * closed dates and both people first, and retry if the locks are outdated.
 */
export async function handOverClasses(
  services: Services,
  transaction: Transaction,
  actor: Actor,
  from: number,
  to: number,
): Promise<void> {
  if (from === to) throw new DomainError('instructor-unknown');
  const isUpcoming = and(isNull(classes.deletedAt), whereNotOver(services.clock.now()));
  const whereTheirs = and(eq(classes.instructorId, from), isUpcoming);
  const theirs = await transaction.select().from(classes).where(whereTheirs);
  const classIds = theirs.map(({ id }) => id);
  const locked = await lockForEdit(transaction, { classIds, instructorId: to });
  if (locked.some(({ instructorId }) => instructorId !== from)) throw new OutdatedLocks();
  const edit = (before: Class) => ({ ...before, instructorId: to, evenIfCanceled: true });
  await editClasses(services, transaction, actor, locked, edit);
}

export interface Attempt<Item> {
  item: Item;
  problem: DomainError | null;
}

/** Makes the change and rolls it back to find problems, because each class that moves can conflict with the next. */
export async function previewChange(services: Services, actor: Actor, change: Change) {
  const changed = editOf(change);
  let attempts: Attempt<Class>[] = [];
  const run = async (transaction: Transaction) => {
    attempts = [];
    for (const item of await lockForEdit(transaction, change)) {
      const problem = await editLocked(services, transaction, actor, item, changed(item)).then(
        () => null,
        (error) => {
          if (error instanceof DomainError) return error;
          throw error;
        },
      );
      attempts.push({ item, problem });
    }
    transaction.rollback();
  };
  await retryOutdatedLocks(() => services.database.transaction(run)).catch((error) => {
    if (!(error instanceof TransactionRollbackError)) throw error;
  });
  const movedIds = attempts
    .map(({ item }) => item)
    .filter((before) => changed(before).startsAt.getTime() !== before.startsAt.getTime())
    .map(({ id }) => id);
  return { attempts, people: await findStudentRecipients(services.database, movedIds) };
}

function editOf({ timeSlot, ...change }: Change) {
  return ({ startsAt, classType, ...before }: Class): ClassEdit => {
    const { instructorId = before.instructorId, places = before.places } = change;
    const moved = timeSlot ? classStart(pacificDate(startsAt), timeSlot) : startsAt;
    return { startsAt: moved, classType, instructorId, places };
  };
}
