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

/** A row of login_tokens whose hash belongs to its nonce. */
export function newToken(
  { linkKey }: Settings,
  { nonce = newNonce(), ...values }: Omit<NewToken, 'tokenHash' | 'nonce'> & { nonce?: Buffer },
): NewToken {
  return { ...values, nonce, tokenHash: sha256(deriveToken(linkKey, nonce)) };
}

/** When a link ends that was asked for at this time. */
export function linkExpiry({ linkMinutes }: Settings, askedAt: Date): Date {
  return new Date(askedAt.getTime() + linkMinutes * MINUTE_MS);
}

/** Neither used nor replaced nor expired, and made with today's key. */
export function isActive(settings: Settings, token: Token, now: Date): boolean {
  const isOurs = sha256(deriveToken(settings.linkKey, token.nonce)).equals(token.tokenHash);
  return isOurs && !token.endedAt && isWithinLife(token.createdAt, token.expiresAt, now);
}

export function linkOf({ linkKey, publicUrl }: Settings, { nonce }: { nonce: Buffer }): string {
  return publicUrl + loginPath(linkKey, nonce);
}

/** The code beside a link. Only one that a browser asked for has one, for it works in that browser alone. */
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
  /** Who copies it. */
  staffId: number;
  /** How many links staff had copied for the person before this one. */
  number: number;
}

/**
 * The path of a link that a member of staff may copy for somebody. Lists show it before it exists: until
 * `copyStaffLink` has inserted its token it signs nobody in.
 */
export function staffLinkPath(linkKey: string, link: StaffLink): string {
  return loginPath(linkKey, staffLinkNonce(linkKey, link));
}

export function staffLinkNonce(linkKey: string, { personId, staffId, number }: StaffLink): Buffer {
  return deriveNonce(linkKey, `staff link ${personId} ${staffId} ${number}`);
}

/** The path that spends a token, from the nonce that the database holds. One made for a text is short. */
export function loginPath(linkKey: string, nonce: Buffer): string {
  const token = deriveToken(linkKey, nonce);
  return nonce.length === shortNonceBytes ? SHORT_LINK + token : verifyPath(token);
}

export function verifyPath(token: string): string {
  return `${PAGES.verify}?token=${encodeURIComponent(token)}`;
}
