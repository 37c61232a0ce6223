import type { Transaction } from '../database/connect.ts';
import type { DeadJob } from '../jobs/dead-jobs.ts';
import { deleteUndelivered, lockUndelivered } from '../messages/undelivered.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { type LinkProblem, linkMessageOf, sendNewLink } from './link-messages.ts';
import { isLinkActive } from './queries.ts';

export async function retryMessages(services: Services, actor: Actor, personId: number) {
  const { database, clock, queue } = services;
  await limitPerson(database, clock.now(), 'retries', actor.id);
  const { revived, renewed, problem } = await database.transaction(async (transaction) => {
    const dead = await lockUndelivered(transaction, personId);
    if (dead.length === 0) throw new DomainError('nothing-to-resend');
    const outcome = await renewDeadMessages(services, transaction, personId, dead);
    await audit(transaction, actor, clock.now(), 'messages: tried again', { person: personId });
    return outcome;
  });
  await queue.revive(revived.map(({ id }) => id));
  if (renewed > 0) return 'The link had expired, so we’re sending a new one.';
  if (revived.length === 0) throw new DomainError(problem ?? 'nothing-to-resend');
  return 'We’re sending the message again.';
}

/**
 * Deletes messages whose link no longer works. For each kind of deleted message, queues one with a new link, unless
 * another message of that kind can be resent. Returns the messages to resend as `revived`. The caller must lock the
 * messages first.
 */
export async function renewDeadMessages(
  services: Services,
  transaction: Transaction,
  personId: number,
  dead: DeadJob[],
) {
  const outdated: DeadJob[] = [];
  for (const message of dead) {
    const { job, data } = message;
    const isUsable =
      !linkMessageOf(job) || (await isLinkActive(services, transaction, String(data.tokenHash)));
    if (!isUsable) outdated.push(message);
  }
  await deleteUndelivered(transaction, outdated);
  const revived = dead.filter((message) => !outdated.includes(message));
  const revivedJobs = new Set(revived.map(({ job }) => job));
  const kinds = new Set(outdated.map(({ job }) => job).filter((job) => !revivedJobs.has(job)));
  const problems: LinkProblem[] = [];
  for (const job of kinds) {
    const problem = await sendNewLink(services, transaction, personId, job);
    if (problem) problems.push(problem);
  }
  return { revived, renewed: kinds.size - problems.length, problem: problems[0] };
}

/** Call this after ending a person's links, so that no one resends messages with dead links. */
export async function forgetFailedLinks(transaction: Transaction, personId: number): Promise<void> {
  const dead = await lockUndelivered(transaction, personId);
  const links = dead.filter(({ job }) => linkMessageOf(job));
  await deleteUndelivered(transaction, links);
}
