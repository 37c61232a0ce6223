import type { PgBoss, QueueOptions } from 'pg-boss';
import { DAY_SECONDS, HOUR_SECONDS } from '../platform/clock.ts';
import type { AnyJob } from './define-job.ts';

/** The dead letter queue. `redrive` returns jobs to their original queue. */
export const deadJobs = 'dead-jobs';
export const deadJobsOptions: QueueOptions = { retentionSeconds: 90 * DAY_SECONDS };
/** A job whose node hasn't sent a heartbeat for this long counts as abandoned. */
export const heartbeatSeconds = 10;

export const queueOptions = ({ tries, firstDelaySeconds }: AnyJob) => ({
  retryLimit: tries - 1,
  retryDelay: firstDelaySeconds,
  retryBackoff: true,
  retryDelayMax: HOUR_SECONDS,
  heartbeatSeconds,
  deadLetter: deadJobs,
  notify: true,
});

export async function prepareQueues(boss: PgBoss, queues: Map<string, QueueOptions>) {
  const found = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const [name, options] of queues) {
    const queue = found.get(name);
    if (queue && hasOptions(queue, options)) continue;
    await boss.createQueue(name, options);
    // Needed because `createQueue` does nothing if the queue already exists.
    await boss.updateQueue(name, options);
  }
}

function hasOptions(queue: QueueOptions, options: QueueOptions): boolean {
  const keys = Object.keys(options) as (keyof QueueOptions)[];
  return keys.every((key) => queue[key] === options[key]);
}
