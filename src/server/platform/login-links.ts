import { sql } from 'drizzle-orm';
import { PAGES, SHORT_LINK } from '../../course/pages.ts';
import { isStaff, type Role } from '../../course/roles.ts';
import type { Reader } from '../database/connect.ts';
import { loginTokens } from '../database/schema.ts';
import { DAY_MS, isWithinLife, MINUTE_MS } from './clock.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';
import { deriveCode, deriveToken, newNonce, sha256, shortNonceBytes } from './tokens.ts';

type Token = typeof loginTokens.$inferSelect;
type NewToken = typeof loginTokens.$inferInsert;

/** Requested links work for `LINK_MINUTES`. For links in reminders, the caller sets `expiresAt`. */
const linkPurposes = {
  requested: { kind: 'asked', lifetimeMs: ({ linkMinutes }: Settings) => linkMinutes * MINUTE_MS },
  invitation: { kind: 'welcome', lifetimeMs: () => 7 * DAY_MS },
  sentByStaff: { kind: 'welcome', lifetimeMs: () => DAY_MS },
  copiedByStaff: { kind: 'staff', lifetimeMs: () => DAY_MS },
  printed: { kind: 'printed', lifetimeMs: () => DAY_MS },
  reminder: { kind: 'reminder', lifetimeMs: () => 0 },
} as const;

export type LinkPurpose = keyof typeof linkPurposes;

type LinkValues = Pick<NewToken, 'personId' | 'browserHash' | 'redirectTo' | 'copiedBy'> &
  Partial<Pick<NewToken, 'nonce' | 'createdAt' | 'expiresAt'>> & {
    isText?: boolean;
  };

/** Any other links that these people have keep working. */
export async function issueLinks(
  { clock, settings }: Omit<Services, 'database'>,
  database: Reader,
  purpose: LinkPurpose,
  links: LinkValues[],
): Promise<Token[]> {
  const { kind } = linkPurposes[purpose];
  const tokens = links.map(({ isText, ...values }) => {
    const { nonce = newNonce(isText ? shortNonceBytes : 32), createdAt = clock.now() } = values;
    const { expiresAt = linkExpiry(settings, createdAt, purpose) } = values;
    const tokenHash = sha256(deriveToken(settings.linkKey, nonce));
    return { ...values, kind, nonce, tokenHash, createdAt, expiresAt };
  });
  // A retried job derives the same nonce, so the row may already exist. An update that changes nothing returns it.
  const unchanged = { kind: sql`${loginTokens.kind}` };
  return database
    .insert(loginTokens)
    .values(tokens)
    .onConflictDoUpdate({ target: loginTokens.tokenHash, set: unchanged })
    .returning();
}

export async function issueLink(
  services: Omit<Services, 'database'>,
  database: Reader,
  purpose: LinkPurpose,
  link: LinkValues,
): Promise<Token> {
  const [token] = await issueLinks(services, database, purpose, [link]);
  return token as Token;
}

export function linkExpiry(
  settings: Settings,
  createdAt: Date,
  purpose: LinkPurpose = 'requested',
) {
  return new Date(createdAt.getTime() + linkPurposes[purpose].lifetimeMs(settings));
}

export function isActive({ linkKey }: Pick<Settings, 'linkKey'>, token: Token, now: Date): boolean {
  const isOurs = sha256(deriveToken(linkKey, token.nonce)).equals(token.tokenHash);
  return isOurs && !token.endedAt && isWithinLife(token.createdAt, token.expiresAt, now);
}

export function linkOf({ linkKey, publicUrl }: Settings, { nonce }: { nonce: Buffer }): string {
  return publicUrl + loginPath(linkKey, nonce);
}

/** Unrequested links have no code, because a code works only in the browser that requested it. */
export function codeOf({ linkKey }: Settings, { nonce, browserHash }: Token) {
  return browserHash ? deriveCode(linkKey, nonce) : undefined;
}

export function canSignInByText({ staffSignIn }: Settings, role: Role): boolean {
  return staffSignIn === 'both' || !isStaff(role);
}

export interface StaffLink {
  personId: number;
  staffId: number;
  number: number;
}

/**
 * Returns the path of a link that staff can copy. Lists include the path in advance, but the link doesn't work until
 * `copyStaffLink` issues it.
 */
export function staffLinkPath(linkKey: string, link: StaffLink): string {
  return loginPath(linkKey, staffLinkNonce(link));
}

/** Anyone could guess this nonce, but not the token that is derived from it. */
export function staffLinkNonce({ personId, staffId, number }: StaffLink): Buffer {
  return sha256(`staff link ${personId} ${staffId} ${number}`);
}

export function loginPath(linkKey: string, nonce: Buffer): string {
  const token = deriveToken(linkKey, nonce);
  return nonce.length === shortNonceBytes ? SHORT_LINK + token : verifyPath(token);
}

export function verifyPath(token: string): string {
  return `${PAGES.verify}?token=${encodeURIComponent(token)}`;
}
