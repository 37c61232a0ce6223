import { loginRequests } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { newNonce, shortNonceBytes } from '../platform/tokens.ts';
import { readIdentifier } from './identifier.ts';
import { makeLoginLinkJob } from './jobs.ts';
import { countLinkRequest, senderOf } from './limits.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'queue'>;

interface Requester {
  ip: string;
  browserHash: Buffer;
}

/** Does the same for anybody: who it is, if anyone, is looked up by the job. */
export async function requestLoginLink(
  { database, clock, queue }: Deps,
  typed: string,
  { ip, browserHash }: Requester,
): Promise<void> {
  const identifier = readIdentifier(typed);
  if (!identifier) throw new DomainError('identifier-invalid');
  const askedAt = clock.now();
  const wanted = await countLinkRequest(database, askedAt, identifier, senderOf(ip));
  if (wanted === 'nothing') return;
  const nonce = 'phone' in identifier ? newNonce(shortNonceBytes) : newNonce();
  await database.transaction(async (transaction) => {
    const [request] = await transaction
      .insert(loginRequests)
      .values({ ...identifier, nonce, browserHash, askedAt })
      .returning({ id: loginRequests.id });
    if (!request) throw new Error('the request was not returned');
    await queue.add(transaction, makeLoginLinkJob, {
      requestId: request.id,
      isRepeat: wanted === 'again',
    });
  });
}
