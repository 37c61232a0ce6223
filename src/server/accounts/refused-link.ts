import { eq } from 'drizzle-orm';
import type { RefusedLink } from '../../contract/accounts.ts';
import type { Database } from '../database/connect.ts';
import { loginTokens, type Person, people } from '../database/schema.ts';
import { isWithinLife, MINUTE_MS } from '../platform/clock.ts';
import { canSignInByText } from '../platform/login-links.ts';
import type { Services } from '../platform/services.ts';
import type { Settings } from '../platform/settings.ts';
import { sha256, shortNonceBytes } from '../platform/tokens.ts';
import { type Identifier, maskEmail, maskPhone } from './identifier.ts';
import { describeLife } from './words.ts';

type Token = typeof loginTokens.$inferSelect;

export const unknownLink = { current: { state: 'unknown' } } as const;

export function describeRefusal(settings: Settings, token: Token, person: Person, now: Date) {
  const to = addressOf(settings, token, person);
  const sendTo = 'email' in to ? maskEmail(to.email) : maskPhone(to.phone);
  const state = stateOf(token, now);
  const hasLife = state === 'expired' && token.kind !== 'reminder';
  const ms = token.expiresAt.getTime() - token.createdAt.getTime();
  return { current: { state, sendTo }, ...(hasLife && { worked: describeLife(ms / MINUTE_MS) }) };
}

function stateOf(token: Token, now: Date): RefusedLink['state'] {
  if (token.endedAt) return token.endReason ?? 'taken-back';
  return isWithinLife(token.createdAt, token.expiresAt, now) ? 'taken-back' : 'expired';
}

export async function findLink(database: Database, token: string) {
  const [found] = await database
    .select({ token: loginTokens, person: people })
    .from(loginTokens)
    .innerJoin(people, eq(people.id, loginTokens.personId))
    .where(eq(loginTokens.tokenHash, sha256(token)));
  return found;
}

/**
 * Returns where to send a replacement for the link and which page it should open, or null if the link doesn't exist or
 * its owner is deactivated.
 */
export async function findRefusedLink({ database, settings }: Services, token: string) {
  const found = await findLink(database, token);
  if (!found || found.person.deactivatedAt) return null;
  const to = addressOf(settings, found.token, found.person);
  return { to, redirectTo: found.token.redirectTo };
}

function addressOf(settings: Settings, token: Token, person: Person): Identifier {
  const isText = token.kind === 'asked' && token.nonce.length === shortNonceBytes;
  const { email, phone, role } = person;
  const byText = isText && phone && canSignInByText(settings, role);
  return byText ? { phone } : { email: email.toLowerCase() };
}
