import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { sendWelcome } from './commands.ts';
import { sendLinkOfStaff } from './send-link.ts';

type Deps = Pick<Services, 'clock' | 'queue' | 'settings'>;

/** With a new link: the one that was sent before may be spent. */
export function signInResenders(services: Deps): Resenders<'welcome' | 'login-link'> {
  return {
    welcome: (transaction, { person }) => sendWelcome(services, transaction, person.id),

    async 'login-link'(transaction, { person, channel }) {
      const problem = await sendLinkOfStaff(services, transaction, person, channel);
      if (problem) throw new DomainError(problem);
    },
  };
}
