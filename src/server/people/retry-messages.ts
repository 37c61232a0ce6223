import { isLinkActive, type LinkProblem, linkMessageOf, sendNewLink } from '../accounts/index.ts';
import type { Transaction } from '../database/connect.ts';
import { type DeadMessage, deleteUndelivered, lockUndelivered } from '../messages/undelivered.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue' | 'settings'>;

/**
 * Sends what could not be sent to somebody. A message whose login link works no longer is replaced by one
 * with a new link, one for each kind however many of them failed.
 */
export async function retryMessages(
  services: Deps,
  actor: Actor,
  personId: number,
): Promise<string> {
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
  if (renewed > 0) return 'The link had expired, so a new one is being sent.';
  if (revived.length === 0) throw new DomainError(problem ?? 'nothing-to-resend');
  return 'It is being sent again.';
}

/**
 * Of the locked messages to one person, `revived` can be sent as they are. The others carry links that work no
 * longer: they are deleted, and for each kind of them a message with a new link is queued.
 */
export async function renewDeadMessages(
  services: Deps,
  transaction: Transaction,
  personId: number,
  dead: DeadMessage[],
) {
  const outdated: DeadMessage[] = [];
  for (const message of dead) {
    if (!(await isStillOfUse(services, transaction, message))) outdated.push(message);
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

async function isStillOfUse(services: Deps, transaction: Transaction, message: DeadMessage) {
  const { job, tokenHash } = message;
  return !linkMessageOf(job) || isLinkActive(services, transaction, tokenHash ?? '');
}

/** For somebody whose links were ended: messages that could not carry them are of no use to anybody. */
export async function forgetFailedLinks(transaction: Transaction, personId: number): Promise<void> {
  const dead = await lockUndelivered(transaction, personId);
  await deleteUndelivered(
    transaction,
    dead.filter(({ job }) => linkMessageOf(job)),
  );
}
