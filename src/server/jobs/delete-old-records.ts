import { and, eq, inArray, isNotNull, like, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/connect.ts';
import { outdateProgress, refreshProgress } from '../database/progress.ts';
import {
  attempts,
  auditLog,
  broadcasts,
  classes,
  classTimeWishes,
  dismissedProblems,
  loginCodes,
  loginRequests,
  loginTokens,
  makeupProposals,
  meetingRegistrants,
  people,
  phoneCodes,
  registrations,
  roomEvents,
  sentMessages,
  sessions,
  storedFigures,
  waitingList,
  webhookEvents,
} from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { lastingKeyPrefix } from '../platform/webhooks.ts';
import { defineRecurringJob, handle } from './define-job.ts';

export const deleteOldRecordsJob = defineRecurringJob('delete-old-records', '40 3 * * *');

const batchSize = 1000;

export function deleteOldRecordsHandlers({ database, clock, settings }: Services) {
  const { audit, messages, webhooks, failedJobs } = settings.retentionDays;
  return [
    handle(deleteOldRecordsJob, async () => {
      const now = clock.now();
      const isOlder = (column: AnyPgColumn, days: number) =>
        lt(column, new Date(now.getTime() - days * DAY_MS));
      // A trigger rejects deletions from the last year of the log. It uses the database's clock, which can be behind
      // the portal's clock in the demo.
      const isYearOld = lt(auditLog.at, sql`now() - interval '1 year'`);
      const isLasting = like(webhookEvents.key, `${lastingKeyPrefix}%`);
      const expired: [PgTable, SQL | undefined][] = [
        [auditLog, and(isOlder(auditLog.at, audit), isYearOld)],
        [sentMessages, isOlder(sentMessages.createdAt, messages)],
        [broadcasts, isOlder(broadcasts.writtenAt, messages)],
        [classTimeWishes, isOlder(classTimeWishes.answeredAt, messages)],
        [makeupProposals, isOlder(makeupProposals.proposedAt, messages)],
        [waitingList, isOlder(waitingList.startsAt, messages)],
        [dismissedProblems, isOlder(dismissedProblems.dismissedAt, messages)],
        [webhookEvents, and(isOlder(webhookEvents.receivedAt, webhooks), not(isLasting))],
        [roomEvents, isOlder(roomEvents.at, webhooks)],
        [storedFigures, isOlder(storedFigures.countedAt, 1)],
      ];
      for (const [table, isOld] of expired) {
        await repeatBatches(() =>
          database.execute(sql`delete from ${table}
            where ctid = any(array(select ctid from ${table} where ${isOld} limit ${batchSize}))`),
        );
      }
      // The queue's timestamps come from the database's clock, which can differ from the portal's clock in the demo.
      await repeatBatches(() =>
        database.execute(sql`delete from pgboss.job where name = 'dead-jobs' and id in (
          select id from pgboss.job
          where name = 'dead-jobs' and created_on < now() - make_interval(days => ${failedJobs})
          limit ${batchSize})`),
      );
      await blankErasedPeople(database, new Date(now.getTime() - DAY_MS));
    }),
  ];
}

/** Deletes short-lived rows, such as expired sessions and login codes, every hour. Also refreshes the journey board. */
export const sweepJob = defineRecurringJob('sweep', '10 * * * *');

export function sweepJobHandlers({ database, clock, settings }: Services) {
  return [
    handle(sweepJob, async () => {
      const now = clock.now();
      const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
      await database.delete(sessions).where(lt(sessions.expiresAt, now));
      await database.delete(loginTokens).where(lt(loginTokens.expiresAt, daysAgo(30)));
      await database.delete(loginRequests).where(lt(loginRequests.askedAt, daysAgo(1)));
      await database.delete(loginCodes).where(lt(loginCodes.expiresAt, daysAgo(1)));
      await database.delete(phoneCodes).where(lt(phoneCodes.expiresAt, daysAgo(1)));
      const { attempts: attemptDays } = settings.retentionDays;
      await database.delete(attempts).where(lt(attempts.windowStart, daysAgo(attemptDays)));
      // Refreshes everyone once a day, even if a row was changed by hand.
      await outdateProgress(database, sql`${registrations.studentId} % 24 = ${now.getUTCHours()}`);
      await repeatBatches(() => refreshProgress(database, { limit: batchSize }));
    }),
  ];
}

/** Each batch is a separate transaction, so that no lock is held for long. */
async function repeatBatches(runBatch: () => Promise<{ rowCount: number | null }>) {
  while ((await runBatch()).rowCount === batchSize);
}

/**
 * Erases what `erase_person` couldn't: registrants that still had to be removed from Zoom, messages that were being sent,
 * and problems that were being dismissed.
 */
async function blankErasedPeople(database: Database, startedBefore: Date) {
  const { personId, classId, email, joinUrl, zoomRegistrantId } = meetingRegistrants;
  await database
    .update(meetingRegistrants)
    .set({ email: null, joinUrl: null, zoomRegistrantId: null, problem: null })
    .from(people)
    .innerJoin(classes, lt(classes.startsAt, startedBefore))
    .where(
      and(
        eq(people.id, personId),
        eq(classes.id, classId),
        isNotNull(people.erasedAt),
        or(isNotNull(email), isNotNull(joinUrl), isNotNull(zoomRegistrantId)),
      ),
    );
  await database
    .update(sentMessages)
    .set({ recipient: 'erased', subject: null, body: null, problem: null })
    .from(people)
    .where(
      and(
        eq(people.id, sentMessages.personId),
        isNotNull(people.erasedAt),
        sql`${sentMessages.recipient} <> 'erased'`,
      ),
    );
  const erased = database.select({ id: people.id }).from(people).where(isNotNull(people.erasedAt));
  await database.delete(dismissedProblems).where(inArray(dismissedProblems.personId, erased));
}
