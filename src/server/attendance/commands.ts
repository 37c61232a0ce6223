import { inArray } from 'drizzle-orm';
import { classes } from '../database/schema.ts';
import { type Actor, audit } from '../platform/audit.ts';
import { limitPerson } from '../platform/person-limits.ts';
import type { Services } from '../platform/services.ts';
import { settleAttendanceJob } from './jobs.ts';
import { whereReportMissing } from './queries.ts';

/** Asks once more for these reports, or for every one that could not be read: what one of them lacked, all of them did. */
export async function retryReports(
  { database, clock, queue }: Pick<Services, 'database' | 'clock' | 'queue'>,
  actor: Actor,
  classIds?: number[],
): Promise<void> {
  await database.transaction(async (transaction) => {
    const now = clock.now();
    await limitPerson(transaction, now, 'retries', actor.id);
    const waiting = await transaction
      .select({ classId: classes.id })
      .from(classes)
      .where(classIds ? inArray(classes.id, classIds) : whereReportMissing(now));
    const all = waiting.map(({ classId }) => ({ classId, instanceId: null }));
    await queue.addAll(transaction, settleAttendanceJob, all);
    await audit(transaction, actor, now, 'attendance: reports asked for again', {
      subject: 'classes',
      after: { classes: all.map(({ classId }) => classId) },
    });
  });
}
