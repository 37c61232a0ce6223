import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  like,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { TimelineEntry } from '../../contract/history.ts';
import type { TimelineKind } from '../../contract/words.ts';
import { findRow } from '../database/rows.ts';
import {
  auditLog,
  makeupProposals,
  makeups,
  people,
  proposedSlots,
  registrations,
} from '../database/schema.ts';
import type { Viewer } from '../database/viewer.ts';
import { DomainError } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import type { Names } from './names.ts';

/** An event's place in the timeline, which is sorted by time, newest first, and then by source and key. */
export interface Position {
  at: Date;
  source: number;
  /** Unique among the events from the same source. */
  key: number;
}

export type Description = Partial<Omit<TimelineEntry, 'key' | 'at'>> & { title: string };

/** We call `describe` only for events on the requested page. */
interface Event {
  at: Date;
  key: number;
  describe(names: Names): Description & { kind: TimelineKind };
}

interface PageRequest {
  kind: TimelineKind | undefined;
  after: Position | undefined;
  limit: number;
  source: number;
}

export interface Source {
  kinds: readonly TimelineKind[];
  read(history: History, request: PageRequest): Promise<Event[]>;
}

export const emptyEntry = {
  ...{ details: [], changes: [], by: null },
  ...{ classId: null, messageId: null, isProblem: false },
};

export type History = Awaited<ReturnType<typeof readHistory>>;

/** Reads data that all sources share. It stays small, even for people who have been in the course for a long time. */
export async function readHistory({ database, clock }: Services, viewer: Viewer, id: number) {
  const person = await findRow(database, people, { id });
  if (!person) throw new DomainError('person-not-found');
  const { id: registrationId, classId, classNumber, studentId } = registrations;
  const found = await database
    .select({ id: registrationId, classId, classNumber, missedClassId: makeups.missedClassId })
    .from(registrations)
    .leftJoin(makeups, eq(makeups.registrationId, registrationId))
    .where(eq(studentId, id))
    .orderBy(asc(registrationId));
  const { proposalId, number, pickedAt } = proposedSlots;
  const offered = await database
    .select({ proposalId, classId: proposedSlots.classId, pickedAt })
    .from(proposedSlots)
    .innerJoin(makeupProposals, eq(makeupProposals.id, proposalId))
    .where(eq(makeupProposals.personId, id))
    .orderBy(number);
  const { before, after, personId, action } = auditLog;
  const moves = await database
    .select({
      registrationId: sql<number | null>`(${after} ->> 'registrationId')::int`,
      classNumber: sql<number | null>`(${after} ->> 'classNumber')::int`,
      classId: sql<number | null>`(${before} ->> 'classId')::int`,
    })
    .from(auditLog)
    .where(and(eq(personId, id), like(action, 'registration:%')))
    .orderBy(asc(auditLog.id));
  const shared = { registrations: found, moves, offered };
  return { database, now: clock.now(), viewer, person, ...shared };
}

/** Also works for classes that the person has since moved away from. */
export function classNumberOf({ registrations: found, moves }: History, classId: unknown) {
  const match =
    found.find((one) => one.classId === classId) ??
    found.find((one) => one.missedClassId === classId) ??
    moves.find((one) => one.classId === classId);
  return match?.classNumber ?? null;
}

export function describeClass(
  names: Names,
  classId: number,
  { details = [], ...rest }: Description,
): Description {
  return { ...rest, classId, details: [names.classTime(classId), ...details] };
}

interface Definition<Table extends PgTable> {
  /** The first one is the default for its entries. */
  kinds: readonly [TimelineKind, ...TimelineKind[]];
  table: Table;
  at: SQLWrapper;
  key: PgColumn;
  where(history: History, kind: TimelineKind | undefined): SQL | undefined;
  describe(row: Table['$inferSelect'], history: History, names: Names): Description;
}

/** Reads one page at a time, newest first, so the cost doesn't grow with the table. */
export function defineSource<Table extends PgTable>(definition: Definition<Table>): Source {
  const { kinds, table, key, where, describe } = definition;
  // Truncates times to milliseconds, because a `Position` has only millisecond precision.
  const at = sql`date_trunc('milliseconds', ${definition.at})`;
  return {
    kinds,
    async read(history, request) {
      const rows = await history.database
        .select({
          at: at.mapWith((time: string) => new Date(time)),
          key: sql`${key}`.mapWith(Number),
          row: getTableColumns<PgTable>(table),
        })
        .from(table as PgTable)
        .where(and(where(history, request.kind), isAfter(request, at, key)))
        .orderBy(desc(at), desc(key))
        .limit(request.limit);
      return rows.map(({ row, ...position }) => ({
        ...position,
        describe: (names) => ({ kind: kinds[0], ...describe(row, history, names) }),
      }));
    },
  };
}

export const isOwn =
  ({ personId }: { personId: PgColumn }) =>
  ({ person }: History) =>
    eq(personId, person.id);

function isAfter({ after, source }: PageRequest, at: SQLWrapper, key: SQLWrapper) {
  if (!after) return undefined;
  const time = sql`${after.at.toISOString()}::timestamptz`;
  if (source > after.source) return sql`${at} <= ${time}`;
  if (source < after.source) return sql`${at} < ${time}`;
  return sql`(${at}, ${key}) < (${time}, ${after.key})`;
}

export function compare(one: Position, other: Position): number {
  return other.at.getTime() - one.at.getTime() || one.source - other.source || other.key - one.key;
}
