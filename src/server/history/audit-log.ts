import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { auditActions, kindOfAction } from '../../contract/audit-actions.ts';
import type { AuditEntry, AuditSearch } from '../../contract/history.ts';
import { addDays } from '../../course/calendar-date.ts';
import { pacificInstant } from '../../course/pacific-time.ts';
import type { Database } from '../database/connect.ts';
import { auditLog, people } from '../database/schema.ts';
import { DomainError } from '../platform/errors.ts';
import { matchesWords } from '../platform/search-words.ts';
import { describeEntries } from './audit-entries.ts';
import { readNames } from './names.ts';

type Filter = Omit<AuditSearch, 'before'>;

/** Whom a search is about, once its words are people. Undefined where it does not ask. */
interface Sought {
  /** Those whom it concerns. */
  personIds?: number[] | undefined;
  /** Those who did it; null stands for the command line. */
  actorIds?: (number | null)[] | undefined;
}

/** More people than that have nothing but a common word in their names. */
const mostPeople = 50;
const pageSize = 50;

export async function listAudit(database: Database, { before, ...filter }: AuditSearch) {
  const sought = await findSought(database, filter);
  const found = await readEntries(database, filter, sought, before, pageSize + 1);
  const entries = found.slice(0, pageSize);
  const { person, actor, class: classId } = filter;
  const isGiven = (id: number | undefined) => id !== undefined;
  const names = await readNames(database, {
    personIds: [person, actor].filter(isGiven),
    classIds: [classId].filter(isGiven),
  });
  return {
    entries,
    next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null,
    named: {
      person: isGiven(person) ? names.person(person) : null,
      actor: isGiven(actor) ? names.person(actor) : null,
      class: isGiven(classId) ? names.classTime(classId) : null,
    },
  };
}

/** Ids where the search has words, so that these are looked for once and kept nowhere. */
export async function findSought(database: Database, filter: Filter): Promise<Sought> {
  const { about, by, person, actor } = filter;
  return {
    personIds: person ? [person] : about ? await findNamed(database, about) : undefined,
    actorIds: actor ? [actor] : by ? await findActors(database, by) : undefined,
  };
}

async function findActors(database: Database, words: string): Promise<(number | null)[]> {
  return words.toLowerCase() === 'command line' ? [null] : findNamed(database, words);
}

async function findNamed(database: Database, words: string): Promise<number[]> {
  const found = await database
    .select({ id: people.id })
    .from(people)
    .where(matchesWords([people.firstName, people.lastName, people.email], words))
    .limit(mostPeople + 1);
  if (found.length > mostPeople) throw new DomainError('too-many-people-named');
  return found.map(({ id }) => id);
}

/** Newest first, from after the entry `before`. */
export async function readEntries(
  database: Database,
  filter: Filter,
  sought: Sought,
  before: number | undefined,
  limit: number,
): Promise<AuditEntry[]> {
  const ids = selectIds({ ...filter, ...sought, before, limit });
  const rows = await database
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, ids))
    .orderBy(desc(auditLog.at), desc(auditLog.id));
  return describeEntries(database, rows);
}

interface Selection extends Filter, Sought {
  before: number | undefined;
  limit: number;
}

/**
 * The newest of each person, class, actor or action come from an index in their order; the newest of these are the page. So
 * no more rows are read than a few pages of each, however many there are.
 */
function selectIds(selection: Selection): SQL {
  const { personIds, class: classId, actorIds, kind, limit } = selection;
  const { at, id, personId, actorId, action } = auditLog;
  const conditions = listConditions(selection);
  const newest = (one: SQL | undefined) => sql`
    select ${at}, ${id} from ${auditLog} where ${and(one, ...conditions) ?? sql`true`}
    order by ${at} desc, ${id} desc limit ${limit}`;
  const ofEach = (keys: SQL, one: SQL) => sql`
    (select newest.id from ${keys} as wanted(key) cross join lateral (${newest(one)}) newest
      order by newest.at desc, newest.id desc limit ${limit})`;
  if (personIds) return ofEach(unnest(personIds, 'int'), sql`${personId} = wanted.key`);
  if (classId) return ofEach(unnest([classId], 'int'), sql`${auditLog.classId} = wanted.key`);
  if (actorIds && !actorIds.includes(null)) {
    return ofEach(unnest(actorIds, 'int'), sql`${actorId} = wanted.key`);
  }
  if (kind && !actorIds)
    return ofEach(unnest(actionsOf(kind), 'text'), sql`${action} = wanted.key`);
  return sql`(select newest.id from (${newest(undefined)}) newest)`;
}

const unnest = (keys: unknown[], type: string) =>
  sql`unnest(${sql.param(keys)}::${sql.raw(type)}[])`;

const actionsOf = (kind: Filter['kind']) =>
  Object.keys(auditActions).filter((action) => kindOfAction(action) === kind);

function listConditions(selection: Selection): (SQL | undefined)[] {
  const { kind, from, to, personIds, class: classId, actorIds, before } = selection;
  const { at, id, actorId, action, via } = auditLog;
  return [
    classId && !personIds ? isNull(auditLog.personId) : undefined,
    // Also a move away from it.
    classId && personIds
      ? sql`${classId} in (${auditLog.classId}, (${auditLog.before} ->> 'classId')::int)`
      : undefined,
    kind && inArray(action, actionsOf(kind)),
    actorIds &&
      (actorIds.includes(null)
        ? and(eq(via, 'command line'), isNull(actorId))
        : sql`${actorId} = any(${sql.param(actorIds)}::int[])`),
    from ? gte(at, pacificInstant(from, 0, 0)) : undefined,
    to ? lt(at, pacificInstant(addDays(to, 1), 0, 0)) : undefined,
    before
      ? sql`(${at}, ${id}) < (select mark.at, mark.id from ${auditLog} mark where mark.id = ${before})`
      : undefined,
  ];
}
