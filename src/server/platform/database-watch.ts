import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type { FastifyBaseLogger } from 'fastify';
import { areMigrationsCurrent } from '../database/migrate.ts';
import { openPool } from '../database/pool.ts';
import type { Clock } from './clock.ts';
import { openProblemLog, originOf } from './log.ts';
import { repeat } from './repeat.ts';

const askEveryMs = 2000;
const checkEveryMs = 10_000;
const mostSilenceMs = 3 * askEveryMs;
const mostWaitMs = 500;
const mostDifferenceMs = 2000;
const diskFull = '53100';
const noWrites = 'the database is read-only';
const wrongClock = 'this machine’s clock is more than two seconds off the database’s';

/** Uses a separate connection, so that requests can't delay the probe. */
export async function watchDatabase(
  databaseUrl: string,
  log: FastifyBaseLogger,
  {
    askEveryMs: everyMs = askEveryMs,
    statementMs = askEveryMs,
    machineNow = Date.now,
  }: { askEveryMs?: number; statementMs?: number; machineNow?: () => number } = {},
) {
  const pool = openPool(databaseUrl, {
    name: 'course-portal-watch',
    max: 1,
    connectMs: statementMs,
    statementMs,
  });
  const database = drizzle(pool);
  const questions = openProblemLog(log, 'the database probe');
  let answeredAt = performance.now();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let problem: string | undefined;
  let differenceMs = 0;
  await ask();
  const asking = repeat(ask, everyMs, log);

  return {
    /** If this machine’s clock is wrong, uses the database’s time, which all nodes share. */
    clock: {
      now: () => new Date(machineNow() + (isWrong(differenceMs) ? differenceMs : 0)),
    } satisfies Clock,

    whyNotReady(): string | undefined {
      const silentMs = performance.now() - answeredAt;
      if (silentMs > mostSilenceMs) return 'the database is not responding';
      return problem ?? (isWrong(differenceMs) ? wrongClock : undefined);
    },

    async stop() {
      await asking.stop();
      await pool.end();
    },
  };

  async function ask(): Promise<void> {
    try {
      const askedAt = machineNow();
      const { rows } = await database.execute<{ readOnly: boolean; now: number }>(sql`
        select pg_is_in_recovery() or current_setting('transaction_read_only')::boolean as "readOnly",
          (extract(epoch from clock_timestamp()) * 1000)::float8 as now`);
      answeredAt = performance.now();
      const [answer = { readOnly: true, now: askedAt }] = rows;
      noteTime(answer.now, askedAt, machineNow());
      if (answer.readOnly) problem = noWrites;
      else await check();
      questions.worked();
    } catch (error) {
      questions.failed(error as Error);
    }
  }

  function noteTime(databaseNow: number, askedAt: number, heardAt: number): void {
    // If the response was slow, we can't tell precisely when the database read its clock.
    if (heardAt - askedAt > mostWaitMs) return;
    const wasWrong = isWrong(differenceMs);
    differenceMs = databaseNow - (askedAt + heardAt) / 2;
    if (isWrong(differenceMs) === wasWrong) return;
    log.warn({ differenceMs }, wasWrong ? 'this machine’s clock is right again' : wrongClock);
  }

  /** This check is expensive, so it runs less often than the probe, except while there is a problem. */
  async function check(): Promise<void> {
    if (!problem && performance.now() - checkedAt < checkEveryMs) return;
    checkedAt = performance.now();
    const isCurrent = await areMigrationsCurrent(database);
    problem = isCurrent ? await findWriteProblem() : 'the database is missing migrations';
  }

  /** Creates a table, because writing to an existing one may succeed on a full disk. */
  async function findWriteProblem(): Promise<string | undefined> {
    try {
      await database.transaction(async (transaction) => {
        await transaction.execute(sql`
          create temporary table write_probe on commit drop as
          select repeat('x', 1000) from generate_series(1, 8)`);
      });
      return undefined;
    } catch (error) {
      questions.failed(error as Error);
      const { code } = originOf(error as Error) as { code?: string };
      return code === diskFull ? 'the database’s disk is full' : noWrites;
    }
  }
}

export type DatabaseWatch = Awaited<ReturnType<typeof watchDatabase>>;

const isWrong = (differenceMs: number) => Math.abs(differenceMs) > mostDifferenceMs;
