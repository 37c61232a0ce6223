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
import { auditLog, type Person, people, registrations } from '../database/schema.ts';
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

type Description = Partial<Omit<TimelineEntry, 'key' | 'at' | 'kind'>> & { title: string };

/** We call `describe` only for events on the requested page. */
export interface Event {
  at: Date;
  key: number;
  kind: TimelineKind;
  classIds?: number[];
  personIds?: number[];
  describe(names: Names): Description;
}

export interface PageRequest {
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
export async function readHistory({ database, clock }: Services, viewer: Person, id: number) {
  const person = await findRow(database, people, { id });
  if (!person) throw new DomainError('person-not-found');
  const found = await database
    .select()
    .from(registrations)
    .where(eq(registrations.studentId, id))
    .orderBy(asc(registrations.id));
  const { at, before, after, personId, action } = auditLog;
  const moves = await database
    .select({
      at,
      registrationId: sql<number | null>`(${after} ->> 'registrationId')::int`,
      classNumber: sql<number | null>`(${after} ->> 'classNumber')::int`,
      from: sql<number | null>`(${before} ->> 'classId')::int`,
      to: sql<number | null>`(${after} ->> 'classId')::int`,
    })
    .from(auditLog)
    .where(and(eq(personId, id), like(action, 'registration:%')))
    .orderBy(asc(auditLog.id));
  return { database, now: clock.now(), viewer, person, moves, registrations: found };
}

/** Also works for classes that the person has since moved away from. */
export function classNumberOf({ registrations: found, moves }: History, classId: unknown) {
  const match =
    found.find((one) => one.classId === classId) ??
    moves.find(({ from, to }) => from === classId || to === classId);
  return match?.classNumber ?? null;
}

interface ClassEvent extends Pick<Event, 'at' | 'key' | 'kind'> {
  classId: number;
  title: string;
  details?: string[];
  isProblem?: boolean;
  byId?: number | null;
}

export function classEvent({ classId, title, details = [], byId, ...rest }: ClassEvent): Event {
  const { at, key, kind, isProblem = false } = rest;
  return {
    at,
    key,
    kind,
    classIds: [classId],
    personIds: byId ? [byId] : [],
    describe: (names) => ({
      title,
      details: [names.classTime(classId), ...details],
      by: byId ? names.person(byId) : null,
      classId,
      isProblem,
    }),
  };
}

/**
 * Selects one page of the table's rows, newest first. `where` defaults to the person's own rows. Truncates times to
 * milliseconds, because a `Position` has only millisecond precision.
 */
export async function selectPage<Table extends PgTable & { personId: PgColumn }>(
  { database, person }: History,
  request: PageRequest,
  table: Table,
  page: { at: SQLWrapper; key: PgColumn; where?: SQL | undefined },
): Promise<(Table['$inferSelect'] & { at: Date })[]> {
  const { key, where = eq(table.personId, person.id) } = page;
  const at = sql`date_trunc('milliseconds', ${page.at})`;
  const toDate = (time: string) => new Date(time);
  return database
    .select({ ...getTableColumns<PgTable>(table), at: at.mapWith(toDate) })
    .from(table as PgTable)
    .where(and(where, isAfter(request, at, key)))
    .orderBy(desc(at), desc(key))
    .limit(request.limit);
}

function isAfter({ after, source }: PageRequest, at: SQLWrapper, key: SQLWrapper) {
  if (!after) return undefined;
  const time = sql`${after.at.toISOString()}::timestamptz`;
  if (source > after.source) return sql`${at} <= ${time}`;
  if (source < after.source) return sql`${at} < ${time}`;
  return sql`(${at}, ${key}) < (${time}, ${after.key})`;
}

export function pickPage(events: Event[], { kind, after, limit, source }: PageRequest): Event[] {
  return events
    .filter((event) => kind === undefined || event.kind === kind)
    .filter((event) => !after || compare({ ...event, source }, after) > 0)
    .toSorted((one, other) => compare({ ...one, source }, { ...other, source }))
    .slice(0, limit);
}

export function compare(one: Position, other: Position): number {
  return other.at.getTime() - one.at.getTime() || one.source - other.source || other.key - one.key;
}
