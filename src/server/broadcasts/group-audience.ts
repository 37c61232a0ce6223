import type { JourneyAudience } from '../../contract/journey.ts';
import { findMembers } from '../journey/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Audience } from './send.ts';

/** More than that is a newsletter, for which there are other tools. */
const mostRecipients = 5000;

/** The people of a group of the journey board. */
export function groupAudience(
  { clock }: Pick<Services, 'clock'>,
  audience: JourneyAudience,
): Audience {
  const { group, only = null, search, ids } = audience;
  return {
    classId: null,
    limit: 'messages to groups',
    // Mail servers refuse senders that deliver hundreds at once.
    pace: { perMinute: 30 },
    async find(reader) {
      const found = await findMembers(reader, audience, clock.now(), { limit: mostRecipients + 1 });
      if (found.length <= mostRecipients) return found;
      throw new DomainError('too-many-recipients', { most: mostRecipients });
    },
    findStart: async () => null,
    audit: ({ id, subject, recipients }) => ({
      action: subject ? 'journey: message sent' : 'journey: login links sent',
      subject: `journey:${group}`,
      after: {
        message: id,
        // Of a message to one person it may name them, and this entry stays when they are erased.
        ...(subject && recipients > 1 && { subject }),
        ...{ group, only, isSearched: search !== '', isTicked: ids !== undefined },
        people: recipients,
      },
    }),
  };
}
