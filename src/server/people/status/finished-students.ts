import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { MOST_ALUMNI_AT_ONCE } from '../../../contract/people-changes.ts';
import { WELCOME_MAILS_PER_MINUTE } from '../../../contract/words.ts';
import { LAST_CLASS_NUMBER } from '../../../course/course.ts';
import { fullName } from '../../../course/full-name.ts';
import type { Database, Transaction } from '../../database/connect.ts';
import { attendance, classes, type Person, people, registrations } from '../../database/schema.ts';
import { hasPlace } from '../../database/standing.ts';
import type { Actor } from '../../platform/audit.ts';
import { DomainError } from '../../platform/errors.ts';
import type { Services } from '../../platform/services.ts';
import { changeMember, memberChanges } from './change-member.ts';

const attended = and(
  eq(attendance.personId, registrations.studentId),
  eq(attendance.classId, registrations.classId),
  eq(attendance.status, 'Present'),
);
const isLastClass = and(eq(registrations.classNumber, LAST_CLASS_NUMBER), hasPlace);

export async function listFinished(database: Database, now: Date) {
  const { id, firstName, lastName, email } = people;
  const found = await database
    .select({
      ...{ id, firstName, lastName, email },
      finishedAt: classes.startsAt,
      total: sql<number>`count(*) over ()::int`,
    })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .innerJoin(attendance, attended)
    .where(and(eq(people.role, 'student'), isNull(people.deactivatedAt), isLastClass))
    .orderBy(asc(classes.startsAt), asc(people.id))
    .limit(MOST_ALUMNI_AT_ONCE);
  const ids = found.map((student) => student.id);
  const upcoming = await database
    .select({ studentId: registrations.studentId, count: count() })
    .from(registrations)
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(and(inArray(registrations.studentId, ids), hasPlace, gt(classes.startsAt, now)))
    .groupBy(registrations.studentId);
  const upcomingOf = new Map(upcoming.map((row) => [row.studentId, row.count]));
  const students = found.map((student) => ({
    ...student,
    upcoming: upcomingOf.get(student.id) ?? 0,
  }));
  return { students, total: found[0]?.total ?? 0 };
}

/** Uses one transaction per student. Skips students who can no longer become alumni, and names them in the result. */
export async function makeAlumni(services: Services, actor: Actor, ids: number[]) {
  const skipped: { id: number; name: string; reason: string }[] = [];
  let made = 0;
  for (const id of new Set(ids)) {
    const afterSeconds = Math.floor((made * 60) / WELCOME_MAILS_PER_MINUTE);
    let reason = '';
    try {
      const { isChanged, person } = await changeMember(services, actor, id, {
        ...memberChanges.makeAlumnus(afterSeconds),
        async isNeeded({ transaction, person }) {
          reason = await findReasonToSkip(transaction, person);
          return reason === '';
        },
      });
      if (isChanged) made += 1;
      else skipped.push({ id, name: fullName(person), reason });
    } catch (error) {
      if (!(error instanceof DomainError && error.name === 'not-found')) throw error;
      skipped.push({ id, name: `Person ${id}`, reason: 'they were erased' });
    }
  }
  return { made, skipped };
}

/** Returns a clause to follow "because", or an empty string if the student can become an alum. */
async function findReasonToSkip(transaction: Transaction, person: Person): Promise<string> {
  if (person.deactivatedAt) return 'they were deactivated';
  if (person.role === 'alumni') return 'they are already an alum';
  if (person.role !== 'student') return 'they are now staff';
  const [finished] = await transaction
    .select({ id: registrations.id })
    .from(registrations)
    .innerJoin(attendance, attended)
    .where(and(eq(registrations.studentId, person.id), isLastClass))
    .limit(1);
  return finished ? '' : 'they haven’t attended Class 10';
}
