import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { JourneyAudience } from '../../contract/journey.ts';
import type { ClassAudience } from '../../contract/messages.ts';
import type { Database, Transaction } from '../database/connect.ts';
import { attendance, classes, people, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { findMembers } from '../journey/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Audience } from './send.ts';

/** Sorted by name. */
export function classAudience(classId: number, audience: ClassAudience): Audience {
  return {
    classId,
    limit: 'class messages',
    pace: {},
    async find(reader) {
      await findStart(reader, classId);
      return findPeople(reader, classId, audience);
    },
    findStart: (reader) => findStart(reader, classId),
    audit: ({ id, subject, recipients }) => ({
      action: 'class: message sent',
      class: classId,
      after: { message: id, subject, audience, people: recipients },
    }),
  };
}

function findPeople(reader: Database | Transaction, classId: number, audience: ClassAudience) {
  const registered = reader
    .select({ id: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasPlace));
  const came = reader
    .select({ id: attendance.personId })
    .from(attendance)
    .where(and(eq(attendance.classId, classId), inArray(attendance.status, ['Joined', 'Present'])));
  return reader
    .select()
    .from(people)
    .where(
      and(
        inArray(people.id, audience === 'registered' ? registered : came),
        isNull(people.deactivatedAt),
      ),
    )
    .orderBy(people.lastName, people.firstName, people.id);
}

async function findStart(reader: Database | Transaction, classId: number): Promise<Date> {
  const [found] = await reader
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(and(eq(classes.id, classId), isNull(classes.deletedAt)));
  if (!found) throw new DomainError('class-not-found');
  return found.startsAt;
}

/** For more there are newsletter tools. */
const mostRecipients = 5000;

export function groupAudience(
  { clock }: Pick<Services, 'clock'>,
  audience: JourneyAudience,
): Audience {
  const { group, only = null, search, ids } = audience;
  return {
    classId: null,
    limit: 'messages to groups',
    // Mail servers refuse hundreds at once.
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
        // The subject of a message to one person may name them, and this entry outlives their erasure.
        ...(subject && recipients > 1 && { subject }),
        ...{ group, only, isSearched: search !== '', isTicked: ids !== undefined },
        people: recipients,
      },
    }),
  };
}
