import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { confirmOptInJob } from './jobs.ts';
import { hasSaidNoSince } from './queries.ts';

/** Only of a yes that stands: one that ended, as with a changed role, has been followed by another, or by none. */
export function textConsentResenders({ queue }: Pick<Services, 'queue'>): Resenders<'opt-in'> {
  return {
    async 'opt-in'(transaction, { person, about, again }) {
      if (await hasSaidNoSince(transaction, person.id, about.consentEventId)) {
        throw new DomainError('message-outdated', { why: 'no-longer-so' });
      }
      await queue.add(transaction, confirmOptInJob, { personId: person.id, ...about, again });
    },
  };
}
