import { createHash, createHmac, randomBytes } from 'node:crypto';

/**
 * A token is derived from a random nonce and a key outside the database. The database holds the
 * nonce and the token's hash: without the key neither lets anybody in, yet with it the server
 * can write the same link again.
 */
export function newNonce(): Buffer {
  return randomBytes(32);
}

/** A nonce that is the same each time it is asked for, and known to nobody without the key. */
export function deriveNonce(linkKey: string, about: string): Buffer {
  return createHmac('sha256', linkKey).update(about).digest();
}

export function deriveToken(linkKey: string, nonce: Buffer): string {
  return createHmac('sha256', linkKey).update(nonce).digest('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
