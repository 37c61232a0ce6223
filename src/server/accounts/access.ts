import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import type { Transaction } from '../database/connect.ts';
import { loginTokens, sessions } from '../database/schema.ts';

/** Ends every session of a person; each node notices with the next request. */
export async function endSessions(
  transaction: Transaction,
  personId: number,
  { except }: { except?: Buffer } = {},
): Promise<void> {
  await transaction
    .delete(sessions)
    .where(and(eq(sessions.personId, personId), except && ne(sessions.idHash, except)));
}

/** Ends every login link of a person that has not been used, of whatever kind. */
export async function endLoginLinks(
  transaction: Transaction,
  personId: number,
  now: Date,
): Promise<void> {
  await transaction
    .update(loginTokens)
    .set({ endedAt: now })
    .where(and(eq(loginTokens.personId, personId), isNull(loginTokens.endedAt)));
}

/** Ends every login link of everybody that has not been used. Answers how many that were. */
export async function endAllLoginLinks(transaction: Transaction, now: Date): Promise<number> {
  const { rowCount } = await transaction
    .update(loginTokens)
    .set({ endedAt: now })
    .where(and(isNull(loginTokens.endedAt), gt(loginTokens.expiresAt, now)));
  return rowCount ?? 0;
}
