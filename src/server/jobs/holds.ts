import { and, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { gatherWith } from '../database/gather.ts';
import { holds } from '../database/schema.ts';
import { problemRows } from '../platform/problem-rows.ts';
import type { Services } from '../platform/services.ts';
import { VendorProblem } from '../platform/vendor-problem.ts';
import { TryLater } from './outcomes.ts';

export interface Holding {
  /** See the column `holds.scope` for the format. */
  scope: string;
  reason?: string;
  firstSeconds?: number;
  retryAfterSeconds?: number | undefined;
  /** In an outage, each job retries on its own. The hold only records when the outage started. */
  isOutage?: boolean;
}

interface Guarded<Result> {
  scopes: string[];
  holdingOf(problem: VendorProblem<string>): Holding | null;
  work(): Promise<Result>;
  onRelease?(transaction: Transaction): Promise<void>;
}

const firstWaitSeconds = 60;
const longestWaitSeconds = 15 * 60;
/** If a retry takes longer than this, the next job retries too. */
const trySeconds = 10;
const longestSpreadSeconds = 120;
/** If no job has retried for this long after `retryAt`, we assume that none is waiting anymore. */
const forgottenAfter = sql`interval '10 minutes'`;
/** Retries get past short outages, so the Problems page shows an outage only after this long. */
const shownAfter = sql`interval '2 minutes'`;

export class Held extends TryLater {
  readonly scope: string;

  constructor({ scope, reason, retryAt }: typeof holds.$inferSelect, now: Date) {
    const seconds = Math.max(0, Number(retryAt) - now.getTime()) / 1000;
    super(seconds + Math.random() * Math.min(longestSpreadSeconds, seconds / 8), reason);
    this.scope = scope;
  }
}

/**
 * Runs the work unless one of its scopes is on hold. If the work fails with a problem that would affect every job in a
 * scope, puts that scope on hold. From then on, one job at a time retries. Once a retry succeeds, the other jobs
 * continue.
 */
export async function guard<Result>(
  deps: Services,
  { scopes, holdingOf, work, onRelease }: Guarded<Result>,
): Promise<Result> {
  const held = await claim(deps, scopes);
  try {
    const result = await work();
    if (held.length > 0) {
      await deps.database.transaction(async (transaction) => {
        await transaction.delete(holds).where(inArray(holds.scope, held));
        await onRelease?.(transaction);
      });
    }
    return result;
  } catch (error) {
    const holding = error instanceof VendorProblem ? holdingOf(error) : null;
    if (!holding) throw error;
    const hold = await begin(deps, holding, (error as Error).message);
    throw hold.retryAt ? new Held(hold, deps.clock.now()) : error;
  }
}

/** There are usually no holds, so this query is one that's cheap to build. */
const findHolds = gatherWith(async (database: Services['database'], all: string[][]) => {
  const scopes = sql.param([...new Set(all.flat())]);
  const { rows } = await database.execute(
    sql`select scope from holds where scope = any(${scopes})`,
  );
  return all.map((ours) => rows.filter(({ scope }) => ours.includes(String(scope))));
});

/** Throws `Held` if it's too early to retry. Otherwise, returns the scopes to release on success. */
async function claim({ database, clock }: Services, scopes: string[]): Promise<string[]> {
  if ((await findHolds(database, scopes)).length === 0) return [];
  const isOurs = inArray(holds.scope, scopes);
  const found = await database.select().from(holds).where(isOurs);
  const now = clock.now();
  const claimed = await database
    .update(holds)
    .set({
      retryAt: new Date(now.getTime() + trySeconds * 1000),
      since: sql`case when ${holds.retryAt} < ${iso(now)} - ${forgottenAfter} then ${iso(now)} else ${holds.since} end`,
    })
    .where(and(isOurs, lte(holds.retryAt, now)))
    .returning({ scope: holds.scope });
  const isTried = new Set(claimed.map(({ scope }) => scope));
  const waiting = found.find(({ scope, retryAt }) => retryAt && !isTried.has(scope));
  if (waiting) throw new Held(waiting, now);
  return found.map(({ scope }) => scope);
}

async function begin({ database, clock }: Services, holding: Holding, message: string) {
  const { scope, reason = message, firstSeconds = firstWaitSeconds, isOutage = false } = holding;
  const now = clock.now();
  const waited = sql`extract(epoch from ${iso(now)} - ${holds.since})`;
  const grown = sql`least(${longestWaitSeconds}, greatest(${firstSeconds}, ${waited} / 4))`;
  const after = (seconds: unknown) =>
    isOutage ? null : sql`${iso(now)} + make_interval(secs => ${seconds})`;
  const { retryAfterSeconds } = holding;
  const [hold] = await database
    .insert(holds)
    .values({ scope, reason, since: now, retryAt: after(retryAfterSeconds ?? firstSeconds) })
    .onConflictDoUpdate({
      target: holds.scope,
      set: { reason, retryAt: after(retryAfterSeconds ?? grown) },
    })
    .returning();
  if (!hold) throw new Error(`the upsert returned no hold for ${scope}`);
  return hold;
}

export async function endWaits(transaction: Transaction, vendor: string, now: Date): Promise<void> {
  await transaction
    .update(holds)
    .set({ retryAt: now })
    .where(and(sql`${vendorOf} = ${vendor}`, isNotNull(holds.retryAt)));
}

/** For example, `zoom` in `zoom create of host@school.org`. */
const vendorOf = sql`split_part(scope, ' ', 1)`;

export function holdProblems(now: Date) {
  return problemRows(
    'holds',
    {
      key: sql`scope`,
      since: sql`since`,
      subject: sql`scope`,
      reason: sql`reason`,
      until: sql`retry_at`,
      amount: sql`(select count(*) from classes where meeting_problem = holds.reason)`,
    },
    sql`from holds where retry_at > ${iso(now)} - ${forgottenAfter}
      or retry_at is null and since <= ${iso(now)} - ${shownAfter}`,
  );
}

const iso = (time: Date) => sql`${time.toISOString()}::timestamptz`;
