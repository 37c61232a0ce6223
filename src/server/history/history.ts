import { and, asc, eq, like, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import { auditLog, people, registrations } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';

/** A change of a registration: by its student, or by staff for them. */
interface Move {
  at: Date;
  registrationId: number | null;
  classNumber: number | null;
  from: number | null;
  to: number | null;
}

/** What the sources need to know of a person beforehand: a few rows, however long they have been here. */
export interface History {
  database: Database;
  now: Date;
  person: typeof people.$inferSelect;
  registrations: (typeof registrations.$inferSelect)[];
  /** The changes of registrations that the audit log has, oldest first. */
  moves: Move[];
}

export async function readHistory(database: Database, id: number, now: Date): Promise<History> {
  const [person] = await database.select().from(people).where(eq(people.id, id));
  if (!person) throw new DomainError('person-not-found');
  const held = await database
    .select()
    .from(registrations)
    .where(eq(registrations.studentId, id))
    .orderBy(asc(registrations.id));
  const moves = await database
    .select({
      at: auditLog.at,
      registrationId: numberIn('registrationId'),
      classNumber: numberIn('classNumber'),
      from: sql<number | null>`(${auditLog.before} ->> 'classId')::int`,
      to: sql<number | null>`(${auditLog.after} ->> 'classId')::int`,
    })
    .from(auditLog)
    .where(and(eq(auditLog.personId, id), like(auditLog.action, 'registration:%')))
    .orderBy(asc(auditLog.id));
  return { database, now, person, moves, registrations: held };
}

const numberIn = (field: string) =>
  sql<number | null>`(${auditLog.after} ->> ${sql.raw(`'${field}'`)})::int`;

/** As which of their classes they were in it, also where they have moved away since. */
export function classNumberOf({ registrations: held, moves }: History, classId: unknown) {
  const there =
    held.find((one) => one.classId === classId) ??
    moves.find(({ from, to }) => from === classId || to === classId);
  return there?.classNumber ?? null;
}
