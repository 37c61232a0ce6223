import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findClassMessage } from './job-handlers.ts';
import { mailClassMessageJob, textClassMessageJob } from './jobs.ts';

/** What staff have written stays as it was, also after the class. */
export function classMessageResenders({
  queue,
}: Pick<Services, 'queue'>): Resenders<'class-message'> {
  return {
    async 'class-message'(transaction, { person, channel, about, again }) {
      const ids = { personId: person.id, ...about, again };
      const found = await findClassMessage(transaction, ids);
      if (!found) throw new DomainError('message-outdated', { why: 'unknown' });
      await queue.add(
        transaction,
        channel === 'email' ? mailClassMessageJob : textClassMessageJob,
        ids,
      );
    },
  };
}
