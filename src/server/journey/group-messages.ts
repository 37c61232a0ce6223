import type { JourneyAudience } from '../../contract/journey.ts';
import { sendWelcome, unaskedLink } from '../accounts/index.ts';
import { type Audience, countPeople, sendOnce } from '../broadcasts/index.ts';
import type { Actor } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { findMembers } from './groups.ts';

/** A school with more recipients needs a newsletter tool. */
const mostRecipients = 5000;

export function groupAudience({ clock }: Services, audience: JourneyAudience): Audience {
  const { group, only = null, search, ids } = audience;
  return {
    classId: null,
    limit: 'messages to groups',
    // Email servers may reject bursts of hundreds of emails.
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
        // Leave out a subject written for one person, because it may name them, and this entry stays after the person
        // is erased.
        ...(subject && recipients > 1 && { subject }),
        ...{ group, only, isSearched: search !== '', isTicked: ids !== undefined },
        people: recipients,
      },
    }),
  };
}

export async function sendGroupLinks(
  services: Services,
  actor: Actor,
  audience: Audience,
  key: string,
): Promise<{ message: string }> {
  const count = await sendOnce(services, actor, audience, { key }, (transaction, recipients) => {
    const ids = recipients.map(({ id }) => id);
    return sendWelcome(services, transaction, ids, { message: unaskedLink, ...audience.pace });
  });
  return { message: `Login links are on their way to ${countPeople(count)}.` };
}
