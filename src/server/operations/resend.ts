import type { Resenders } from '../messaging/resend.ts';
import type { Services } from '../platform/services.ts';
import { sendTestMailJob } from './jobs.ts';

export function operationsResenders({ queue }: Pick<Services, 'queue'>): Resenders<'test-mail'> {
  return {
    async 'test-mail'(transaction, { person, again }) {
      await queue.add(transaction, sendTestMailJob, { personId: person.id, askedAt: again });
    },
  };
}
