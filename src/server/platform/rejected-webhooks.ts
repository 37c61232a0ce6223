import { sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { rejectedWebhooks } from '../database/schema.ts';
import { problemRows } from './problem-rows.ts';
import type { VendorServices } from './services.ts';

type Counted = typeof rejectedWebhooks.$inferSelect;
type Deps = Pick<VendorServices, 'database' | 'clock' | 'log'>;

/** A node writes at most this often, because anyone can send invalid webhooks in bulk. */
const writeEveryMs = 10_000;
/** After this long without a rejection, the problem disappears and the count starts over. */
const forgottenAfter = sql`interval '7 days'`;

/** Records the first rejection immediately and later ones in batches. */
export function countRejections({ database, clock, log }: Deps) {
  const waiting = new Map<string, Counted>();
  let timer: NodeJS.Timeout | undefined;

  async function write() {
    const counted = [...waiting.values()];
    waiting.clear();
    if (counted.length === 0) return;
    try {
      for (const one of counted) await add(database, one);
    } catch (error) {
      log.warn({ err: error }, 'rejected webhooks could not be counted');
    }
  }

  function writeSoon() {
    if (timer) return;
    const written = write();
    timer = setTimeout(async () => {
      timer = undefined;
      await written;
      if (waiting.size > 0) writeSoon();
    }, writeEveryMs).unref();
  }

  return {
    note(source: Counted['source'], why: Counted['why']) {
      const now = clock.now();
      const known = waiting.get(`${source} ${why}`);
      if (known) {
        known.count += 1;
        known.lastAt = now;
      } else {
        waiting.set(`${source} ${why}`, { source, why, count: 1, firstAt: now, lastAt: now });
      }
      writeSoon();
    },
    async close() {
      clearTimeout(timer);
      await write();
    },
  };
}

async function add(database: Database, counted: Counted) {
  const { count, firstAt, lastAt } = rejectedWebhooks;
  const isForgotten = sql`${lastAt} < excluded.last_at - ${forgottenAfter}`;
  await database
    .insert(rejectedWebhooks)
    .values(counted)
    .onConflictDoUpdate({
      target: [rejectedWebhooks.source, rejectedWebhooks.why],
      set: {
        count: sql`case when ${isForgotten} then excluded.count else ${count} + excluded.count end`,
        firstAt: sql`case when ${isForgotten} then excluded.first_at else ${firstAt} end`,
        lastAt: sql`greatest(${lastAt}, excluded.last_at)`,
      },
    });
}

export function webhookProblems(now: Date) {
  return problemRows(
    'webhooks',
    {
      key: sql`source || ' ' || why`,
      since: sql`first_at`,
      happenedAt: sql`last_at`,
      subject: sql`source || ' ' || why`,
      amount: sql`least(count, 1000000)`,
    },
    sql`from rejected_webhooks where last_at > ${now.toISOString()}::timestamptz - ${forgottenAfter}`,
  );
}
