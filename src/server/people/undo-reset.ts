import { eq } from 'drizzle-orm';
import type { Returned } from '../../contract/people-changes.ts';
import type { CalendarDate } from '../../course/calendar-date.ts';
import { people } from '../database/schema.ts';
import { type Actor, recordAudit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { applyReturn, changeWithReturn, describePlan } from './return-classes.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;

/** Answers the start date as it is then: one that was changed again since stays. */
export function undoReset(
  services: Deps,
  actor: Actor,
  { personId, clearingId }: { personId: number; clearingId: number },
): Promise<Returned & { startDate: CalendarDate | null }> {
  const asked = { personId, actorId: actor.id, kind: 'reset' } as const;
  return changeWithReturn(services, asked, async (transaction, locked) => {
    const { person, clearing, plan } = locked;
    if (person.role !== 'student' || person.deactivatedAt) throw new DomainError('not-found');
    if (clearing?.id !== clearingId) throw new DomainError('nothing-to-undo');
    const isStill = person.startDate === clearing.startDateAfter;
    const startDate = isStill ? clearing.startDateBefore : person.startDate;
    await transaction.update(people).set({ startDate }).where(eq(people.id, personId));
    await applyReturn(services, transaction, locked, actor.id);
    const returned = describePlan(plan);
    const numbersOf = (classes: { classNumber: number }[]) =>
      classes.map(({ classNumber }) => classNumber);
    await recordAudit(transaction, {
      at: services.clock.now(),
      actorId: actor.id,
      action: 'student: reset undone',
      subject: `person:${personId}`,
      before: { startDate: person.startDate },
      after: {
        startDate,
        classesBack: numbersOf(returned.back),
        classesNotBack: numbersOf(returned.left),
        classesGivenUp: numbersOf(returned.yielding),
      },
      ip: actor.ip,
    });
    return { ...returned, startDate };
  });
}
