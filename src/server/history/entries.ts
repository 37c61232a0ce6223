import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { TimelineEntry } from '../../contract/history.ts';
import type { TimelineKind } from '../../contract/words.ts';
import type { History } from './history.ts';
import type { Names } from './names.ts';

/** A place between two entries: those after it are older, or of the same time and further down. */
export interface Place {
  at: Date;
  /** Which of the sources, by their order. */
  source: number;
  /** A number that tells the entry from the others of its source. */
  key: number;
}

type Words = Omit<TimelineEntry, 'key' | 'at' | 'kind'>;

/** Something that happened, before it is put into words: only what a page shows is. */
export interface Event {
  at: Date;
  key: number;
  kind: TimelineKind;
  /** The classes and people that its words name. */
  classIds?: number[];
  personIds?: number[];
  describe(names: Names): Partial<Words> & { title: string };
}

/** What a source is asked for: its newest `limit` events after a place, of one kind or of all. */
export interface Wanted {
  kind: TimelineKind | undefined;
  after: Place | undefined;
  limit: number;
  /** The number of the source. */
  source: number;
}

export interface Source {
  kinds: readonly TimelineKind[];
  read(history: History, wanted: Wanted): Promise<Event[]>;
}

/** To the millisecond, as a place has it. */
export const timeOf = (instant: SQLWrapper) =>
  sql<Date>`date_trunc('milliseconds', ${instant})`.mapWith((time: string) => new Date(time));

/** Newest first; of the same time, the highest key. */
export const newestFirst = (at: SQLWrapper, key: SQLWrapper) => [sql`${at} desc`, sql`${key} desc`];

/** The rows that come after the place. */
export function whereAfter(
  { after, source }: Wanted,
  at: SQLWrapper,
  key: SQLWrapper,
): SQL | undefined {
  if (!after) return undefined;
  const time = sql`${after.at.toISOString()}::timestamptz`;
  if (source > after.source) return sql`${at} <= ${time}`;
  if (source < after.source) return sql`${at} < ${time}`;
  return sql`(${at}, ${key}) < (${time}, ${after.key})`;
}

/** The same of events that are all in memory. */
export function firstAfter(events: Event[], { kind, after, limit, source }: Wanted): Event[] {
  return events
    .filter((event) => kind === undefined || event.kind === kind)
    .filter((event) => !after || compare({ ...event, source }, after) > 0)
    .toSorted((one, other) => compare({ ...one, source }, { ...other, source }))
    .slice(0, limit);
}

/** Below zero where one comes before the other. */
export function compare(one: Place, other: Place): number {
  return other.at.getTime() - one.at.getTime() || one.source - other.source || other.key - one.key;
}
