import type { QueryOf, ResponseOf } from '../../contract/endpoint.ts';
import type { Problem, problemCalls } from '../../contract/operations.ts';
import { PROBLEM_KINDS, SHOWN_PROBLEMS } from '../../contract/words.ts';
import type { Services } from '../platform/services.ts';
import { findClassesOfJobs, findNames, findStarts } from './concerned.ts';
import { problemKinds } from './problem-kinds.ts';
import { findAndCountProblems, type ProblemRow, type ProblemView } from './problem-rows.ts';
import { describeProblem } from './problem-words.ts';

type Deps = Pick<Services, 'database' | 'clock' | 'settings' | 'texts'>;
type Asked = QueryOf<typeof problemCalls.getProblems>;
type Answer = ResponseOf<typeof problemCalls.getProblems>;

/** The first problems of every kind, or one page of those of one kind. */
export async function listProblems(services: Deps, asked: Asked): Promise<Answer> {
  const { database } = services;
  const { view, kind, page } = asked;
  const limit = kind ? SHOWN_PROBLEMS.onPage : SHOWN_PROBLEMS.ofEach;
  const offset = kind ? (page - 1) * limit : 0;
  const wanted = { view, kind, limit, offset };
  const { counts, found } = await findAndCountProblems(services, database, wanted);
  const described = await describeAll(services, found);
  const groups = PROBLEM_KINDS.flatMap((one) => {
    const count = counts.find((counted) => counted.kind === one)?.[view] ?? 0;
    if (count === 0 || (kind && kind !== one)) return [];
    const { page: where = null, ...words } = problemKinds[one];
    const problems = described.filter(([row]) => row.kind === one).map(([, problem]) => problem);
    return [{ kind: one, ...words, page: where, count, problems }];
  });
  const sum = (which: ProblemView) => counts.reduce((all, count) => all + count[which], 0);
  return { groups, open: sum('open'), dismissed: sum('dismissed') };
}

const jobKinds = ['mails', 'texts', 'jobs'];

async function describeAll(services: Deps, rows: ProblemRow[]): Promise<[ProblemRow, Problem][]> {
  const { database } = services;
  const ofJobs = await findClassesOfJobs(
    database,
    rows.filter(({ kind }) => jobKinds.includes(kind)).map(({ key }) => key),
  );
  const classesOf = (row: ProblemRow) => ofJobs.get(row.key) ?? row.classIds;
  const starts = await findStarts(database, rows.flatMap(classesOf));
  const names = await findNames(
    database,
    rows.flatMap(({ personId, dismissedBy }) => [personId, dismissedBy]),
  );
  return rows.map((row) => {
    const { key, since, happenedAt, until, personId, isTried } = row;
    const { what, meaning, reason = row.reason, advice } = describeProblem(services, row);
    const name = names.get(personId ?? 0);
    return [
      row,
      {
        key,
        what,
        meaning: meaning ?? null,
        reason,
        advice: advice ?? null,
        since: iso(since),
        happenedAt: iso(happenedAt),
        until: iso(until),
        person: personId !== null && name ? { id: personId, name } : null,
        classes: classesOf(row).flatMap((id) => {
          const startTime = starts.get(id);
          return startTime ? [{ id, startTime }] : [];
        }),
        isTried,
        dismissal: dismissalOf(row, names),
      },
    ];
  });
}

function dismissalOf(
  { dismissedAt, dismissedBy, dismissedFor }: ProblemRow,
  names: Map<number, string>,
): Problem['dismissal'] {
  const at = iso(dismissedAt);
  if (!at) return null;
  return { by: names.get(dismissedBy ?? 0) ?? null, at, reason: dismissedFor ?? '' };
}

/** Of a time as PostgreSQL writes it. */
function iso(time: string | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
