import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { mailMissedClassJob, textMissedClassJob } from './jobs.ts';
import { findProposal, isOpen } from './queries.ts';

export function makeupResenders({
  clock,
  queue,
}: Pick<Services, 'clock' | 'queue'>): Resenders<'missed-class' | 'makeup-answer'> {
  return {
    /** With the times of the proposal that can still be chosen. */
    async 'missed-class'(transaction, { person, channel, about, again }) {
      const found = await findProposal(transaction, about.proposalId);
      if (!found || !(await isOpen(transaction, found, clock.now()))) {
        throw new DomainError('message-outdated', { why: 'no-longer-so' });
      }
      const job = channel === 'email' ? mailMissedClassJob : textMissedClassJob;
      await queue.add(transaction, job, { personId: person.id, ...about, again });
    },

    async 'makeup-answer'() {
      throw new DomainError('message-outdated', { why: 'sent-once' });
    },
  };
}
