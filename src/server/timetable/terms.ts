import type { BodyOf } from '../../contract/endpoint.ts';
import type { timetableCalls } from '../../contract/timetable.ts';
import { planTerm } from '../../course/class-series.ts';
import { markClosed } from '../../course/closed-dates.ts';
import type { Transaction } from '../database/connect.ts';
import { lockPeople } from '../database/lock-order.ts';
import { listClassesOfHost } from '../meetings/index.ts';
import type { Actor } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { listClosedDates, lockClosedDates } from './canceling/closed-dates.ts';
import { findPastProblem, insertClass } from './commands.ts';
import { findHostOf, type HostedClass, hostProblem } from './hosts.ts';

type Term = BodyOf<typeof timetableCalls.addTerm>;

/** Adds all of the term's classes or none. Skips closed dates. */
export function addTerm(services: Services, actor: Actor, term: Term) {
  const { places = null } = term;
  return services.database.transaction(async (transaction) => {
    const planned = await planOpenDays(services, transaction, term);
    for (const { skipped, startsAt, instructorId } of planned) {
      const added = { startsAt, instructorId, places, classType: 'Weekly' as const };
      if (!skipped) await insertClass(services, transaction, actor, added);
    }
    return planned.map((item) => ({ item, problem: null }));
  });
}

export function previewTerm(services: Services, term: Term) {
  const { database, clock, settings } = services;
  return database.transaction(async (transaction) => {
    const planned = await planOpenDays(services, transaction, term);
    const starts = planned.map(({ startsAt }) => startsAt);
    const hostOf = new Map<number | null, string | null>();
    for (const { instructorId = null } of term.slots) {
      hostOf.set(instructorId, await findHostOf(transaction, settings, instructorId));
    }
    const taken: HostedClass[] = [];
    for (const host of new Set(hostOf.values())) {
      const found = await listClassesOfHost(transaction, settings, host, starts);
      taken.push(...found.map((one) => ({ ...one, host })));
    }
    return planned.map((item) => {
      const { startsAt, instructorId, skipped } = item;
      if (skipped) return { item, problem: null };
      const slot = { startsAt, instructorId, host: hostOf.get(instructorId) ?? null };
      const other = taken.find(
        (one) => one.host === slot.host && one.startsAt.getTime() === startsAt.getTime(),
      );
      taken.push({ ...slot, who: null });
      const problem = findPastProblem(startsAt, clock.now()) ?? hostProblem(slot, other);
      return { item, problem };
    });
  });
}

async function planOpenDays(services: Services, transaction: Transaction, term: Term) {
  await lockClosedDates(transaction, 'shared');
  const slots = term.slots.map((slot) => ({ ...slot, instructorId: slot.instructorId ?? null }));
  const instructors = slots.flatMap((slot) => slot.instructorId ?? []);
  await lockPeople(transaction, instructors, 'share');
  const closed = await listClosedDates(transaction, services.clock.now());
  return markClosed(planTerm(term.firstDate, term.weeks, slots), closed);
}
