import { sql } from 'drizzle-orm';
import { type LinkProblem, renewDeadMessages } from '../accounts/index.ts';
import { type DeadJob, isOneOf, listDeadJobs } from '../jobs/dead-jobs.ts';
import { isMessage } from '../messages/undelivered.ts';
import { type AuditedActor, auditAll } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { describeJob } from './job-descriptions.ts';

/**
 * Retries the failed jobs with these IDs, or all failed jobs if `ids` is null. A message with an expired login link
 * gets a new link. The audit log records why each job failed, because a job that now succeeds disappears from the list
 * of failed jobs.
 */
export async function retryFailedJobs(
  services: Services,
  actor: AuditedActor,
  ids: string[] | null,
  /** Can throw to cancel the retry. */
  check: (found: DeadJob[]) => void = () => undefined,
) {
  const { database, clock, queue } = services;
  const { revived, ...retried } = await database.transaction(async (transaction) => {
    const dead = await listDeadJobs(transaction, isOneOf(ids), sql`for update`);
    check(dead);
    const messages = dead.filter(isMessage);
    const revived = dead.filter((job) => !messages.includes(job)).map(({ id }) => id);
    let renewed = 0;
    const problems: { personId: number; problem: LinkProblem }[] = [];
    for (const personId of new Set(messages.map(({ data }) => Number(data.personId)))) {
      const theirs = messages.filter(({ data }) => data.personId === personId);
      const outcome = await renewDeadMessages(services, transaction, personId, theirs);
      revived.push(...outcome.revived.map(({ id }) => id));
      renewed += outcome.renewed;
      if (outcome.problem) problems.push({ personId, problem: outcome.problem });
    }
    const entries = dead.map(({ id, job, reason, data }) => ({
      ...('personId' in data ? { person: Number(data.personId) } : { subject: `job:${id}` }),
      after: { id, job: describeJob(job).what, reason },
    }));
    await auditAll(transaction, actor, clock.now(), 'job: tried again', entries);
    return { found: dead.length, tried: revived.length + renewed, problems, revived };
  });
  await queue.revive(revived);
  return retried;
}
