import { lt } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { Database } from '../database/connect.ts';
import { attempts, loginTokens, sessions } from '../database/schema.ts';
import { handle } from '../jobs/queue.ts';
import { recurring } from '../jobs/timetable.ts';

const keptMs = 30 * 24 * 60 * 60 * 1000;

/** Takes away what no request will ask for again. */
export function sweepJobs({ database, clock }: { database: Database; clock: Clock }) {
  return [
    handle(recurring.sweepSignIn.job, async () => {
      const now = clock.now();
      const longAgo = new Date(now.getTime() - keptMs);
      await database.delete(sessions).where(lt(sessions.expiresAt, now));
      await database.delete(loginTokens).where(lt(loginTokens.expiresAt, longAgo));
      await database.delete(attempts).where(lt(attempts.windowStart, longAgo));
    }),
  ];
}
