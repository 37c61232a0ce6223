import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { ProposalReply } from '../../../course/makeup-proposal.ts';
import type { Transaction } from '../../database/connect.ts';
import { waitingList } from '../../database/schema.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { takePlace } from './commands.ts';
import type { Turn } from './turns.ts';
import type { OfferAnswer } from './words.ts';

/** Text replies refer to the newest offer, even if it is over. */
export async function findNewestOffer(transaction: Transaction, personId: number) {
  const [newest] = await transaction
    .select()
    .from(waitingList)
    .where(and(eq(waitingList.personId, personId), isNotNull(waitingList.offeredAt)))
    .orderBy(desc(waitingList.offeredAt), desc(waitingList.id))
    .limit(1);
  return newest;
}

const answered = new Set<string>(['offered', 'expired', 'taken']);

/** Returns null if the reply isn't about the offer. */
export async function replyToOffer(
  services: Services,
  transaction: Transaction,
  { id, personId, status }: Turn,
  reply: ProposalReply,
): Promise<OfferAnswer | null> {
  const isYes = reply.kind === 'pick' && reply.number === 1;
  if (!isYes) return status === 'offered' ? 'unclear' : null;
  if (!answered.has(status)) return null;
  try {
    const student = { id: personId, ip: null, via: 'text' } as const;
    await takePlace({ ...services, database: transaction }, student, id);
    return 'taken';
  } catch (error) {
    if (!(error instanceof DomainError) || error.name === 'limit-reached') throw error;
    return 'gone';
  }
}
