import { and, eq, gt, inArray, max, sql } from 'drizzle-orm';
import { wasClassHeld } from '../../course/attendance-states.ts';
import type { Transaction } from '../database/connect.ts';
import { outdateProgress } from '../database/progress.ts';
import { updateRows } from '../database/rows.ts';
import { classes, registrations, roomEvents, webhookEvents } from '../database/schema.ts';
import type { Participation } from '../integrations/meetings/port.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';

type Class = Pick<typeof classes.$inferSelect, 'id' | 'startsAt' | 'wasHeld'>;

/** Even small schools hold a class this often. If no events arrive in that time, the webhook probably isn't set up. */
const eventsExpectedWithinMs = 14 * DAY_MS;

/** Marks the class as held if an event shows that it was. The caller must lock the people in the event first. */
export async function noteHeld(
  transaction: Transaction,
  { id, startsAt }: Omit<Class, 'wasHeld'>,
  lastSeenAt: Date,
  now: Date,
): Promise<void> {
  const known = { startsAt, lastSeenAt, hasNoReport: false, receivesEvents: true };
  if (wasClassHeld(known, now)) await setHeld(transaction, id, true);
}

/**
 * Decides from the report and the events whether the class was held. Once a class counts as held, it stays that way.
 */
export async function decideHeld(
  transaction: Transaction,
  { id, startsAt, wasHeld }: Class,
  report: Participation[],
  now: Date,
): Promise<boolean | null> {
  if (wasHeld) return true;
  const [last] = await transaction
    .select({ at: max(roomEvents.at) })
    .from(roomEvents)
    .where(and(eq(roomEvents.classId, id), inArray(roomEvents.kind, ['joined', 'left', 'ended'])));
  const seen = [...report.map(({ leftAt }) => leftAt), last?.at].filter((at) => at instanceof Date);
  const held = wasClassHeld(
    {
      startsAt,
      lastSeenAt: seen.length > 0 ? new Date(Math.max(...seen.map(Number))) : null,
      hasNoReport: true,
      receivesEvents: await receivesEvents(transaction, now),
    },
    now,
  );
  if (held !== null) await setHeld(transaction, id, held);
  return held;
}

async function receivesEvents(transaction: Transaction, now: Date): Promise<boolean> {
  const since = new Date(now.getTime() - eventsExpectedWithinMs);
  const lately = and(eq(webhookEvents.source, 'zoom'), gt(webhookEvents.receivedAt, since));
  const found = await transaction.select().from(webhookEvents).where(lately).limit(1);
  return found.length > 0;
}

export async function markHeld({ database, clock }: Services, actor: Actor, classId: number) {
  await database.transaction(async (transaction) => {
    if (!(await setHeld(transaction, classId, true))) return;
    await audit(transaction, actor, clock.now(), 'attendance: class marked as held', {
      class: classId,
    });
  });
}

/** Updates the row only if the value changes, because this runs for every event. Returns whether the value changed. */
export async function setHeld(transaction: Transaction, id: number, wasHeld: boolean) {
  const isOther = sql`${classes.wasHeld} is distinct from ${wasHeld}`;
  const isMeant = and(eq(classes.id, id), isOther);
  const hasChanged = (await updateRows(transaction, classes, isMeant, { wasHeld })).rowCount === 1;
  if (hasChanged) await outdateProgress(transaction, eq(registrations.classId, id));
  return hasChanged;
}
