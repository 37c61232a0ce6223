import { and, eq, isNull } from 'drizzle-orm';
import type { Returned } from '../../../contract/people-changes.ts';
import type { CalendarDate } from '../../../course/calendar-date.ts';
import type { Transaction } from '../../database/connect.ts';
import { clearings, people, registrations } from '../../database/schema.ts';
import { type Actor, audit } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { selectRegistrations } from '../../schedule/index.ts';
import {
  applyReturn,
  changeWithReturn,
  describePlan,
  nameClass,
  planFor,
} from './return-classes.ts';

/** Returns the start date as it is then: one that was changed again since stays. Whoever undid it and asks again gets the same answer. */
export function undoReset(
  services: Services,
  actor: Actor,
  { personId, clearingId }: { personId: number; clearingId: number },
): Promise<Returned & { startDate: CalendarDate | null }> {
  const asked = { personId, actorId: actor.id, kind: 'reset' } as const;
  return changeWithReturn(services, asked, async (transaction, locked) => {
    const { person, clearing, plan } = locked;
    if (person.role !== 'student' || person.deactivatedAt) throw new DomainError('not-found');
    if (clearing?.id !== clearingId) {
      const returned = await describeOwnUndo(transaction, asked, clearingId, services.clock.now());
      if (!returned) throw new DomainError('nothing-to-undo');
      return { ...returned, startDate: person.startDate };
    }
    const isStill = person.startDate === clearing.startDateAfter;
    const startDate = isStill ? clearing.startDateBefore : person.startDate;
    await transaction.update(people).set({ startDate }).where(eq(people.id, personId));
    await applyReturn(services, transaction, locked, actor.id);
    const returned = describePlan(plan);
    const numbersOf = (classes: { classNumber: number }[]) =>
      classes.map(({ classNumber }) => classNumber);
    await audit(transaction, actor, services.clock.now(), 'student: reset undone', {
      person: personId,
      before: { startDate: person.startDate },
      after: {
        startDate,
        classesBack: numbersOf(returned.back),
        classesNotBack: numbersOf(returned.left),
        classesGivenUp: numbersOf(returned.yielding),
      },
    });
    return { ...returned, startDate };
  });
}

interface Asked {
  personId: number;
  actorId: number;
  kind: 'reset';
}

/** For a request whose answer was lost: what the same person has undone before; null if they have not. */
async function describeOwnUndo(
  transaction: Transaction,
  asked: Asked,
  clearingId: number,
  now: Date,
): Promise<Returned | null> {
  const whereOwn = and(
    eq(clearings.id, clearingId),
    eq(clearings.personId, asked.personId),
    eq(clearings.undoneBy, asked.actorId),
  );
  if ((await transaction.$count(clearings, whereOwn)) === 0) return null;
  const cameBack = and(eq(registrations.clearingId, clearingId), isNull(registrations.endedAt));
  const back = await selectRegistrations(transaction, cameBack);
  const { left } = await planFor(transaction, clearingId, asked, now);
  return { ...describePlan({ back: [], left, yielding: [] }), back: back.map(nameClass) };
}
