import { and, asc, eq, isNull } from 'drizzle-orm';
import type { ClassPage } from '../../contract/class-page.ts';
import type { Database } from '../database/connect.ts';
import { classes, people, registrations } from '../database/schema.ts';
import { hostOf } from '../meetings/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { readClass } from './queries.ts';

type Deps = Pick<Services, 'database' | 'settings'>;

/** A class with everybody in it, whether it is still to come or over. */
export async function readClassPage({ database, settings }: Deps, id: number): Promise<ClassPage> {
  const [found] = await database
    .select({
      deletedAt: classes.deletedAt,
      firstName: people.firstName,
      lastName: people.lastName,
    })
    .from(classes)
    .leftJoin(people, eq(people.id, classes.instructorId))
    .where(eq(classes.id, id));
  if (!found) throw new DomainError('class-not-found');
  if (found.deletedAt) throw new DomainError('class-deleted');
  return {
    courseClass: await readClass(database, id, settings.site.courseShortName),
    instructorName: found.firstName && `${found.firstName} ${found.lastName}`,
    host: hostOf(settings),
    guests: await listGuests(database, id),
  };
}

async function listGuests(database: Database, classId: number): Promise<ClassPage['guests']> {
  const rows = await database
    .select({ person: people, classNumber: registrations.classNumber })
    .from(registrations)
    .innerJoin(people, eq(people.id, registrations.studentId))
    .where(and(eq(registrations.classId, classId), isNull(registrations.cancelledAt)))
    .orderBy(asc(people.lastName), asc(people.firstName), asc(people.id));
  return rows.map(({ person, classNumber }) => ({
    personId: person.id,
    name: `${person.firstName} ${person.lastName}`,
    email: person.email,
    phone: person.phone,
    textConsent: person.textConsent,
    classNumber,
  }));
}
