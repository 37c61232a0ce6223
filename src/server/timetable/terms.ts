import type { BodyOf } from '../../contract/endpoint.ts';
import type { classChangeCalls } from '../../contract/timetable.ts';
import { planTerm } from '../../course/class-series.ts';
import { markClosed } from '../../course/closed-dates.ts';
import { lockPeople } from '../database/lock-order.ts';
import type { Actor } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { listClosedDates, lockClosedDates } from './canceling/closed-dates.ts';
import { type Attempt, problemOf } from './change-classes.ts';
import { checkNewClass, insertClass } from './commands.ts';
import type { HostedClass } from './hosts.ts';

type Term = BodyOf<typeof classChangeCalls.addTerm>;
type Planned = ReturnType<typeof markClosed<ReturnType<typeof planTerm>[number]>>[number];

/** Adds all classes of a term or none. Classes on closed dates are skipped. A dry run only returns the problems. */
export function addTerm(services: Services, actor: Actor, term: Term, isDryRun: boolean) {
  return services.database.transaction(async (transaction) => {
    await lockClosedDates(transaction, 'shared');
    const instructors = term.slots.flatMap(({ instructorId }) => instructorId ?? []);
    await lockPeople(transaction, instructors, 'share');
    const closed = await listClosedDates(transaction, services.clock.now());
    const attempts: Attempt<Planned>[] = [];
    const checked: HostedClass[] = [];
    for (const item of markClosed(planTerm(term.firstDate, term.weeks, term.slots), closed)) {
      const { startsAt, instructorId = null } = item;
      const added = { startsAt, instructorId, classType: 'Weekly' as const };
      const check = async () => {
        const host = await checkNewClass(services, transaction, added, checked);
        checked.push({ ...added, host, who: null });
      };
      const problem = isDryRun && !item.skipped ? await problemOf(check()) : null;
      if (!isDryRun && !item.skipped) await insertClass(services, transaction, actor, added);
      attempts.push({ item, problem });
    }
    return attempts;
  });
}
