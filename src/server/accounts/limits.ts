import { isIPv6 } from 'node:net';
import { and, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../database/connect.ts';
import type { loginCodes, phoneCodes } from '../database/schema.ts';
import { type AuditFacts, audit } from '../platform/audit.ts';
import { DAY_MINUTES, HOUR_MINUTES } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { countWithin } from '../platform/rate-limit.ts';
import type { Identifier } from './identifier.ts';

const quarterHour = 15;

/** Texts cost money and can wake people up. */
const dailyLimits = {
  email: { perRecipient: 60, perSender: 30 },
  phone: { perRecipient: 12, perSender: 8 },
};

const addressOf = (identifier: Identifier) =>
  'email' in identifier ? identifier.email : identifier.phone;

/**
 * Returns what a request for a link leads to: a new link, the active link again, or nothing. Senders are counted first,
 * so one who is over the limit doesn't use up other people's. Past a recipient's limits the response stays the same and
 * only the message is left out.
 */
export async function countLinkRequest(
  database: Pick<Transaction, 'insert'>,
  now: Date,
  identifier: Identifier,
  sender: string,
): Promise<'new' | 'again' | 'nothing'> {
  const within = (key: string, max: number, minutes: number) =>
    countWithin(database, now, { key, max, minutes });
  if (!(await within(`links from ${sender}`, 40, quarterHour)))
    throw new DomainError('too-many-attempts');

  const to = addressOf(identifier);
  const { perRecipient, perSender } = 'email' in identifier ? dailyLimits.email : dailyLimits.phone;
  if (!(await within(`links to ${to} from ${sender}`, perSender, DAY_MINUTES))) return 'nothing';
  const isNew = await within(`new links to ${to}`, 5, quarterHour);
  if (!isNew && !(await within(`links again to ${to}`, 3, HOUR_MINUTES))) return 'nothing';
  if (!(await within(`messages to ${to}`, perRecipient, DAY_MINUTES))) return 'nothing';
  return isNew ? 'new' : 'again';
}

/** Throws once a sender has tried too many links and codes. */
export async function countToken(database: Database, now: Date, sender: string): Promise<void> {
  const limit = { key: `tokens from ${sender}`, max: 120, minutes: quarterHour };
  if (!(await countWithin(database, now, limit))) throw new DomainError('too-many-attempts');
}

/** How often a code can be tried before only its link is left. */
export const CODE_TRIES = 5;

/**
 * Counts a try before the code is compared, so parallel requests get no more than five. Returns the code's row and the
 * tries left, or why there is nothing to try: `dead` after five, `expired` if no row matches `alive`.
 */
export async function takeTry<Codes extends typeof loginCodes | typeof phoneCodes>(
  database: Database,
  codes: Codes,
  alive: SQL | undefined,
): Promise<{ code: Codes['$inferSelect']; left: number } | 'dead' | 'expired'> {
  const table = codes as typeof loginCodes;
  const [code] = await database
    .update(table)
    .set({ tries: sql`${table.tries} + 1` })
    .where(and(alive, lt(table.tries, CODE_TRIES)))
    .returning();
  if (code) return { code, left: CODE_TRIES - code.tries };
  return (await database.$count(table, alive)) ? 'dead' : 'expired';
}

export function wrongCode(left: number, dead: 'code-dead' | 'number-code-dead'): DomainError {
  return left > 0 ? new DomainError('code-wrong', { left }) : new DomainError(dead);
}

/** False once too many codes were tried for one email or phone number, in any browser. */
export function countCode(database: Database, now: Date, identifier: Identifier): Promise<boolean> {
  const key = `codes for ${addressOf(identifier)}`;
  return countWithin(database, now, { key, max: 50, minutes: DAY_MINUTES });
}

interface Refused {
  sender: string;
  ip: string;
  actorId?: number | null | undefined;
  about: AuditFacts;
}

/** Audits only the first refused link or code per sender and window, to keep the log small. */
export async function noteRefused(
  database: Database,
  now: Date,
  { sender, ip, actorId = null, about }: Refused,
): Promise<void> {
  const limit = { key: `refused from ${sender}`, max: 1, minutes: quarterHour };
  if (await countWithin(database, now, limit)) {
    await audit(database, { id: actorId, ip }, now, 'sign-in: refused', about);
  }
}

/** The key that attempts are counted by: an IPv4 address (also if mapped into IPv6), or a /64, which one household has. */
export function senderOf(ip: string): string {
  const [plain = ''] = ip.split('%');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped)
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight numbers of an IPv6 address. `URL` puts it into canonical form. */
function groupsOf(ip: string): number[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
