import { and, eq, type SQL, sql } from 'drizzle-orm';
import { formatSlot } from '../../course/format-time.ts';
import type { Database } from '../database/connect.ts';
import { sentMessages } from '../database/schema.ts';
import { listHolds } from './text-holds.ts';

/** What keeps texts from many people at once, as sentences for whoever runs the portal. */
export interface TextTrouble {
  /** Nothing goes out until somebody has mended it. */
  held: string[];
  /** Texts go out, but most do not arrive. */
  undelivered: string | null;
  /** False also means that none was sent. */
  isAnyDelivered: boolean;
}

export async function findTextTrouble(database: Database): Promise<TextTrouble> {
  const holds = await listHolds(database);
  return {
    held: holds.map(
      ({ what, reason, since }) =>
        `${what} have been waiting since ${formatSlot(since)}: ${reason}. They go out by themselves once that is mended.`,
    ),
    undelivered: await describeUndelivered(database),
    isAnyDelivered: (await database.$count(sentMessages, whereDelivered)) > 0,
  };
}

const whereDelivered = and(eq(sentMessages.channel, 'text'), eq(sentMessages.status, 'delivered'));

const lastMessages = 20;
const fewestMessages = 5;

/** Of the last texts that the provider took, and of which it has told what became of them. */
async function describeUndelivered(database: Database): Promise<string | null> {
  const last = await countLast(
    database,
    sql`channel = 'text' and provider_id is not null and status in ('delivered', 'failed')`,
  );
  return last
    ? `${last.failed} of the last ${last.all} texts were not delivered, most of them for this reason: ${last.reason}.`
    : null;
}

/** The same of mails: of those that the mail server took or refused for good. What happens to them later is not known. */
export async function describeRefusedMails(database: Database): Promise<string | null> {
  const last = await countLast(database, sql`channel = 'email' and status in ('sent', 'failed')`);
  return last
    ? `${last.failed} of the last ${last.all} mails were refused, most of them for this reason: ${last.reason}.`
    : null;
}

/** Null unless most of the last messages failed. */
async function countLast(database: Database, which: SQL) {
  const { rows } = await database.execute<{ all: number; failed: number; reason: string | null }>(
    sql`with last as (select status, problem from sent_messages
          where ${which} order by id desc limit ${lastMessages})
        select count(*)::int as all, count(*) filter (where status = 'failed')::int as failed,
          mode() within group (order by problem) as reason from last`,
  );
  const { all, failed, reason } = rows[0] ?? { all: 0, failed: 0, reason: null };
  if (all < fewestMessages || failed * 2 <= all) return null;
  return { all, failed, reason: reason?.replace(/\.$/, '') ?? 'unknown' };
}
