import type { Resenders } from '../messaging/resend.ts';
import type { Services } from '../platform/services.ts';
import { confirmOptInJob } from './jobs.ts';

/** Only for somebody whose yes stands: whoever has none is sent no text again. */
export function textConsentResenders({ queue }: Pick<Services, 'queue'>): Resenders<'opt-in'> {
  return {
    async 'opt-in'(transaction, { person, about, again }) {
      await queue.add(transaction, confirmOptInJob, { personId: person.id, ...about, again });
    },
  };
}
