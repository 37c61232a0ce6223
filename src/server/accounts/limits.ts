import { isIPv6 } from 'node:net';
import { and, lt, type SQL, sql } from 'drizzle-orm';
import type { Database, Reader } from '../database/connect.ts';
import type { loginCodes, phoneCodes } from '../database/schema.ts';
import { type AuditFacts, audit } from '../platform/audit.ts';
import { DAY_MINUTES, HOUR_MINUTES } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { countWithin } from '../platform/rate-limit.ts';
import type { Services } from '../platform/services.ts';
import { addressOf, type Identifier } from './identifier.ts';

const quarterHour = 15;

/** Texts have lower limits, because they cost money and can wake people up. */
const dailyLimits = {
  email: { perRecipient: 60, perSender: 30 },
  phone: { perRecipient: 12, perSender: 8 },
};

/**
 * Returns whether to send a new link, the active link again, or nothing. Checks the sender's limit first, and throws if
 * it is reached, so that a blocked sender can't use up a recipient's limit.
 */
export async function countLinkRequest(
  database: Reader,
  now: Date,
  identifier: Identifier,
  ip: string,
): Promise<'new' | 'again' | 'nothing'> {
  const sender = senderOf(ip);
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

export async function countToken({ database, clock }: Services, ip: string): Promise<void> {
  const limit = { key: `tokens from ${senderOf(ip)}`, max: 120, minutes: quarterHour };
  if (!(await countWithin(database, clock.now(), limit)))
    throw new DomainError('too-many-attempts');
}

export const CODE_TRIES = 5;

/**
 * Counts the try before the code is compared, so parallel requests can't get extra tries. Returns the code's row and
 * the tries left, or why the code can't be tried: `dead` after too many tries, `expired` if no row matches `alive`.
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

/**
 * Counts an attempt to enter a code. Returns false after too many attempts for one email or phone number, from any
 * browser.
 */
export function countCode(database: Database, now: Date, identifier: Identifier): Promise<boolean> {
  const key = `codes for ${addressOf(identifier)}`;
  return countWithin(database, now, { key, max: 50, minutes: DAY_MINUTES });
}

/** Records only a sender's first rejected link or code in each time window, to keep the log small. */
export async function noteRefused(
  { database, clock }: Services,
  {
    ip,
    actorId = null,
    about,
  }: { ip: string; actorId?: number | null | undefined; about: AuditFacts },
): Promise<void> {
  const now = clock.now();
  const limit = { key: `refused from ${senderOf(ip)}`, max: 1, minutes: quarterHour };
  if (await countWithin(database, now, limit)) {
    await audit(database, { id: actorId, ip }, now, 'sign-in: refused', about);
  }
}

/**
 * Returns the IPv4 address, even if it's mapped to IPv6, or else the IPv6 /64, because a household usually controls a
 * whole /64.
 */
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

/** `URL` rewrites mixed notations, such as `::ffff:1.2.3.4`, as plain groups. */
function groupsOf(ip: string): number[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}
