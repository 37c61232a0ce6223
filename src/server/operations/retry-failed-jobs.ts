import type { LinkProblem } from '../accounts/index.ts';
import { type DeadJob, lockDeadJobs } from '../jobs/dead-jobs.ts';
import { isMessage } from '../messages/undelivered.ts';
import { renewDeadMessages } from '../people/index.ts';
import { type AuditedActor, auditAll } from '../platform/audit.ts';
import type { Services } from '../platform/services.ts';
import { wordsOfJob } from './job-words.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/** One statement takes only so many values. */
const auditedAtOnce = 1000;

interface Retried {
  found: number;
  /** How many run again, or were replaced by a message with a new link. */
  tried: number;
  /** Whom nothing can be sent to, and why. */
  problems: { personId: number; problem: LinkProblem }[];
}

/**
 * Gives failed jobs their tries again: these, or without ids all of them. A message whose login link works no more is
 * sent with a new one. The reasons stay in the audit log, because a job that succeeds now is no longer in any list.
 */
export async function retryFailedJobs(
  services: Deps,
  actor: AuditedActor,
  ids: string[] | null,
  /** Throws to have nothing changed. */
  check: (found: DeadJob[]) => void = () => undefined,
): Promise<Retried> {
  const { database, clock, queue } = services;
  const { revived, ...retried } = await database.transaction(async (transaction) => {
    const dead = await lockDeadJobs(transaction, ids);
    check(dead);
    const messages = dead.filter(isMessage);
    const revived = dead.filter((job) => !messages.includes(job)).map(({ id }) => id);
    let renewed = 0;
    const problems: Retried['problems'] = [];
    for (const personId of new Set(messages.map(({ data }) => Number(data.personId)))) {
      const theirs = messages.filter(({ data }) => data.personId === personId).map(asMessage);
      const outcome = await renewDeadMessages(services, transaction, personId, theirs);
      revived.push(...outcome.revived.map(({ id }) => id));
      renewed += outcome.renewed;
      if (outcome.problem) problems.push({ personId, problem: outcome.problem });
    }
    const at = clock.now();
    for (let from = 0; from < dead.length; from += auditedAtOnce) {
      const entries = dead.slice(from, from + auditedAtOnce).map(({ id, job, reason, data }) => ({
        ...('personId' in data ? { person: Number(data.personId) } : { subject: `job:${id}` }),
        after: { id, job: wordsOfJob(job).what, reason },
      }));
      await auditAll(transaction, actor, at, 'job: tried again', entries);
    }
    return { found: dead.length, tried: revived.length + renewed, problems, revived };
  });
  await queue.revive(revived);
  return retried;
}

function asMessage({ id, job, data: { tokenHash } }: DeadJob) {
  return { id, job, tokenHash: typeof tokenHash === 'string' ? tokenHash : null };
}
