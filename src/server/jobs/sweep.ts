import { lt } from 'drizzle-orm';
import {
  attempts,
  loginCodes,
  loginRequests,
  loginTokens,
  phoneCodes,
  sessions,
} from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';
import type { Services } from '../platform/services.ts';
import { defineRecurringJob, handle } from './define-job.ts';

export const sweepJob = defineRecurringJob('sweep', '10 * * * *');

/**
 * Deletes rows that have expired. It asks no vendor, so that it runs whoever is down. Records, which are kept
 * for months, are deleted every night: see `delete-old-records.ts`.
 */
export function sweepJobHandlers({
  database,
  clock,
  settings,
}: Pick<Services, 'database' | 'clock' | 'settings'>) {
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
    }),
  ];
}
