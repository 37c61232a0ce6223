import { and, eq, gt, isNull, type SQL } from 'drizzle-orm';
import { defaultPlaces } from '../../course/places.ts';
import type { Transaction } from '../database/connect.ts';
import { lockRows, updateRows } from '../database/rows.ts';
import { classes, hostCapacities } from '../database/schema.ts';
import { type Meetings, MeetingsProblem } from '../integrations/meetings/port.ts';
import type { Services } from '../platform/services.ts';
import { hostOf } from './meeting-plan.ts';

/**
 * Recalculates the default number of places from the settings and the hosts' Zoom plans. No one loses their place if
 * the number goes down. `which` defaults to classes that haven't started.
 */
export async function updateDefaultPlaces(
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  transaction: Transaction,
  which: SQL = gt(classes.startsAt, clock.now()),
): Promise<void> {
  const capacities = await transaction.select().from(hostCapacities);
  const isMeant = and(which, isNull(classes.deletedAt));
  const found = await lockRows(transaction, classes, isMeant, 'no key update');
  for (const one of found) {
    const name = hostOf(settings, one).toLowerCase();
    const { capacity = null } = capacities.find(({ host }) => host === name) ?? {};
    const places = defaultPlaces(capacity, settings.places);
    if (places === one.defaultPlaces) continue;
    await updateRows(transaction, classes, { id: one.id }, { defaultPlaces: places });
  }
}

type Deps = Pick<Services, 'settings' | 'clock' | 'database'> & {
  meetings: Pick<Meetings, 'findCapacity'>;
};

/** If Zoom doesn't say how many people a host's plan allows, we keep the last known number. */
export async function readCapacities(deps: Deps, hosts: string[]): Promise<void> {
  const { database, clock, meetings } = deps;
  for (const name of hosts) {
    const capacity = await meetings.findCapacity(name).catch(ignoreProblem);
    if (capacity === null) continue;
    const read = { host: name.toLowerCase(), capacity, readAt: clock.now() };
    const once = { target: hostCapacities.host, set: read };
    await database.insert(hostCapacities).values(read).onConflictDoUpdate(once);
  }
  await database.transaction((transaction) => updateDefaultPlaces(deps, transaction));
}

/** Returns null, because other calls for the same host report the problem. */
function ignoreProblem(error: unknown): null {
  if (!(error instanceof MeetingsProblem)) throw error;
  return null;
}

export async function readNewCapacity(deps: Deps, host: string): Promise<void> {
  const isKnown = eq(hostCapacities.host, host.toLowerCase());
  if ((await deps.database.$count(hostCapacities, isKnown)) > 0) return;
  await readCapacities(deps, [host]);
}
