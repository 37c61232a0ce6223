import { and, eq, inArray, isNotNull, like, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../database/connect.ts';
import {
  auditLog,
  broadcasts,
  classes,
  classTimeWishes,
  dismissedProblems,
  makeupProposals,
  meetingRegistrants,
  people,
  roomEvents,
  sentMessages,
  webhookEvents,
} from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { lastingKeyPrefix } from '../platform/webhooks.ts';
import { defineRecurringJob, handle } from './define-job.ts';

export const deleteOldRecordsJob = defineRecurringJob('delete-old-records', '40 3 * * *');

const batchSize = 1000;

/** Deletes records that are older than the settings say, and what was left of people who were erased. */
export function deleteOldRecordsHandlers({
  database,
  clock,
  settings: { retentionDays },
}: Pick<Services, 'database' | 'clock' | 'settings'>) {
  return [
    handle(deleteOldRecordsJob, async () => {
      const now = clock.now();
      const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS);
      // The database goes by its own clock when it refuses the rows of the last year; the demo's can be ahead of it.
      const isYearOld = lt(auditLog.at, sql`now() - interval '1 year'`);
      const isOldEntry = and(lt(auditLog.at, daysAgo(retentionDays.audit)), isYearOld);
      await deleteInBatches(database, auditLog, isOldEntry);

      const isOldMessage = lt(sentMessages.createdAt, daysAgo(retentionDays.messages));
      await deleteInBatches(database, sentMessages, isOldMessage);
      const isOldBroadcast = lt(broadcasts.writtenAt, daysAgo(retentionDays.messages));
      await deleteInBatches(database, broadcasts, isOldBroadcast);

      const isOldWish = lt(classTimeWishes.answeredAt, daysAgo(retentionDays.messages));
      await deleteInBatches(database, classTimeWishes, isOldWish);

      const isOldProposal = lt(makeupProposals.proposedAt, daysAgo(retentionDays.messages));
      await deleteInBatches(database, makeupProposals, isOldProposal);

      const isLasting = like(webhookEvents.key, `${lastingKeyPrefix}%`);
      const isOldEvent = lt(webhookEvents.receivedAt, daysAgo(retentionDays.webhooks));
      await deleteInBatches(database, webhookEvents, and(isOldEvent, not(isLasting)));

      const isOldMovement = lt(roomEvents.at, daysAgo(retentionDays.webhooks));
      await deleteInBatches(database, roomEvents, isOldMovement);

      const isOldDismissal = lt(dismissedProblems.dismissedAt, daysAgo(retentionDays.messages));
      await deleteInBatches(database, dismissedProblems, isOldDismissal);

      await deleteDeadJobs(database, retentionDays.failedJobs);
      await blankErasedPeople(database, daysAgo(1));
    }),
  ];
}

/** Each batch is a transaction of its own, so that nobody waits long for a lock. */
async function deleteInBatches(database: Database, table: PgTable, isOld: SQL | undefined) {
  await repeatBatches(() =>
    database.execute(sql`
        delete from ${table} where ctid = any(array(select ctid from ${table} where ${isOld} limit ${batchSize}))`),
  );
}

/** By the machine's clock, as all that the queue does. */
async function deleteDeadJobs(database: Database, days: number) {
  await repeatBatches(() =>
    database.execute(sql`
        delete from pgboss.job where name = 'dead-jobs' and id in (
          select id from pgboss.job
          where name = 'dead-jobs' and created_on < now() - make_interval(days => ${days})
          limit ${batchSize})`),
  );
}

async function repeatBatches(runBatch: () => Promise<{ rowCount: number | null }>) {
  while ((await runBatch()).rowCount === batchSize);
}

/**
 * What `erase_person` could not blank yet: places in classes that were upcoming then, of which the meeting provider
 * still had to be told, notes of messages that were being sent and problems that were dismissed at that moment.
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
    .set({ recipient: 'erased', subject: null, problem: null })
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
