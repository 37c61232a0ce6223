import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, type JobWithMetadata, PgBoss } from 'pg-boss';
import { PACIFIC_ZONE } from '../../course/course.ts';
import type { Transaction } from '../database/connect.ts';
import { poolOptions } from '../database/pool.ts';
import { HOUR_SECONDS } from '../platform/clock.ts';
import { openProblemLog, originOf } from '../platform/log.ts';
import { repeat } from '../platform/repeat.ts';
import { deleteOutdated } from './dead-jobs.ts';
import type { AnyJob, HandledJob, Job, JobHandler, RecurringJob } from './define-job.ts';
import { reportTry } from './job-report.ts';
import { openLocks } from './locks.ts';
import { GiveUp, TryLater } from './outcomes.ts';
import {
  deadJobs,
  deadJobsOptions,
  heartbeatSeconds,
  prepareQueues,
  queueOptions,
} from './prepare-queues.ts';
import {
  hurryJobs,
  isWaiting,
  keyOption,
  lockWaitingJob,
  replaceWaiting,
  withoutWaiting,
} from './waiting-jobs.ts';

/** By itself a worker looks for jobs only so often: there are over a hundred on a node, and every look is a transaction. */
const pollSeconds = 600;

interface Workers {
  /** Each fetches a batch, runs it at once, and fetches the next when the slowest of it is done. */
  count: number;
  batchSize: number;
}

interface AddOptions {
  /**
   * The first job with a key runs at once. Those added within the same span of so many seconds become one,
   * with the data of the first of them, that runs when the next span begins.
   */
  oncePer?: { key: string; seconds: number };
  /** It waits so long before it runs. One that is added meanwhile takes its place, and waits as long again. */
  afterSeconds?: number;
}

interface AddAllOptions {
  /** They begin one after the other, so many a minute: for a vendor that would not take them all at once. */
  perMinute?: number;
  /** A job of the same key that waits for its time goes on waiting; else one that is added takes its place. */
  leavesWaiting?: boolean;
  /** They wait so long before they run. */
  afterSeconds?: number;
}

/**
 * Jobs live in the same database as the rows they follow, and are queued in the same transaction. A new job
 * wakes the workers by a notification, a retry by `notifyDueJobs`, which looks every `lookEverySeconds`.
 */
