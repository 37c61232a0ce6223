import type { BodyOf } from '../../contract/endpoint.ts';
import type { classChangeCalls } from '../../contract/timetable.ts';
import { planTerm } from '../../course/class-series.ts';
import { markClosed } from '../../course/closed-dates.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { listClosedDates, lockClosedDates } from './canceling/closed-dates.ts';
import { problemOf } from './change-classes.ts';
import { checkNewClass, insertClass } from './commands.ts';

type Term = BodyOf<typeof classChangeCalls.addTerm>;
type Planned = Awaited<ReturnType<typeof planOpenDays>>[number];

const valuesOf = ({ startsAt, instructorId }: Planned) => ({
  startsAt,
  instructorId: instructorId ?? null,
  classType: 'Weekly' as const,
});

/** Adds all classes of a term or none. Classes on closed dates are skipped. */
export function addTerm(services: Services, actor: Actor, term: Term): Promise<Planned[]> {
  return services.database.transaction(async (transaction) => {
    const planned = await planOpenDays(services, transaction, term);
    for (const one of planned.filter(({ skipped }) => !skipped)) {
      await insertClass(services, transaction, actor, valuesOf(one));
    }
    return planned;
  });
}

/** Returns what is in the way of each class, without adding any. */
export function previewTerm(services: Services, term: Term) {
  return services.database.transaction(async (transaction) => {
    const instructorsOf = new Map<string, number | null>();
    const check = async (one: Planned) => {
      const { startsAt, instructorId } = valuesOf(one);
      const host = await checkNewClass(services, transaction, valuesOf(one));
      const slot = `${host} ${startsAt.getTime()}`;
      const other = instructorsOf.get(slot);
      instructorsOf.set(slot, instructorId);
      if (other === instructorId) {
        throw new DomainError('class-exists', { hasInstructor: instructorId !== null, startsAt });
      }
      if (other === undefined) return;
      throw new DomainError('host-busy', { who: null, startsAt, isCourseHost: host === null });
    };
    const attempts = [];
    for (const item of await planOpenDays(services, transaction, term)) {
      attempts.push({ item, problem: item.skipped ? null : await problemOf(check(item)) });
    }
    return attempts;
  });
}

async function planOpenDays(services: Services, transaction: Transaction, term: Term) {
  await lockClosedDates(transaction, 'shared');
  const instructors = term.slots.flatMap(({ instructorId }) => instructorId ?? []);
  await lockPeople(transaction, instructors, 'share');
  const closed = await listClosedDates(transaction, services.clock.now());
  return markClosed(planTerm(term.firstDate, term.weeks, term.slots), closed);
}
