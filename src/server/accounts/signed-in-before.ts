import { and, desc, eq, gt, ne, sql } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { auditLog, type Person, people } from '../database/schema.ts';
import { DAY_MS } from '../platform/clock.ts';

/** Long enough to notice a mistake; carriers wait longer before they give a number to somebody else. */
const numberKeptMs = 14 * DAY_MS;

/**
 * Whether this is the number that signed the person in until they typed another one themselves, which they have not
 * confirmed. Not where staff changed their number since, nor where anyone else has typed it in.
 */
export async function signedInBefore(
  transaction: Transaction,
  { id, phone: current, unconfirmedPhone }: Person,
  phone: string,
  now: Date,
): Promise<boolean> {
  if (current !== null || unconfirmedPhone === null) return false;
  const [replaced] = await transaction
    .select({ phone: sql<string>`${auditLog.before}->>'phone'` })
    .from(auditLog)
    .where(
      and(
        eq(auditLog.personId, id),
        eq(auditLog.action, 'number: typed in'),
        gt(auditLog.at, new Date(now.getTime() - numberKeptMs)),
        sql`(${auditLog.before}->>'signsInByPhone')::boolean`,
      ),
    )
    .orderBy(desc(auditLog.at), desc(auditLog.id))
    .limit(1);
  if (replaced?.phone !== phone) return false;
  return (
    (await transaction.$count(people, and(eq(people.textPhone, phone), ne(people.id, id)))) === 0
  );
}
