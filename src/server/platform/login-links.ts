import { PAGES, SHORT_LINK } from '../../course/pages.ts';
import { isStaff, type Role } from '../../course/roles.ts';
import type { loginTokens } from '../database/schema.ts';
import type { Settings } from '../settings.ts';
import { isWithinLife, MINUTE_MS } from './clock.ts';
import {
  deriveCode,
  deriveNonce,
  deriveToken,
  newNonce,
  sha256,
  shortNonceBytes,
} from './tokens.ts';

type Token = typeof loginTokens.$inferSelect;
type NewToken = typeof loginTokens.$inferInsert;

export function newToken(
  { linkKey }: Settings,
  { nonce = newNonce(), ...values }: Omit<NewToken, 'tokenHash' | 'nonce'> & { nonce?: Buffer },
): NewToken {
  return { ...values, nonce, tokenHash: sha256(deriveToken(linkKey, nonce)) };
}

export function linkExpiry({ linkMinutes }: Settings, askedAt: Date): Date {
  return new Date(askedAt.getTime() + linkMinutes * MINUTE_MS);
}

/** Unused, current, and made with today’s key. */
export function isActive(settings: Settings, token: Token, now: Date): boolean {
  const isOurs = sha256(deriveToken(settings.linkKey, token.nonce)).equals(token.tokenHash);
  return isOurs && !token.endedAt && isWithinLife(token.createdAt, token.expiresAt, now);
}

export function linkOf({ linkKey, publicUrl }: Settings, { nonce }: { nonce: Buffer }): string {
  return publicUrl + loginPath(linkKey, nonce);
}

/** Only links requested in a browser have a code, which works in that browser alone. */
export function codeOf(
  { linkKey }: Settings,
  { nonce, browserHash }: Pick<Token, 'nonce' | 'browserHash'>,
): string | undefined {
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

/** Rows show this path before its token exists; it signs no one in until `copyStaffLink` inserts the token. */
export function staffLinkPath(linkKey: string, link: StaffLink): string {
  return loginPath(linkKey, staffLinkNonce(linkKey, link));
}

export function staffLinkNonce(linkKey: string, { personId, staffId, number }: StaffLink): Buffer {
  return deriveNonce(linkKey, `staff link ${personId} ${staffId} ${number}`);
}

/** Short for links in texts. */
export function loginPath(linkKey: string, nonce: Buffer): string {
  const token = deriveToken(linkKey, nonce);
  return nonce.length === shortNonceBytes ? SHORT_LINK + token : verifyPath(token);
}

export function verifyPath(token: string): string {
  return `${PAGES.verify}?token=${encodeURIComponent(token)}`;
}
