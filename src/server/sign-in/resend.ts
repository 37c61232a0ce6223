import type { Resenders } from '../messaging/resend.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { sendWelcome } from './commands.ts';
import { sendAlumniWelcomeJob, sendReturnLinkJob } from './jobs.ts';
import { sendLinkOfStaff } from './send-link.ts';

type Kinds = 'welcome' | 'alumni-welcome' | 'return-link' | 'login-link';
type Deps = Pick<Services, 'clock' | 'queue' | 'settings'>;

/** With a new link: the one that was sent before may be spent. */
export function signInResenders(services: Deps): Resenders<Kinds> {
  return {
    welcome: (transaction, { person }) => sendWelcome(services, transaction, person.id),

    async 'alumni-welcome'(transaction, { person }) {
      if (person.role !== 'alumni') {
        throw new DomainError('message-outdated', { why: 'no-longer-so' });
      }
      await sendWelcome(services, transaction, person.id, { job: sendAlumniWelcomeJob });
    },

    'return-link': (transaction, { person }) =>
      sendWelcome(services, transaction, person.id, { job: sendReturnLinkJob }),

    async 'login-link'(transaction, { person, channel }) {
      const problem = await sendLinkOfStaff(services, transaction, person, channel);
      if (problem) throw new DomainError(problem);
    },
  };
}
