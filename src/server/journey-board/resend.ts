import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findGroupMessage } from './job-handlers.ts';
import { mailGroupMessageJob, textGroupMessageJob } from './jobs.ts';

/** What was written stays as it was, also for those who have left the group since. */
export function journeyBoardResenders({
  queue,
}: Pick<Services, 'queue'>): Resenders<'group-message'> {
  return {
    async 'group-message'(transaction, { person, channel, about, again }) {
      const ids = { personId: person.id, ...about, again };
      const found = await findGroupMessage(transaction, ids);
      if (!found) throw new DomainError('message-outdated', { why: 'unknown' });
      await queue.add(
        transaction,
        channel === 'email' ? mailGroupMessageJob : textGroupMessageJob,
        ids,
      );
    },
  };
}
