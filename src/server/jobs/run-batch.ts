import type { FastifyBaseLogger } from 'fastify';
import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { originOf } from '../platform/log.ts';
import { deleteOutdated } from './dead-jobs.ts';
import type { HandledJob, Job } from './define-job.ts';
import { reportTry } from './job-report.ts';
import { GiveUp, TryLater } from './outcomes.ts';
import { isWaiting } from './waiting-jobs.ts';

export async function runBatch(
  boss: PgBoss,
  log: FastifyBaseLogger,
  { job, run }: HandledJob,
  batch: JobWithMetadata<object>[],
) {
  const results = await Promise.all(
    batch.map(async (one) => ({ id: one.id, ...(await attempt(one)) })),
  );
  const succeeded = batch.filter((_, at) => results[at]?.output === undefined);
  await deleteOutdated(boss, job as Job<object>, succeeded);
  return results;

  async function attempt(one: JobWithMetadata<object>) {
    const { data, retryCount, retryLimit } = one;
    const report = reportTry(log, job.name, one);
    try {
      await run(data);
      report('completed');
      return { status: 'completed' as const, output: undefined };
    } catch (error) {
      // A failed query's message contains its values, which may be personal, so we keep only the message of the
      // original error.
      const output = { reason: originOf(error as Error).message };
      if (error instanceof TryLater && (await postpone(data, error.seconds))) {
        report('postponed', error);
        return { status: 'completed' as const, output };
      }
      const isFinal = error instanceof GiveUp;
      report(isFinal || retryCount >= retryLimit ? 'dead' : 'failed', error as Error);
      return { status: isFinal ? ('deadletter' as const) : ('failed' as const), output };
    }
  }

  /**
   * Queues a copy of the job, because waiting doesn't count as an attempt. If the process dies right after this, the
   * job runs twice, which is safe.
   */
  async function postpone(data: object, seconds: number) {
    const key = (job as Job<object>).keyOf?.(data);
    if (key !== undefined && (await isWaiting(boss, job.name, key))) return true;
    const options = { startAfter: seconds, ...(key !== undefined && { singletonKey: key }) };
    return boss.send(job.name, data, options).catch(() => null);
  }
}
