import { setTimeout as pause } from 'node:timers/promises';
import { and, eq, isNull } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { alumniJoins, classes } from '../database/schema.ts';
import { Refusal } from '../http/refusal.ts';
import type { Queue } from '../jobs/queue.ts';
import { keepRegistrantInStep, type Seat } from '../meetings/commands.ts';
import { findLinks } from './queries.ts';

interface Parts {
  database: Database;
  clock: Clock;
  queue: Queue;
}

/** As long as somebody in front of an empty tab is patient. */
const longestWaitMs = 4_000;
const firstPauseMs = 40;
const longestPauseMs = 500;

/** A link into the class: the person's own where the meeting provider answers in time, else everybody's. */
export async function joinClass(parts: Parts, seat: Seat): Promise<string | null> {
  const pressedAt = parts.clock.now();
  await takeSeat(parts, seat, pressedAt);
  const links = await waitForOwnLink(parts, seat, pressedAt);
  return links?.own ?? links?.shared ?? null;
}

async function takeSeat({ database, queue }: Parts, seat: Seat, pressedAt: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    const [aClass] = await transaction
      .select({ startsAt: classes.startsAt })
      .from(classes)
      .where(and(eq(classes.id, seat.classId), isNull(classes.deletedAt)))
      .for('share');
    if (!aClass) throw new Refusal(404, 'There is no such class.');
    if (isPast(aClass.startsAt, pressedAt)) {
      throw new Refusal(409, 'This class is over. Please choose another one.');
    }
    const added = await transaction
      .insert(alumniJoins)
      .values({ ...seat, createdAt: pressedAt })
      .onConflictDoNothing()
      .returning();
    const isNew = added.length > 0;
    // The job that failed waits for its next turn; whoever presses again does not have to.
    const hasFailed = !isNew && (await findLinks(transaction, seat))?.problem;
    if (isNew || hasFailed) await keepRegistrantInStep(queue, transaction, seat);
  });
}

/** By the machine's clock: the portal's own may be moved while somebody waits. */
async function waitForOwnLink({ database }: Parts, seat: Seat, pressedAt: Date) {
  const end = performance.now() + longestWaitMs;
  for (let wait = firstPauseMs; ; wait = Math.min(wait * 2, longestPauseMs)) {
    const links = await findLinks(database, seat);
    // Without a meeting there is nobody to wait for; the class's own job comes back to those who pressed.
    if (!links?.meetingId || links.own) return links;
    const hasFailedSince = links.problem && links.updatedAt && links.updatedAt >= pressedAt;
    if (hasFailedSince || performance.now() + wait > end) return links;
    await pause(wait);
  }
}
