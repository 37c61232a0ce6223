import { and, desc, eq, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { actionsOf } from '../../contract/audit-actions.ts';
import type { AuditSearch } from '../../contract/history.ts';
import { addDays } from '../../course/calendar-date.ts';
import { pacificInstant } from '../../course/pacific-time.ts';
import type { Database } from '../database/connect.ts';
import { auditLog, people } from '../database/schema.ts';
import { withStandby } from '../database/standby.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { CSV_ROWS_PER_PAGE, csvTime, streamCsv } from '../platform/csv.ts';
import { DomainError } from '../platform/errors.ts';
import { matchesPerson } from '../platform/search-words.ts';
import type { Services } from '../platform/services.ts';
import { type DescribedEntry, describeEntry } from './audit-entries.ts';
import { withNames } from './names.ts';

type Filter = Omit<AuditSearch, 'before'>;

type ResolvedFilter = Awaited<ReturnType<typeof resolveFilter>>;

const mostPeople = 50;
const pageSize = 50;

export async function listAudit(database: Database, { before, ...filter }: AuditSearch) {
  const resolved = await resolveFilter(database, filter);
  const found = await readEntries(database, filter, resolved, before, pageSize + 1);
  const entries = found.slice(0, pageSize);
  const { person, actor, class: classId } = filter;
  const named = await withNames(database, (names) => ({
    person: person ? names.person(person) : null,
    actor: actor ? names.person(actor) : null,
    class: classId ? names.classTime(classId) : null,
  }));
  return {
    entries,
    next: found.length > entries.length ? (entries.at(-1)?.id ?? null) : null,
    named,
  };
}

async function resolveFilter(database: Database, filter: Filter) {
  const { about, by, person, actor } = filter;
  return {
    personIds: person ? [person] : about ? await findNamed(database, about) : undefined,
    actorIds: actor ? [actor] : by ? await findActors(database, by) : undefined,
  };
}

/** Null stands for the command line. */
async function findActors(database: Database, words: string): Promise<(number | null)[]> {
  return words.toLowerCase() === 'command line' ? [null] : findNamed(database, words);
}

async function findNamed(database: Database, words: string): Promise<number[]> {
  const found = await database
    .select({ id: people.id })
    .from(people)
    .where(matchesPerson(words))
    .limit(mostPeople + 1);
  if (found.length > mostPeople) throw new DomainError('too-many-people-named');
  return found.map(({ id }) => id);
}

async function readEntries(
  database: Database,
  filter: Filter,
  resolved: ResolvedFilter,
  before: number | undefined,
  limit: number,
) {
  const ids = selectIds({ ...filter, ...resolved, before, limit });
  const rows = await database
    .select()
    .from(auditLog)
    .where(inArray(auditLog.id, ids))
    .orderBy(desc(auditLog.at), desc(auditLog.id));
  return withNames(database, (names) => rows.map((row) => describeEntry(row, names)));
}

interface Selection extends Filter, ResolvedFilter {
  before: number | undefined;
  limit: number;
}

/**
 * Reads one page of the newest entries for each person, class, actor or action from an index, and merges the pages. The
 * cost doesn't grow with the log.
 */
function selectIds(selection: Selection): SQL {
  const { personIds, class: classId, actorIds, kind, limit } = selection;
  const { at, id, personId, actorId, action } = auditLog;
  const conditions = listConditions(selection);
  const newest = (condition: SQL | undefined) => sql`
    select ${at}, ${id} from ${auditLog} where ${and(condition, ...conditions) ?? sql`true`}
    order by ${at} desc, ${id} desc limit ${limit}`;
  const ofEach = (keys: SQL, condition: SQL) => sql`
    (select newest.id from ${keys} as each_key(key) cross join lateral (${newest(condition)}) newest
      order by newest.at desc, newest.id desc limit ${limit})`;
  if (personIds) return ofEach(unnest(personIds, 'int'), sql`${personId} = each_key.key`);
  if (classId) return ofEach(unnest([classId], 'int'), sql`${auditLog.classId} = each_key.key`);
  if (actorIds && !actorIds.includes(null)) {
    return ofEach(unnest(actorIds, 'int'), sql`${actorId} = each_key.key`);
  }
  if (kind && !actorIds)
    return ofEach(unnest(actionsOf(isOf(kind)), 'text'), sql`${action} = each_key.key`);
  return sql`(select newest.id from (${newest(undefined)}) newest)`;
}

const unnest = (keys: unknown[], type: string) =>
  sql`unnest(${sql.param(keys)}::${sql.raw(type)}[])`;

const isOf = (kind: Filter['kind']) => (one: Filter['kind']) => one === kind;

function listConditions(selection: Selection): (SQL | undefined)[] {
  const { kind, from, to, personIds, class: classId, actorIds, before } = selection;
  const { at, id, actorId, action, via } = auditLog;
  return [
    classId && !personIds ? isNull(auditLog.personId) : undefined,
    // Also matches moves from this class to another one.
    classId && personIds
      ? sql`${classId} in (${auditLog.classId}, (${auditLog.before} ->> 'classId')::int)`
      : undefined,
    kind && inArray(action, actionsOf(isOf(kind))),
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

const csvColumns = ['time (Pacific)', 'who', 'how', 'what', 'about', 'details', 'IP address'];

export async function exportAudit(services: Services, actor: Actor, filter: Filter) {
  const { database } = await withStandby(services);
  const resolved = await resolveFilter(database, filter);
  const { about: _about, by: _by, person: _person, actor: _actor, ...rest } = filter;
  await audit(services.database, actor, services.clock.now(), 'audit: exported', {
    subject: 'audit',
    // Store IDs instead of names, because a name in this entry would remain after the person is erased.
    after: { ...rest, ...resolved },
  });
  const readPage = (last: DescribedEntry | undefined) =>
    readEntries(database, filter, resolved, last?.id, CSV_ROWS_PER_PAGE);
  return streamCsv(csvColumns, readPage, cellsOf);
}

function cellsOf({ at, actor, via, words, subject, changes, ip }: DescribedEntry): string[] {
  const details = changes.map(({ field, before, after }) =>
    before === null ? `${field}: ${after}` : `${field}: ${before} → ${after ?? 'none'}`,
  );
  return [
    csvTime(at),
    actor.name,
    via ?? 'page',
    words,
    subject.name,
    details.join('; ').replace(/\s+/g, ' '),
    ip ?? '',
  ];
}
