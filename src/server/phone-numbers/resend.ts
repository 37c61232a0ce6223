import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { mailNumberConfirmedJob } from './jobs.ts';

export function phoneNumberResenders({
  queue,
}: Pick<Services, 'queue'>): Resenders<'number-code' | 'number-confirmed'> {
  return {
    /** Whoever wants one asks for it, and types it where they did. */
    async 'number-code'() {
      throw new DomainError('message-outdated', { why: 'sent-once' });
    },

    async 'number-confirmed'(transaction, { person, again }) {
      if (!person.phone) throw new DomainError('message-outdated', { why: 'no-longer-so' });
      const message = { personId: person.id, confirmedAt: again, again };
      await queue.add(transaction, mailNumberConfirmedJob, message);
    },
  };
}
