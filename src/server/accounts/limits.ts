import { isIPv6 } from 'node:net';
import type { Database, Transaction } from '../database/connect.ts';
import { type AuditFacts, audit } from '../platform/audit.ts';
import { DAY_MINUTES, HOUR_MINUTES } from '../platform/clock.ts';
import { DomainError } from '../platform/errors.ts';
import { countWithin } from '../platform/rate-limit.ts';
import type { Identifier } from './identifier.ts';

const quarterHour = 15;

/** A text costs money and wakes a person up. */
const dailyLimits = {
  email: { perRecipient: 60, perSender: 30 },
  phone: { perRecipient: 12, perSender: 8 },
};

/**
 * What an ask for a link leads to: a new link, the active link once more, or nothing. The sender is
 * counted first, so that a sender over its own limits uses up nobody else's. Whoever has a link on the
 * way is never refused: past the limits the answer stays the same and only the message is left out.
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

  const to = 'email' in identifier ? identifier.email : identifier.phone;
  const { perRecipient, perSender } = 'email' in identifier ? dailyLimits.email : dailyLimits.phone;
  if (!(await within(`links to ${to} from ${sender}`, perSender, DAY_MINUTES))) return 'nothing';
  const isNew = await within(`new links to ${to}`, 5, quarterHour);
  if (!isNew && !(await within(`links again to ${to}`, 3, HOUR_MINUTES))) return 'nothing';
  if (!(await within(`messages to ${to}`, perRecipient, DAY_MINUTES))) return 'nothing';
  return isNew ? 'new' : 'again';
}

/** False once a sender has tried too many tokens. */
export function countToken(database: Database, now: Date, sender: string): Promise<boolean> {
  return countWithin(database, now, {
    key: `tokens from ${sender}`,
    max: 120,
    minutes: quarterHour,
  });
}

/** How often one code may be typed: then it is dead, and only its link is left. */
export const CODE_TRIES = 5;

/** False once too many codes were typed for one email or phone, by whichever browsers. */
export function countCode(database: Database, now: Date, identifier: Identifier): Promise<boolean> {
  const to = 'email' in identifier ? identifier.email : identifier.phone;
  return countWithin(database, now, { key: `codes for ${to}`, max: 50, minutes: DAY_MINUTES });
}

interface Refused {
  sender: string;
  ip: string;
  actorId?: number | null | undefined;
  about: AuditFacts;
}

/** Audits the first refused link or code of a sender and window: the log takes no row for each. */
export async function noteRefused(
  database: Database,
  now: Date,
  { sender, ip, actorId = null, about }: Refused,
): Promise<void> {
  const isFirst = await countWithin(database, now, {
    key: `refused from ${sender}`,
    max: 1,
    minutes: quarterHour,
  });
  if (isFirst) {
    await audit(database, { id: actorId, ip }, now, 'sign-in: refused', about);
  }
}

/**
 * Whom an IP address stands for when attempts are counted. One household or host has a whole IPv6 /64;
 * an IPv4 address mapped into IPv6 is the IPv4 address.
 */
export function senderOf(ip: string): string {
  const [plain = ''] = ip.split('%');
  if (!isIPv6(plain)) return plain;
  const groups = groupsOf(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return `${groups.slice(0, 4).map(hex).join(':')}::/64`;
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.');
}

/** The eight numbers of an IPv6 address. A URL writes every address in its one canonical form. */
function groupsOf(ip: string): number[] {
  const canonical = new URL(`http://[${ip}]`).hostname.slice(1, -1);
  const [head = [], tail = []] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  const zeros = Array(8 - head.length - tail.length).fill('0');
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

function hex(group: number): string {
  return group.toString(16);
}
