import { and, eq, gte, lte, max } from 'drizzle-orm';
import { findRow, updateRows } from '../database/rows.ts';
import { people, storedFigures } from '../database/schema.ts';
import { withStandby } from '../database/standby.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import type { Services, VendorServices } from '../platform/services.ts';

export interface Figures<Value extends object> {
  /** Change the name whenever the value's shape changes, because nodes of two versions may run side by side. */
  name: string;
  /** Schools that have had fewer people count each time, which is fast enough and always exact. */
  storedFrom: number;
  /** Older figures are counted again in the background. If they are ten times as old, the request waits for that. */
  freshMs: number;
  count(services: Services): Promise<Value>;
}

/** In `countedAt`, returns when stored figures were counted, and null for figures that were counted just now. */
export async function readFigures<Value extends object>(
  services: Services & Pick<VendorServices, 'log'>,
  { name, storedFrom, freshMs, count }: Figures<Value>,
): Promise<Value & { countedAt: Date | null }> {
  const { database, clock, log } = services;
  const now = clock.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  const [ever] = await database.select({ people: max(people.id) }).from(people);
  const isStored = (ever?.people ?? 0) >= storedFrom;
  const stored = isStored && (await findRow(database, storedFigures, { name }));
  // The demo's clock can go backward.
  if (!stored || stored.countedAt > now || stored.countedAt < after(-10 * freshMs)) {
    return { ...(await countNow()), countedAt: null };
  }
  if (stored.countAgainAt <= now && (await isFirst())) {
    countNow().catch((err) => log.warn({ err }, `couldn’t count the ${name} again`));
  }
  return { ...(stored.value as Value), countedAt: stored.countedAt };

  async function countNow() {
    const value = await count(await withStandby(services));
    if (!isStored) return value;
    // The value may name an instructor who was erased while we counted.
    const [erased] = await database
      .select({ id: people.id })
      .from(people)
      .where(gte(people.erasedAt, now))
      .limit(1);
    if (erased) return value;
    const row = { value, countedAt: now, countAgainAt: after(freshMs) };
    await database
      .insert(storedFigures)
      .values({ name, ...row })
      .onConflictDoUpdate({ target: storedFigures.name, set: row });
    return value;
  }

  /** Only one request on all nodes counts again. If that fails, another one tries in a minute. */
  async function isFirst() {
    const isDue = and(eq(storedFigures.name, name), lte(storedFigures.countAgainAt, now));
    const claimed = { countAgainAt: after(MINUTE_MS) };
    return (await updateRows(database, storedFigures, isDue, claimed)).rowCount === 1;
  }
}
