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
export interface Stay {
  registrationId: number;
  classNumber: number;
  classId: number;
  since: Date;
  /** Null while it is still there. */
  until: Date | null;
}

interface Move {
  at: Date;
  subject: string;
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
  const ids = held.map((one) => one.id);
  const moves = await readMoves(database, id, ids);
  return {
    ...{ database, now, person, moves },
    registrations: held,
    retreatIds: retreats.map((one) => one.id),
    stays: held.flatMap((one) => staysOf(one, moves)),
  };
}

const subjectOf = (registrationId: number) => `registration:${registrationId}`;
const classOf = (column: typeof auditLog.before | typeof auditLog.after) =>
  sql<number | null>`(${column} ->> 'classId')::int`;

/** What staff did for a student is about the person, and names the registration. */
async function readMoves(database: Database, personId: number, ids: number[]): Promise<Move[]> {
  if (ids.length === 0) return [];
  const { at, subject, action, before, after } = auditLog;
  const ofRegistration = sql<string>`coalesce('registration:' || (${after} ->> 'registrationId'), ${subject})`;
  const subjects = [`person:${personId}`, ...ids.map(subjectOf)];
  return database
    .select({ at, subject: ofRegistration, from: classOf(before), to: classOf(after) })
    .from(auditLog)
    .where(and(inArray(subject, subjects), like(action, 'registration:%')))
    .orderBy(asc(auditLog.id));
}

/**
 * Where the log no longer reaches back to the first move, the earliest class that is known counts from the beginning. A
 * change that leads to no class is the end of a stay: staff gave up the place.
 */
function staysOf(registration: typeof registrations.$inferSelect, moves: Move[]): Stay[] {
  const { id: registrationId, classId, classNumber, createdAt, cancelledAt } = registration;
  const own = moves.filter(
    ({ subject, from }) => subject === subjectOf(registrationId) && from !== null,
  );
  const stays: Stay[] = [];
  const end = (stay: Pick<Stay, 'classId' | 'since'> | null, until: Date | null) => {
    if (stay) stays.push({ registrationId, classNumber, ...stay, until });
  };
  let current: Pick<Stay, 'classId' | 'since'> | null = {
    classId: own[0]?.from ?? classId,
    since: createdAt,
  };
  for (const { to, at } of own) {
    if (to === current?.classId) continue;
    end(current, at);
    current = to === null ? null : { classId: to, since: at };
  }
  end(current, cancelledAt);
  return stays;
}

export type HeldClass = Awaited<ReturnType<typeof readHeldClasses>>[number];

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
