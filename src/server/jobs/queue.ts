import { sql } from 'drizzle-orm';
import type { FastifyBaseLogger } from 'fastify';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { PACIFIC_ZONE } from '../../course/course.ts';
import type { Transaction } from '../database/connect.ts';
import { GiveUp, TryLater } from './outcomes.ts';
import { openTurns } from './turns.ts';

/** Something to be done outside of a person's click. Its data are ids: the rows are read when it runs. */
export interface Job<Data extends object> {
  name: string;
  tries: number;
  firstDelaySeconds: number;
  /** Never present: it only carries the type of the data. */
  data?: Data;
}

export type JobHandler<Data extends object> = (data: Data) => Promise<void>;

/** A job and what it does; `handle` ties the two so that their data cannot differ. */
export interface HandledJob {
  job: Job<object>;
  run: JobHandler<object>;
}

/** Dead jobs wait here with the name of their queue and the reason; `redrive` sends them back. */
const deadJobs = 'dead-jobs';
const longestDelaySeconds = 60 * 60;
const tenYears = 10 * 365 * 24 * 60 * 60;

/** A full batch is followed by the next at once; retries that have come due are looked for every second. */
const pace = {
  batchSize: 5,
  localConcurrency: 2,
  perJobResults: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
} as const;
/** How soon the jobs of a node that died are given to another. */
const silenceSeconds = 10;

export function defineJob<Data extends object>(
  name: string,
  { tries = 12, firstDelaySeconds = 5 } = {},
): Job<Data> {
  return { name, tries, firstDelaySeconds };
}

export function handle<Data extends object>(job: Job<Data>, run: JobHandler<Data>): HandledJob {
  return { job, run: run as JobHandler<object> } as HandledJob;
}

/** Jobs live in the same database as the rows they follow, and are queued in the same transaction. */
export async function openQueue(databaseUrl: string, log: FastifyBaseLogger) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'course-portal-jobs',
    max: 4,
    useListenNotify: true,
    superviseIntervalSeconds: silenceSeconds,
    monitorIntervalSeconds: silenceSeconds,
  });
  boss.on('error', (error) => log.warn({ err: error }, 'the queue had a problem'));
  await boss.start();
  await boss.createQueue(deadJobs, { retentionSeconds: tenYears });
  const turns = openTurns(databaseUrl, log);

  return {
    /** Runs the work while no other job on any node works on the same thing; else the job waits. */
    inTurn: turns.take,

    async add<Data extends object>(transaction: Transaction, job: Job<Data>, data: Data) {
      await boss.send(job.name, data, { db: fromDrizzle(transaction, sql) });
    },

    /** Queues are made even on a node that runs no jobs, so that any node can add to them. */
    async prepare(jobs: Job<object>[]) {
      for (const { name, tries, firstDelaySeconds } of jobs) {
        const options = {
          retryLimit: tries - 1,
          retryDelay: firstDelaySeconds,
          retryBackoff: true,
          retryDelayMax: longestDelaySeconds,
          heartbeatSeconds: silenceSeconds,
          deadLetter: deadJobs,
          notify: true,
        };
        await boss.createQueue(name, options);
        await boss.updateQueue(name, options);
      }
    },

    /** Gives dead jobs their tries again. */
    async revive(ids: string[]) {
      if (ids.length > 0) await boss.redrive(deadJobs, { ids });
    },

    async work(handled: HandledJob[]) {
      for (const { job, run } of handled) {
        await boss.work<object>(job.name, pace, (batch) =>
          Promise.all(
            batch.map(async ({ id, data }) => ({ id, ...(await attempt(job, run, data)) })),
          ),
        );
      }
    },

    /** By the clock on a Pacific wall. A time that passed while no node ran is made up for once. */
    async keepTimetable(entries: { job: Job<object>; cron: string }[]) {
      for (const { job, cron } of entries) {
        await boss.schedule(job.name, cron, {}, { tz: PACIFIC_ZONE, missed: 'once' });
      }
      const names = new Set(entries.map(({ job }) => job.name));
      for (const { name } of await boss.getSchedules()) {
        if (!names.has(name)) await boss.unschedule(name);
      }
    },

    /** Jobs that have begun are finished first. */
    async stop() {
      await boss.stop({ graceful: true, timeout: 20_000 });
      await turns.close();
    },
  };

  async function attempt<Data extends object>(job: Job<Data>, run: JobHandler<Data>, data: Data) {
    try {
      await run(data);
      return { status: 'completed' as const };
    } catch (error) {
      const output = { reason: (error as Error).message };
      if (error instanceof TryLater && (await postpone(job, data, error.seconds))) {
        return { status: 'completed' as const, output };
      }
      log.warn({ err: error, job: job.name }, 'a job failed');
      const isHopeless = error instanceof GiveUp;
      return { status: isHopeless ? ('deadletter' as const) : ('failed' as const), output };
    }
  }

  /** A process killed right after this leaves the job twice, which no job minds. */
  async function postpone<Data extends object>(job: Job<Data>, data: Data, seconds: number) {
    return boss.send(job.name, data, { startAfter: seconds }).catch(() => null);
  }
}

export type Queue = Awaited<ReturnType<typeof openQueue>>;
