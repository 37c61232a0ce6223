import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { mailCancellationJob, mailUndoJob, textCancellationJob, textUndoJob } from './jobs.ts';
import { findRestored, findSessions, findWaiting } from './told.ts';

const notSo = () => new DomainError('message-outdated', { why: 'no-longer-so' });

/** Students are told by mail and text of their own classes, others by mail of sessions. */
export function cancellationResenders({
  clock,
  queue,
}: Pick<Services, 'clock' | 'queue'>): Resenders<'class-cancelled' | 'cancellation-undone'> {
  return {
    async 'class-cancelled'(transaction, { person, channel, about, again }) {
      const notice = { personId: person.id, ...about, again };
      const own = await findWaiting(transaction, notice);
      const lookup = { database: transaction, clock };
      const { starts } = await findSessions(lookup, notice, { areCancelled: true });
      if (own.length === 0 && (channel === 'text' || starts.length === 0)) throw notSo();
      const job = channel === 'email' ? mailCancellationJob : textCancellationJob;
      await queue.add(transaction, job, notice);
    },

    async 'cancellation-undone'(transaction, { person, channel, about, again }) {
      const notice = { personId: person.id, ...about, again };
      const lookup = { database: transaction, clock };
      const own = await findRestored(lookup, notice);
      const { starts } = await findSessions(lookup, notice, { areCancelled: false });
      if (own.length === 0 && (channel === 'text' || starts.length === 0)) throw notSo();
      await queue.add(transaction, channel === 'email' ? mailUndoJob : textUndoJob, notice);
    },
  };
}
