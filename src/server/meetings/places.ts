import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { defaultPlaces } from '../../course/places.ts';
import type { Transaction } from '../database/connect.ts';
import { updateRows } from '../database/rows.ts';
import { classes, hostCapacities } from '../database/schema.ts';
import { type Meetings, MeetingsProblem } from '../integrations/meetings/port.ts';
import type { Services } from '../platform/services.ts';
import { type Class, hostOf } from './meeting-plan.ts';

/**
 * Makes the default number of places follow the settings and the Zoom plans of the hosts. `which` defaults to all
 * upcoming classes. No one loses their place if the number goes down.
 */
export async function updateDefaultPlaces(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  transaction: Transaction,
  which: SQL = gt(classes.startsAt, clock.now()),
): Promise<void> {
  const rows = await transaction.select().from(hostCapacities);
  const capacities = new Map(rows.map(({ host, capacity }) => [host, capacity]));
  const placesOf = (courseClass: Class) => {
    const capacity = capacities.get(hostOf(settings, courseClass).toLowerCase()) ?? null;
    return defaultPlaces(capacity, settings.places);
  };
  const found = await transaction
    .select()
    .from(classes)
    .where(and(which, isNull(classes.deletedAt)))
    .orderBy(classes.id)
    .for('no key update');
  const outdated = found.filter((one) => placesOf(one) !== one.defaultPlaces);
  for (const [places, some] of Map.groupBy(outdated, placesOf)) {
    const ids = some.map(({ id }) => id);
    const set = { defaultPlaces: places };
    await updateRows(transaction, classes, { id: ids }, set);
  }
}

type Deps = Pick<Services, 'settings' | 'clock' | 'database'> & {
  meetings: Pick<Meetings, 'findCapacity'>;
};

/** Reads how many people the hosts' Zoom plans allow. If Zoom doesn't say, the last known number stays. */
export async function readCapacities(deps: Deps, hosts: string[]): Promise<void> {
  const { database, clock, meetings } = deps;
  for (const name of hosts) {
    const capacity = await meetings.findCapacity(name).catch(ignoreProblem);
    if (capacity === null) continue;
    const [host, read] = [name.toLowerCase(), { capacity, readAt: clock.now() }];
    await database
      .insert(hostCapacities)
      .values({ host, ...read })
      .onConflictDoUpdate({ target: hostCapacities.host, set: read });
  }
  await database.transaction((transaction) => updateDefaultPlaces(deps, transaction));
}

/** Other calls for this host report the problem. */
function ignoreProblem(error: unknown): null {
  if (!(error instanceof MeetingsProblem)) throw error;
  return null;
}

export async function readNewCapacity(deps: Deps, host: string): Promise<void> {
  const isKnown = eq(hostCapacities.host, host.toLowerCase());
  if ((await deps.database.$count(hostCapacities, isKnown)) > 0) return;
  await readCapacities(deps, [host]);
}
