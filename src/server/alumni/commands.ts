import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { isPast } from '../../course/class-time.ts';
import { lockPeople } from '../database/lock-order.ts';
import { alumniJoins, classes } from '../database/schema.ts';
import { isStanding } from '../database/standing.ts';
import { enqueueRegistrantSync, type Seat } from '../meetings/index.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { findLinks } from './queries.ts';

/** How long somebody looks at an empty tab before the shared link is better than none. */
const timeoutMs = 4_000;
const minDelayMs = 40;
const maxDelayMs = 500;

/** A link into the class: the person's own where the meeting provider answers in time, else everybody's. */
export async function joinClass(services: Services, seat: Seat): Promise<string | null> {
  const pressedAt = services.clock.now();
  await takeSeat(services, seat, pressedAt);
  const links = await waitForOwnLink(services, seat, pressedAt);
  return links?.own ?? links?.shared ?? null;
}

async function takeSeat({ database, queue }: Services, seat: Seat, pressedAt: Date): Promise<void> {
  await database.transaction(async (transaction) => {
    await lockPeople(transaction, [seat.personId]);
    const [courseClass] = await transaction
      .select({ startsAt: classes.startsAt })
      .from(classes)
      .where(and(eq(classes.id, seat.classId), isStanding))
      .for('share');
    if (!courseClass) throw new DomainError('class-not-found');
    if (isPast(courseClass.startsAt, pressedAt)) {
      throw new DomainError('class-over');
    }
    await limitPerson(transaction, pressedAt, 'joins', seat.personId);
    const added = await transaction
      .insert(alumniJoins)
      .values({ ...seat, createdAt: pressedAt })
      .onConflictDoNothing()
      .returning();
    const isNew = added.length > 0;
    // The job that failed waits for its next try; whoever presses again gets one at once.
    const hasFailed = !isNew && (await findLinks(transaction, seat))?.problem;
    if (isNew || hasFailed) await enqueueRegistrantSync(queue, transaction, seat);
  });
}

/** By the machine's clock: the portal's own may be moved while somebody waits. */
async function waitForOwnLink({ database }: Services, seat: Seat, pressedAt: Date) {
  const end = performance.now() + timeoutMs;
  for (let wait = minDelayMs; ; wait = Math.min(wait * 2, maxDelayMs)) {
    const links = await findLinks(database, seat);
    // Without a meeting there is nobody to wait for; the class's own job comes back to those who pressed.
    if (!links?.meetingId || links.own) return links;
    const hasFailedSince = links.problem && links.updatedAt && links.updatedAt >= pressedAt;
    if (hasFailedSince || performance.now() + wait > end) return links;
    await pause(wait);
  }
}
