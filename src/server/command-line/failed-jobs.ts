import { describeDomainError } from '../http/domain-errors.ts';
import { type DeadJob, listDeadJobs } from '../jobs/dead-jobs.ts';
import { retryFailedJobs } from '../operations/index.ts';
import { commandLineActor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { type Command, Refused, showTime, WrongInput } from './command.ts';

export const listFailed: Command = {
  usage: '',
  about: [
    'Lists the jobs that failed their last try: id, job, since when, whom or what it concerns, and why.',
  ],

  read(typed) {
    if (typed.length > 0) throw new WrongInput('list-failed takes nothing.');
    return async ({ database }, say) => {
      const dead = await listDeadJobs(database);
      if (dead.length === 0) return say('No job has failed.');
      for (const { id, job, since, reason, data } of dead) {
        say(`${id}  ${job}  since ${showTime(since)}`);
        say(`  ${[...concerned(data), reason].join(': ')}`);
      }
    };
  },
};

/** `{ personId: 4, classId: 12 }` becomes `person 4, class 12`. Hashes of links and other details are left out. */
function concerned(data: DeadJob['data']): string[] {
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
    'Gives failed jobs their tries again: all of them, or those with the ids that list-failed shows.',
    'A message whose login link works no more is sent with a new link.',
  ],

  read(typed) {
    const isAll = typed.length === 1 && typed[0] === '--all';
    const wrong = typed.find((id) => !uuid.test(id));
    if (typed.length === 0)
      throw new WrongInput('retry-failed takes --all, or ids of failed jobs.');
    if (!isAll && wrong !== undefined) {
      throw new WrongInput(`${wrong} is not the id of a job; list-failed shows the ids.`);
    }
    const ids = isAll ? null : [...new Set(typed)];
    return async (services, say) => {
      const { found, tried, problems } = await retryFailedJobs(
        services,
        commandLineActor,
        ids,
        (dead) => refuseMissing(dead, ids),
      );
      if (found === 0) return say('No job has failed.');
      say(tried === 1 ? '1 job is tried again.' : `${tried} jobs are tried again.`);
      for (const { personId, problem } of problems) {
        const { message } = describeDomainError(new DomainError(problem));
        say(`Nothing is sent to person ${personId}: ${message}`);
      }
    };
  },
};

function refuseMissing(dead: DeadJob[], ids: string[] | null): void {
  const missing = ids?.find((id) => !dead.some((job) => job.id === id));
  if (missing) throw new Refused(`There is no failed job ${missing}. Nothing was changed.`);
}