export async function openQueue(
  databaseUrl: string,
  log: FastifyBaseLogger,
  { lookEverySeconds = 2, statementMs }: { lookEverySeconds?: number; statementMs?: number } = {},
) {
  const boss = new PgBoss({
    // pg-boss makes its pool itself, and releases a connection whose `begin` fails.
    ...poolOptions(databaseUrl, {
      name: 'course-portal-jobs',
      max: 4,
      connectMs: 10_000,
      ...(statementMs && { statementMs }),
    }),
    useListenNotify: true,
    superviseIntervalSeconds: heartbeatSeconds,
    monitorIntervalSeconds: heartbeatSeconds,
    // Jobs that wait for other jobs are not used, and the timetable needs no more than half a minute's precision.
    flowIntervalSeconds: HOUR_SECONDS,
    cronWorkerIntervalSeconds: 30,
  });
  const problems = openProblemLog(log, 'the queue');
  boss.on('error', problems.failed);
  await boss.start();
  await prepareQueues(boss, new Map([[deadJobs, deadJobsOptions]]));
  const locks = openLocks(databaseUrl, log);
  const workerIds = new Map<string, string[]>();
  let lastLookAt = performance.now();
  const notifying = repeat(notifyDueJobs, lookEverySeconds * 1000, log);

  return {
    withLock: locks.withLock,
    lockPool: locks.pool,

    async add<Data extends object>(
      transaction: Transaction,
      job: Job<Data>,
      data: Data,
      { oncePer, afterSeconds = 0 }: AddOptions = {},
    ) {
      const db = fromDrizzle(transaction, sql);
      if (!oncePer) {
        await replaceWaiting(transaction, job, [data]);
        await boss.send(job.name, data, { db, startAfter: afterSeconds, ...keyOption(job, data) });
        return;
      }
      const { key, seconds } = oncePer;
      const throttle = { singletonKey: key, singletonSeconds: seconds, singletonNextSlot: true };
      const added = await boss.send(job.name, data, { db, ...throttle });
      if (added || (await lockWaitingJob(transaction, job.name, key))) return;
      await boss.send(job.name, data, { db, startAfter: seconds });
    },

    /** Many jobs by one statement, for transactions that hold locks. */
    async addAll<Data extends object>(
      transaction: Transaction,
      job: Job<Data>,
      all: Data[],
      { perMinute, leavesWaiting = false, afterSeconds = 0 }: AddAllOptions = {},
    ) {
      const choose = leavesWaiting ? withoutWaiting : replaceWaiting;
      const missing = await choose(transaction, job, all);
      if (missing.length === 0) return;
      const jobs = missing.map((data, at) => ({
        data,
        ...keyOption(job, data),
        startAfter: afterSeconds + (perMinute ? Math.floor((at * 60) / perMinute) : 0),
      }));
      await boss.insert(job.name, jobs, { db: fromDrizzle(transaction, sql) });
    },

    hurry: hurryJobs,

    /** Queues are made even on a node that runs no jobs, so that any node can add to them. */
    async prepare(jobs: AnyJob[]) {
      await prepareQueues(boss, new Map(jobs.map((job) => [job.name, queueOptions(job)])));
    },

    /** Gives dead jobs their tries again. */
    async revive(ids: string[]) {
      if (ids.length > 0) await boss.redrive(deadJobs, { ids, limit: ids.length });
    },

    async work(handled: HandledJob[], { count, batchSize }: Workers = { count: 2, batchSize: 5 }) {
      const options = {
        batchSize,
        perJobResults: true,
        includeMetadata: true,
        // A full batch is followed by the next at once.
        burstWhenBatchFull: true,
        // Where the database cannot notify, such as behind some poolers.
        pollingIntervalSeconds: lookEverySeconds,
        notifyPollingIntervalSeconds: pollSeconds,
      } as const;
      for (const { job, run } of handled) {
        const ids: string[] = [];
        for (let n = 0; n < count; n += 1) {
          ids.push(
            await boss.work<object, unknown, typeof options>(job.name, options, (batch) =>
              Promise.all(
                batch.map(async (one) => ({ id: one.id, ...(await attempt(job, run, one)) })),
              ),
            ),
          );
        }
        workerIds.set(job.name, ids);
      }
    },

    /**
     * Adds these jobs at their times, once however many nodes run, and no others any more. A time that passed
     * while no node ran is made up for once.
     */
    async setTimetable(jobs: RecurringJob[]) {
      for (const { name, cron } of jobs) {
        await boss.schedule(name, cron, {}, { tz: PACIFIC_ZONE, missed: 'once' });
      }
      const names = new Set(jobs.map(({ name }) => name));
      for (const { name } of await boss.getSchedules()) {
        if (!names.has(name)) await boss.unschedule(name);
      }
    },

    /**
     * How long ago this node last saw which of its jobs can run. It looks every two seconds: more than a few mean
     * that the queue's own connections fail, or that the node runs no jobs.
     */
    secondsSinceLook: () => (performance.now() - lastLookAt) / 1000,

    /** Jobs that have begun are finished first. */
    async stop() {
      await notifying.stop();
      await boss.stop({ graceful: true, timeout: 20_000 });
      await locks.close();
    },
  };

  async function attempt(job: AnyJob, run: JobHandler<object>, one: JobWithMetadata<object>) {
    const { data, retryCount, retryLimit, startedOn } = one;
    const report = reportTry(log, job.name, one);
    try {
      await run(data);
      await deleteOutdated(boss, job as Job<object>, data, startedOn);
      report('completed');
      return { status: 'completed' as const };
    } catch (error) {
      // A failed query's own message repeats its values; its cause does not.
      const output = { reason: originOf(error as Error).message };
      if (error instanceof TryLater && (await postpone(job, data, error.seconds))) {
        report('postponed', error);
        return { status: 'completed' as const, output };
      }
      const isFinal = error instanceof GiveUp;
      report(isFinal || retryCount >= retryLimit ? 'dead' : 'failed', error as Error);
      return { status: isFinal ? ('deadletter' as const) : ('failed' as const), output };
    }
  }

  /** A process killed right after this leaves the job twice, which no job minds. */
  async function postpone(job: AnyJob, data: object, seconds: number) {
    const keyed = keyOption(job as Job<object>, data);
    if (keyed && (await isWaiting(boss, job.name, keyed.singletonKey))) return true;
    return boss.send(job.name, data, { startAfter: seconds, ...keyed }).catch(() => null);
  }

  /** Nothing notifies of a retry whose time has come: one query finds whatever can run, for all queues. */
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
