import { and, eq } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { classChangeCalls } from '../../contract/timetable.ts';
import { classStart, pacificDate } from '../../course/pacific-time.ts';
import type { Transaction } from '../database/connect.ts';
import { OutdatedLocks, retryOutdatedLocks } from '../database/lock-order.ts';
import { classes } from '../database/schema.ts';
import { whereUpcoming } from '../meetings/index.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { attemptAll } from './attempt-all.ts';
import { findStudentRecipients } from './canceling/queries.ts';
import { type ClassEdit, editClasses, editLocked } from './commands.ts';
import { lockForEdit } from './edit-checks.ts';

type Change = BodyOf<typeof classChangeCalls.changeClasses>;
type Class = typeof classes.$inferSelect;

/** Edits all of these classes or none. Returns how many were edited. */
export function changeClasses(services: Services, actor: Actor, change: Change): Promise<number> {
  const run = (transaction: Transaction) =>
    editClasses(services, transaction, actor, change, editOf(change));
  return retryOutdatedLocks(() => services.database.transaction(run));
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
  const change = { classIds: theirs.map(({ id }) => id), instructorId: to };
  const edit = editOf(change);
  await editClasses(services, transaction, actor, change, (before) => {
    // A colleague has just given this class to someone else.
    if (before.instructorId !== from) throw new OutdatedLocks();
    return edit(before);
  });
}

export async function previewChange(services: Services, actor: Actor, change: Change) {
  const changed = editOf(change);
  const attempts = await attemptAll(
    services,
    true,
    (transaction) => lockForEdit(transaction, change),
    (transaction, before) => editLocked(services, transaction, actor, before, changed(before)),
  );
  const moved = attempts
    .map(({ item }) => item)
    .filter((before) => changed(before).startsAt.getTime() !== before.startsAt.getTime());
  const movedIds = moved.map(({ id }) => id);
  return { attempts, people: await findStudentRecipients(services.database, movedIds) };
}

function editOf({ timeSlot, ...change }: Change) {
  return ({ startsAt, classType, ...before }: Class): ClassEdit => {
    const { instructorId = before.instructorId, places = before.places } = change;
    const moved = timeSlot ? classStart(pacificDate(startsAt), timeSlot) : startsAt;
    return { startsAt: moved, classType, instructorId, places };
  };
}
