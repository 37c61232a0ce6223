import { sql } from 'drizzle-orm';
import type { BodyOf } from '../../contract/endpoint.ts';
import type { operationsCalls } from '../../contract/operations.ts';
import type { ProblemKind } from '../../contract/words.ts';
import { retryReports } from '../attendance/index.ts';
import { match } from '../database/rows.ts';
import { dismissedProblems } from '../database/schema.ts';
import { endWaits } from '../jobs/holds.ts';
import {
  reconcileMeetingsJob,
  retryHeldMeetings,
  retryMeeting,
  retrySeats,
} from '../meetings/index.ts';
import { type Actor, type AuditFacts, audit } from '../platform/audit.ts';
import { DomainError } from '../platform/errors.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { jobsOfKind } from './job-descriptions.ts';
import { everyProblem, findProblems, isInView, type ProblemRow } from './problem-rows.ts';
import { problemKinds } from './problem-texts.ts';
import { retryFailedJobs } from './retry-failed-jobs.ts';

const mostRetried = 1000;

export async function retryProblems(
  services: Services,
  actor: Actor,
  { kind, key }: { kind: ProblemKind; key?: string | undefined },
): Promise<string> {
  const { database, clock } = services;
  if (!problemKinds[kind].canRetry) throw new DomainError('not-found');
  await limitPerson(database, clock.now(), 'retries', actor.id);
  const open = { view: 'open' as const, kind, key, limit: mostRetried + 1 };
  const found = await findProblems(services, open);
  const rows = found.slice(0, mostRetried).filter(({ isTried }) => !isTried);
  if (rows.length === 0) throw new DomainError('problem-gone');
  await retryRows(services, actor, kind, rows);
  const rest =
    found.length > mostRetried ? ' There are more problems. Press Retry again for the rest.' : '';
  return `Retrying now. Anything that fails again will reappear here.${rest}`;
}

async function retryRows(services: Services, actor: Actor, kind: ProblemKind, rows: ProblemRow[]) {
  const classIds = rows.flatMap((row) => row.classIds);
  const keys = rows.map((row) => row.key);
  switch (kind) {
    case 'meetings':
      for (const classId of classIds) await retryMeeting(services, actor, classId);
      return;
    case 'seats':
      return retrySeats(services, actor, rows.map(toSeat));
    case 'holds':
      return retryHolds(services, actor, keys);
    case 'attendance':
      return retryReports(services, actor, classIds);
    default: {
      const { found, tried, problems } = await retryFailedJobs(services, actor, keys);
      if (found === 0) throw new DomainError('problem-gone');
      const [refused] = problems;
      if (tried === 0 && refused) throw new DomainError(refused.problem);
    }
  }
}

const toSeat = ({ personId, classIds: [classId] }: ProblemRow) => ({
  personId: personId ?? 0,
  classId: classId ?? 0,
});

async function retryHolds(services: Services, actor: Actor, scopes: string[]) {
  const { database, clock, queue } = services;
  const now = clock.now();
  await database.transaction(async (transaction) => {
    for (const vendor of new Set(scopes.map((scope) => scope.split(' ')[0] ?? ''))) {
      if (vendor === 'zoom') {
        await retryHeldMeetings(services, transaction);
        // If no other job is waiting, this one calls Zoom, and its success can end the hold.
        await queue.add(transaction, reconcileMeetingsJob, {});
        continue;
      }
      await endWaits(transaction, vendor, now);
      const jobs = jobsOfKind(vendor === 'mail' ? 'mails' : 'texts').map((name) => ({ name }));
      await queue.runNow(transaction, jobs);
    }
    const facts = { subject: 'holds', after: { scopes } };
    await audit(transaction, actor, now, 'problem: tried again', facts);
  });
}

/** Hides the problems until they happen again. Throws `problem-gone` if there is nothing to hide. */
export async function dismissProblems(
  services: Services,
  actor: Actor,
  { kind, key, happenedAt, reason }: BodyOf<typeof operationsCalls.dismissProblems>,
): Promise<number> {
  const { database, clock } = services;
  const now = clock.now();
  // The page has times in milliseconds, while the database stores microseconds.
  const isSame = sql`date_trunc('milliseconds', happened_at) is not distinct from ${happenedAt ?? null}::timestamptz`;
  return database.transaction(async (transaction) => {
    const { rows } = await transaction.execute<{ person_id: number | null; key: string }>(
      sql`insert into dismissed_problems (kind, key, happened_at, person_id, reason, dismissed_at, dismissed_by)
          select kind, key, happened_at, person_id, ${reason}, ${now.toISOString()}::timestamptz, ${actor.id}
          from (${everyProblem(services)}) problems
          where ${isInView('open')} and kind = ${kind} and ${key === undefined ? sql`true` : sql`key = ${key} and ${isSame}`}
          on conflict (kind, key) do update set happened_at = excluded.happened_at, person_id = excluded.person_id,
            reason = excluded.reason, dismissed_at = excluded.dismissed_at, dismissed_by = excluded.dismissed_by
            where dismissed_problems.happened_at < excluded.happened_at
          returning key, person_id`,
    );
    const [one] = rows;
    if (!one) throw new DomainError('problem-gone');
    await audit(transaction, actor, now, 'problem: dismissed', {
      ...(key === undefined
        ? { subject: `problems:${kind}` }
        : factsOf(kind, one.key, one.person_id)),
      after: { kind, count: rows.length, reason },
    });
    return rows.length;
  });
}

export async function restoreProblem(
  { database, clock }: Services,
  actor: Actor,
  { kind, key }: { kind: ProblemKind; key: string },
): Promise<void> {
  await database.transaction(async (transaction) => {
    const isIt = match(dismissedProblems, { kind, key });
    const [gone] = await transaction.delete(dismissedProblems).where(isIt).returning();
    if (!gone) throw new DomainError('problem-gone');
    await audit(transaction, actor, clock.now(), 'problem: brought back', {
      ...factsOf(kind, key, gone.personId),
      before: { kind, reason: gone.reason },
    });
  });
}

/** Links the audit log entry to the person, class or retreat registration, so that it appears in the right history. */
function factsOf(kind: ProblemKind, key: string, personId: number | null): AuditFacts {
  if (personId !== null) return { person: personId };
  const [, retreatId] = key.match(/^retreat (\d+)$/) ?? [];
  if (retreatId) return { 'retreat-registration': Number(retreatId) };
  const [, classId] = key.match(/^class (\d+)$/) ?? [];
  return classId ? { class: Number(classId) } : { subject: `problem:${kind} ${key}` };
}
