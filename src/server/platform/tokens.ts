import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits, or 128 for links in texts, where every character costs. */
type NonceBytes = 32 | typeof shortNonceBytes;
export const shortNonceBytes = 16;

/**
 * A token is derived from a random nonce and a key outside the database. The database holds the
 * nonce and the token's hash: without the key neither lets anybody in, yet with it the server
 * can write the same link again.
 */
export function newNonce(size: NonceBytes = 32): Buffer {
  return randomBytes(size);
}

/** A nonce that is the same each time it is asked for, and known to nobody without the key. */
export function deriveNonce(linkKey: string, about: string, size: NonceBytes = 32): Buffer {
  return createHmac('sha256', linkKey).update(about).digest().subarray(0, size);
}

/** As long as its nonce. */
export function deriveToken(linkKey: string, nonce: Buffer): string {
  const token = createHmac('sha256', linkKey).update(nonce).digest();
  return token.subarray(0, nonce.length).toString('base64url');
}

/** The six digits that do in place of the token of this nonce, where somebody types them. */
export function deriveCode(linkKey: string, nonce: Buffer): string {
  const digest = createHmac('sha256', linkKey).update('code ').update(nonce).digest();
  return String(digest.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}

/** By which rows are found without holding what they are about; without the key it cannot be guessed. */
export function keyedHash(linkKey: string, about: string): Buffer {
  return createHmac('sha256', linkKey).update('about ').update(about).digest();
}

export function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}

/** Compares in a time that does not depend on where the two differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
