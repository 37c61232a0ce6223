import { sql } from 'drizzle-orm';
import { problemRows } from '../platform/problem-rows.ts';
import { undeliveredTexts } from './undelivered.ts';

/** Texts that no carrier delivered, and channels most of whose last messages failed. Those that failed to leave are dead jobs. */
export function messageProblems(now: Date) {
  return [
    problemRows(
      'failing-channels',
      {
        key: sql`channel`,
        since: sql`since`,
        happenedAt: sql`happened_at`,
        subject: sql`channel || ' ' || total`,
        reason: sql`reason`,
        amount: sql`failed`,
      },
      sql`from (${lastMessages('email', ['sent', 'failed'])} union all
          ${lastMessages('text', ['delivered', 'failed'])}) counted
        where total >= 5 and failed * 2 > total`,
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

/** The last messages of a channel whose outcome is known. What happens to a mail that the server took is not. */
function lastMessages(channel: 'email' | 'text', statuses: string[]) {
  const isText = channel === 'text';
  return sql`select ${channel}::text as channel, count(*)::int as total,
      count(*) filter (where status = 'failed')::int as failed,
      min(created_at) filter (where status = 'failed') as since,
      max(created_at) filter (where status = 'failed') as happened_at,
      mode() within group (order by problem) as reason
    from (select status, problem, created_at from sent_messages
      where channel = ${sql.raw(`'${channel}'`)} and ${isText ? sql`provider_id is not null` : sql`true`}
        and status in (${sql.raw(statuses.map((status) => `'${status}'`).join(', '))})
      order by id desc limit 20) last`;
}
