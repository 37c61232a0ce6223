import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

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

export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}

/** Compares in a time that does not depend on where the two differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
