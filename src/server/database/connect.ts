import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { openPool } from './pool.ts';

export type Database = NodePgDatabase & { $client: pg.Pool };
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
export type Reader = Database | Transaction;

const naming = { casing: 'snake_case' } as const;

/** Builds statements without a connection. */
export const builder = drizzle.mock(naming);

interface Options {
  poolSize: number;
  onLostConnection(error: Error): void;
  connectMs?: number;
  statementMs?: number;
}

type Results<Steps extends (() => unknown)[]> = {
  [At in keyof Steps]: Awaited<ReturnType<Steps[At]>>;
};

/**
 * Sends the first query of each step in one write, in this order. Waits for all steps, because a query that starts after
 * the rollback would be committed on its own. If several steps fail, throws the error that made the others fail.
 */
export async function sendTogether<Steps extends (() => unknown)[]>(...steps: Steps) {
  const settled = await Promise.allSettled(steps.map(async (step) => step()));
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  if (errors.length > 0) throw errors.find((error) => !isAfterError(error)) ?? errors[0];
  return settled.map((one) => one.status === 'fulfilled' && one.value) as Results<Steps>;
}

/** Once a statement has failed, PostgreSQL rejects the rest of the transaction with this code. */
const isAfterError = (error: { cause?: { code?: string } }) => error.cause?.code === '25P02';

/**
 * Plans each query in `read` for its own values. Otherwise, PostgreSQL soon reuses a plan that doesn't know how many
 * rows the values match, or the limit.
 */
export const planForValues = <Result>(
  database: Database,
  read: (transaction: Transaction) => PromiseLike<Result>,
) =>
  database.transaction(async (transaction) => {
    const [, result] = await sendTogether(
      () => transaction.execute('set local plan_cache_mode = force_custom_plan'),
      () => read(transaction),
    );
    return result;
  });

export function connect(url: string, { poolSize, connectMs = 5_000, ...options }: Options) {
  const pool = openPool(url, {
    name: 'course-portal',
    max: poolSize,
    connectMs,
    session: { idle_in_transaction_session_timeout: 30_000 },
    // If a transaction starts several queries at once, the driver sends them all without waiting for each response.
    pipeline: true,
    ...options,
  });
  return drizzle(pool, naming);
}
