import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { isUpcoming } from '../../../course/class-time.ts';
import type { Database, Transaction } from '../../database/connect.ts';
import { classes, people, registrations } from '../../database/schema.ts';
import type { Services } from '../../platform/services.ts';
import { findEntries } from '../../schedule/index.ts';
import { listOthers } from './queries.ts';

type Reader = Database | Transaction;

interface CancellationNotice {
  personId: number;
  cancellationId: number;
}

export interface UndoNotice extends CancellationNotice {
  registrationIds: number[];
  classIds: number[];
}

interface Lookup {
  database: Reader;
  clock: Services['clock'];
}

/** None for whoever has chosen again meanwhile, has their place again, or is no student any more. */
export async function findWaiting(
  database: Reader,
  { personId, cancellationId }: CancellationNotice,
) {
  const waiting = await database
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(
      and(
        eq(people.role, 'student'),
        eq(registrations.studentId, personId),
        eq(registrations.suspendedBy, cancellationId),
        isNull(registrations.endedAt),
      ),
    );
  return findEntries(
    database,
    waiting.map(({ id }) => id),
  );
}

/** Those of which it is still true, and still worth telling. */
export async function findRestored({ database, clock }: Lookup, { registrationIds }: UndoNotice) {
  const entries = await findEntries(database, registrationIds);
  return entries.filter(
    ({ cancelledAt, startsAt }) => !cancelledAt && isUpcoming(startsAt, clock.now()),
  );
}

/** The classes of somebody without a registration that are, or no longer are, cancelled. */
export async function findSessions(
  { database, clock }: Lookup,
  notice: CancellationNotice & { classIds?: number[] },
  { areCancelled }: { areCancelled: boolean },
) {
  const { personId, cancellationId, classIds = [] } = notice;
  const found = await database
    .select()
    .from(classes)
    .where(
      areCancelled
        ? eq(classes.cancellationId, cancellationId)
        : and(inArray(classes.id, classIds), isNull(classes.cancellationId)),
    )
    .orderBy(asc(classes.startsAt));
  const others = await listOthers(
    database,
    found.map(({ id }) => id),
  );
  const theirs = new Set(
    others.filter((one) => one.personId === personId).map(({ classId }) => classId),
  );
  const mine = found.filter(
    ({ id, startsAt }) => theirs.has(id) && isUpcoming(startsAt, clock.now()),
  );
  return {
    starts: mine.map(({ startsAt }) => startsAt),
    isInstructor: mine.some(({ instructorId }) => instructorId === personId),
  };
}
