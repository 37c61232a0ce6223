import { and, asc, eq, inArray, like, or, sql } from 'drizzle-orm';
import type { Database } from '../database/connect.ts';
import {
  auditLog,
  classes,
  people,
  registrations,
  retreatRegistrations,
} from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';

/** In which class a registration was, from when until when. */
interface Stay {
  registrationId: number;
  classNumber: number;
  classId: number;
  since: Date;
  /** Null while it is still there. */
  until: Date | null;
}

/** A change of a registration: by its student, or by staff for them. */
interface Move {
  at: Date;
  registrationId: number | null;
  from: number | null;
  to: number | null;
}

/** What the sources need to know of a person beforehand: a few rows, however long they have been here. */
export interface History {
  database: Database;
  now: Date;
  person: typeof people.$inferSelect;
  registrations: (typeof registrations.$inferSelect)[];
  retreatIds: number[];
  /** The changes of registrations that the audit log has, oldest first. */
  moves: Move[];
  stays: Stay[];
}

export async function readHistory(database: Database, id: number, now: Date): Promise<History> {
  const [person] = await database.select().from(people).where(eq(people.id, id));
  if (!person) throw new DomainError('person-not-found');
  const held = await database
    .select()
    .from(registrations)
    .where(eq(registrations.studentId, id))
    .orderBy(asc(registrations.id));
  const retreats = await database
    .select({ id: retreatRegistrations.id })
    .from(retreatRegistrations)
    .where(eq(retreatRegistrations.personId, id));
  const moves = await readMoves(
    database,
    id,
    held.map((one) => one.id),
  );
  return {
    ...{ database, now, person, moves },
    registrations: held,
    retreatIds: retreats.map((one) => one.id),
    stays: held.flatMap((one) => staysOf(one, moves)),
  };
}

const { before, after, subject } = auditLog;
const numberIn = (json: typeof before | typeof after, field: string) =>
  sql<number | null>`(${json} ->> ${sql.raw(`'${field}'`)})::int`;

/** What students change themselves stands under the registration, what staff change for them under the person. */
async function readMoves(database: Database, personId: number, ids: number[]): Promise<Move[]> {
  const subjects = [`person:${personId}`, ...ids.map((id) => `registration:${id}`)];
  return database
    .select({
      at: auditLog.at,
      registrationId: sql<number | null>`coalesce(${numberIn(after, 'registrationId')},
        ${numberIn(before, 'registrationId')}, substring(${subject} from '^registration:(\\d+)$')::int)`,
      from: numberIn(before, 'classId'),
      to: numberIn(after, 'classId'),
    })
    .from(auditLog)
    .where(and(inArray(subject, subjects), like(auditLog.action, 'registration:%')))
    .orderBy(asc(auditLog.id));
}

/**
 * Where the log no longer reaches back to the first move, the earliest class that is known counts from the beginning. A
 * place that staff gave up ends there; the student is in no class until they choose again.
 */
function staysOf(registration: typeof registrations.$inferSelect, moves: Move[]): Stay[] {
  const { id, classId, classNumber, createdAt, endedAt } = registration;
  const own = moves.filter(
    ({ registrationId, from, to }) => registrationId === id && from !== null && from !== to,
  );
  const start = (visited: number, since: Date): Stay => ({
    ...{ registrationId: id, classNumber, classId: visited, since },
    until: null,
  });
  const stays = [start(own[0]?.from ?? classId, createdAt)];
  const end = (at: Date | null) => {
    const last = stays.at(-1);
    if (last) last.until ??= at;
  };
  for (const { at, to } of own) {
    end(at);
    if (to !== null) stays.push(start(to, at));
  }
  end(endedAt);
  return stays;
}

/** The classes that the person was ever registered for. */
export function readHeldClasses({ database, stays }: History) {
  const ids = [...new Set(stays.map(({ classId }) => classId))];
  return database
    .select({
      id: classes.id,
      startsAt: classes.startsAt,
      deletedAt: classes.deletedAt,
      cancellationId: classes.cancellationId,
    })
    .from(classes)
    .where(or(inArray(classes.id, ids), sql`false`));
}
