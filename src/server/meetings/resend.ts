import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { mailNewLinksJob } from './jobs.ts';
import { findLinks } from './mail-new-links.ts';

export function meetingResenders({
  clock,
  queue,
}: Pick<Services, 'clock' | 'queue'>): Resenders<'new-links'> {
  return {
    async 'new-links'(transaction, { person, about: { classIds }, again }) {
      const links = await findLinks({ database: transaction, clock }, person.id, classIds);
      if (links.length === 0) throw new DomainError('message-outdated', { why: 'no-longer-so' });
      const ids = { personId: person.id, again: { classIds, key: again } };
      await queue.add(transaction, mailNewLinksJob, ids);
    },
  };
}
