import { sql } from 'drizzle-orm';
import { problemRows } from '../platform/problem-rows.ts';
import { isForgotten } from './text-holds.ts';
import { undeliveredTexts } from './undelivered.ts';

/** Messages that wait for something to be mended, and texts that no carrier has delivered. Those that failed are dead jobs. */
export function messageProblems(now: Date) {
  return [
    problemRows(
      'mail-hold',
      { key: sql`'mails'`, since: sql`since`, reason: sql`reason`, until: sql`retry_at` },
      sql`from mail_hold`,
    ),
    problemRows(
      'text-holds',
      {
        key: sql`scope`,
        since: sql`since`,
        subject: sql`scope`,
        reason: sql`reason`,
        until: sql`retry_at`,
      },
      sql`from text_holds where not ${isForgotten}`,
    ),
    problemRows(
      'undelivered-texts',
      {
        key: sql`'message ' || id`,
        since: sql`created_at`,
        personId: sql`person_id`,
        reason: sql`problem`,
      },
      sql`from (${undeliveredTexts(now)}) undelivered`,
    ),
  ];
}
