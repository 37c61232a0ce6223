import type { BodyOf } from '../../contract/endpoint.ts';
import type { classChangeCalls } from '../../contract/timetable.ts';
import { planTerm } from '../../course/class-series.ts';
import { markClosed } from '../../course/closed-dates.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import type { Actor } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { attemptAll } from './attempt-all.ts';
import { listClosedDates, lockClosedDates } from './canceling/closed-dates.ts';
import { insertClass } from './commands.ts';

type Term = BodyOf<typeof classChangeCalls.addTerm>;

/** Adds all classes of a term or none. Classes on closed dates are skipped. */
export function addTerm(services: Services, actor: Actor, term: Term, isDryRun: boolean) {
  const plan = async (transaction: Transaction) => {
    await lockClosedDates(transaction, 'shared');
    const instructors = term.slots.flatMap(({ instructorId }) => instructorId ?? []);
    await lockPeople(transaction, instructors, 'share');
    const closed = await listClosedDates(transaction, services.clock.now());
    return markClosed(planTerm(term.firstDate, term.weeks, term.slots), closed);
  };
  return attemptAll(services, isDryRun, plan, async (transaction, one) => {
    const { startsAt, instructorId = null, skipped } = one;
    const { places = null } = term;
    const added = { startsAt, instructorId, places, classType: 'Weekly' as const };
    if (!skipped) await insertClass(services, transaction, actor, added);
  });
}
