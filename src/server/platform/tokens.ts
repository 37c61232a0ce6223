import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Links in texts use shorter nonces (128 bits), because texts are billed by length. */
type NonceBytes = 32 | typeof shortNonceBytes;
export const shortNonceBytes = 16;

/**
 * Tokens are derived from a nonce and a key that isn’t in the database. A database dump can’t be used to sign in, but
 * the server can derive the same link again.
 */
export function newNonce(size: NonceBytes = 32): Buffer {
  return randomBytes(size);
}

/** Always returns the same short nonce for the same input. No one can compute it without the key. */
export function deriveShortNonce(linkKey: string, about: string): Buffer {
  return createHmac('sha256', linkKey).update(about).digest().subarray(0, shortNonceBytes);
}

export function deriveToken(linkKey: string, nonce: Buffer): string {
  const token = createHmac('sha256', linkKey).update(nonce).digest();
  return token.subarray(0, nonce.length).toString('base64url');
}

export function deriveCode(linkKey: string, nonce: Buffer): string {
  const digest = createHmac('sha256', linkKey).update('code ').update(nonce).digest();
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/**
 * Returns a hash that we can store instead of a private value, such as an email address. No one can compute the hash
 * without the key.
 */
export function keyedHash(linkKey: string, about: string): Buffer {
  return createHmac('sha256', linkKey).update('about ').update(about).digest();
}

export function sha256(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer');
}

/** Compares in constant time, to prevent timing attacks. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
