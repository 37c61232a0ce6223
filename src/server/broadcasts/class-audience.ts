import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { ClassAudience } from '../../contract/broadcasts.ts';
import type { Reader } from '../database/connect.ts';
import { attendance, classes, people, registrations } from '../database/schema.ts';
import { hasPlace } from '../database/standing.ts';
import { DomainError } from '../platform/errors.ts';
import type { Audience } from './send.ts';

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

function findPeople(reader: Reader, classId: number, audience: ClassAudience) {
  const registered = reader
    .select({ id: registrations.studentId })
    .from(registrations)
    .where(and(eq(registrations.classId, classId), hasPlace));
  const came = reader
    .select({ id: attendance.personId })
    .from(attendance)
    .where(and(eq(attendance.classId, classId), inArray(attendance.status, ['Joined', 'Present'])));
  const ids = audience === 'registered' ? registered : came;
  return reader
    .select()
    .from(people)
    .where(and(inArray(people.id, ids), isNull(people.deactivatedAt)))
    .orderBy(people.lastName, people.firstName, people.id);
}

async function findStart(reader: Reader, classId: number): Promise<Date> {
  const [found] = await reader
    .select({ startsAt: classes.startsAt })
    .from(classes)
    .where(and(eq(classes.id, classId), isNull(classes.deletedAt)));
  if (!found) throw new DomainError('class-not-found');
  return found.startsAt;
}
