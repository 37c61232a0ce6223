import type { FastifyBaseLogger } from 'fastify';
import { PgBoss } from 'pg-boss';
import { PACIFIC_ZONE } from '../../course/course.ts';
import type { Transaction } from '../database/connect.ts';
import { poolOptions } from '../database/pool.ts';
import { HOUR_SECONDS } from '../platform/clock.ts';
import { openProblemLog } from '../platform/log.ts';
import { repeat } from '../platform/repeat.ts';
import type { AnyJob, HandledJob, Job, RecurringJob } from './define-job.ts';
import { openLocks } from './locks.ts';
import {
  deadJobs,
  deadJobsOptions,
  heartbeatSeconds,
  prepareQueues,
  queueOptions,
} from './prepare-queues.ts';
import { runBatch } from './run-batch.ts';
import {
  indexWaitingJobs,
  insertJobs,
  leaveWaiting,
  runJobsNow,
  uniqueByKey,
} from './waiting-jobs.ts';

/**
 * Workers poll rarely, because notifications wake them. A node has over a hundred workers, and each poll is a
 * transaction.
 */
const pollSeconds = 600;

export interface Workers {
  /** Each worker runs the jobs in a batch in parallel and starts its next batch when the slowest job is done. */
  count: number;
  batchSize: number;
}

export interface AddOptions {
  perMinute?: number;
  /** If a job with the same key is already waiting, keeps it instead of replacing it. */
  leavesWaiting?: boolean;
  /**
   * Debounces: if another job with the same key is added before this one starts, it replaces this one and restarts the
   * delay.
   */
  afterSeconds?: number | undefined;
}

interface QueueOptions {
  lookEverySeconds?: number;
  statementMs?: number;
  /** If false, this node only adds jobs, which takes fewer connections. */
  runsJobs?: boolean;
}

/**
 * Jobs are queued in the same transaction as the rows they belong to. Notifications wake the workers for new jobs. For
 * retries and jobs with a delay, `notifyDueJobs` wakes them every `lookEverySeconds`.
 */
export async function openQueue(
  databaseUrl: string,
  log: FastifyBaseLogger,
  { lookEverySeconds = 2, statementMs, runsJobs = true }: QueueOptions = {},
) {
  const boss = new PgBoss({
    ...poolOptions(databaseUrl, {
      name: 'course-portal-jobs',
      max: runsJobs ? 4 : 1,
      connectMs: 10_000,
      ...(statementMs && { statementMs }),
    }),
    useListenNotify: runsJobs,
    supervise: runsJobs,
    schedule: runsJobs,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    // We check flows rarely, because the portal doesn't use them. For cron, half a minute is precise enough.
    flowIntervalSeconds: HOUR_SECONDS,
    cronWorkerIntervalSeconds: 30,
  });
  const problems = openProblemLog(log, 'the queue');
  boss.on('error', problems.failed);
  await boss.start();
  await prepareQueues(boss, new Map([[deadJobs, deadJobsOptions]]));
  await indexWaitingJobs((text) => boss.getDb().executeSql(text));
  const locks = openLocks(databaseUrl, log);
  const workerIds = new Map<string, string[]>();
  let lastLookAt = performance.now();
  const notifying = repeat(notifyDueJobs, lookEverySeconds * 1000, log);

  return {
    withLock: locks.withLock,

    addAll,
    add: <Data extends object>(
      transaction: Transaction,
      job: Job<Data>,
      data: Data,
      options?: AddOptions,
    ) => addAll(transaction, job, [data], options),

    runNow: runJobsNow,

    async prepare(jobs: AnyJob[]) {
      await prepareQueues(boss, new Map(jobs.map((job) => [job.name, queueOptions(job)])));
    },

    async revive(ids: string[]) {
      if (ids.length > 0) await boss.redrive(deadJobs, { ids, limit: ids.length });
    },

    async work(handled: HandledJob[], { count, batchSize }: Workers = { count: 2, batchSize: 5 }) {
      const options = {
        perJobResults: true,
        includeMetadata: true,
        burstWhenBatchFull: true,
        // `pollingIntervalSeconds` applies if the database can't send notifications, for example behind some poolers.
        pollingIntervalSeconds: lookEverySeconds,
        notifyPollingIntervalSeconds: pollSeconds,
      } as const;
      for (const { job, run, batchSize: ownSize = batchSize } of handled) {
        const sized = { ...options, batchSize: ownSize };
        const ids: string[] = [];
        for (let n = 0; n < count; n += 1) {
          ids.push(
            await boss.work<object, unknown, typeof sized>(job.name, sized, (batch) =>
              runBatch(boss, log, { job, run }, batch),
            ),
          );
        }
        workerIds.set(job.name, ids);
      }
    },

    /** Replaces all schedules. A job that missed runs while no node was up runs once. */
    async setTimetable(jobs: RecurringJob[]) {
      for (const { name, cron } of jobs) {
        await boss.schedule(name, cron, {}, { tz: PACIFIC_ZONE, missed: 'once' });
      }
      const names = new Set(jobs.map(({ name }) => name));
      for (const { name } of await boss.getSchedules()) {
        if (!names.has(name)) await boss.unschedule(name);
      }
    },

    /** More than a few seconds means that the queue can't reach the database. Always 0 on nodes that don't run jobs. */
    secondsSinceLook: () => (runsJobs ? (performance.now() - lastLookAt) / 1000 : 0),

    async stop() {
      await notifying.stop();
      await boss.stop({ graceful: true, timeout: 20_000 });
      await locks.close();
    },
  };

  /** Inserts all jobs in a single statement, so that callers hold their locks only briefly. */
  async function addAll<Data extends object>(
    transaction: Transaction,
    job: Job<Data>,
    all: Data[],
    { perMinute, leavesWaiting = false, afterSeconds = 0 }: AddOptions = {},
  ) {
    if (all.length === 0) return;
    const unique = uniqueByKey(job, all);
    const missing = leavesWaiting ? await leaveWaiting(transaction, job, unique) : unique;
    const jobs = missing.map((data, at) => ({
      data,
      delay: afterSeconds + (perMinute ? Math.floor((at * 60) / perMinute) : 0),
    }));
    if (jobs.length > 0) await insertJobs(transaction, job, jobs, !leavesWaiting);
  }

  /**
   * Wakes workers that have due jobs, because pg-boss sends notifications only for jobs without a delay. A single query
   * covers all queues.
   */
  async function notifyDueJobs(): Promise<void> {
    if (workerIds.size === 0) return;
    try {
      const { rows } = await boss.getDb().executeSql(
        `select distinct name from pgboss.job
         where name = any($1) and state < 'active' and not blocked and start_after <= now()`,
        [[...workerIds.keys()]],
      );
      lastLookAt = performance.now();
      problems.worked();
      for (const { name } of rows as { name: string }[]) {
        for (const id of workerIds.get(name) ?? []) boss.notifyWorker(id);
      }
    } catch (error) {
      problems.failed(error as Error);
    }
  }
}

export type Queue = Awaited<ReturnType<typeof openQueue>>;
