import { describeDomainError } from '../http/domain-errors.ts';
import { type DeadJob, listDeadJobs } from '../jobs/dead-jobs.ts';
import { retryFailedJobs } from '../operations/index.ts';
import { commandLineActor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { type Command, Refused, showTime, WrongInput } from './command.ts';

export const listFailed: Command = {
  usage: '',
  about: [
    'Lists the jobs that failed for good: each job’s ID and name, when and why it failed, and who or what it concerned.',
  ],

  read(typed) {
    if (typed.length > 0) throw new WrongInput('list-failed takes no arguments.');
    return async ({ database }, say) => {
      const dead = await listDeadJobs(database);
      if (dead.length === 0) return say('No jobs have failed.');
      for (const { id, job, since, reason, data } of dead) {
        say(`${id}  ${job}  since ${showTime(since)}`);
        say(`  ${[...describeIds(data), reason].join(': ')}`);
      }
    };
  },
};

/** Turns `{ personId: 4, classId: 12 }` into `person 4, class 12`. Omits link hashes and other details. */
function describeIds(data: DeadJob['data']): string[] {
  const named = Object.entries(data).flatMap(([key, value]) => {
    const [, what] = key.match(/^(\w+)Ids?$/) ?? [];
    const ids = [value].flat().filter((id) => typeof id === 'number');
    return what && ids.length > 0 ? [`${what} ${ids.join(', ')}`] : [];
  });
  return named.length > 0 ? [named.join(', ')] : [];
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const retryFailed: Command = {
  usage: '--all | ID …',
  about: [
    'Retries all failed jobs, or only the ones whose IDs you give. Run list-failed to see the IDs.',
    'If a message’s login link has expired, sends the message with a new one.',
  ],

  read(typed) {
    const isAll = typed.length === 1 && typed[0] === '--all';
    const wrong = typed.find((id) => !uuid.test(id));
    if (typed.length === 0)
      throw new WrongInput('retry-failed needs --all, or the IDs of failed jobs.');
    if (!isAll && wrong !== undefined) {
      throw new WrongInput(`${wrong} is not a job ID. Run list-failed to see the IDs.`);
    }
    const ids = isAll ? null : [...new Set(typed)];
    return async (services, say) => {
      const { found, tried, problems } = await retryFailedJobs(
        services,
        commandLineActor,
        ids,
        (dead) => refuseMissing(dead, ids),
      );
      if (found === 0) return say('No jobs have failed.');
      say(tried === 1 ? 'Retrying 1 job.' : `Retrying ${tried} jobs.`);
      for (const { personId, problem } of problems) {
        const { message } = describeDomainError(new DomainError(problem));
        say(`We couldn’t send anything to person ${personId}: ${message}`);
      }
    };
  },
};

function refuseMissing(dead: DeadJob[], ids: string[] | null): void {
  const missing = ids?.find((id) => !dead.some((job) => job.id === id));
  if (missing) throw new Refused(`There’s no failed job ${missing}. Nothing was changed.`);
}
