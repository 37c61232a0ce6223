import { createHmac } from 'node:crypto';
import { isSameSecret } from '../platform/tokens.ts';

/** How far a timestamp may be from our time by default, which allows for clock differences and slow delivery. */
const windowSeconds = 5 * 60;

interface Signed {
  secret: string;
  version: string;
  /** In seconds since 1970. */
  timestamp: string;
  signature: string;
  body: Buffer;
}

/** Returns null if the signature and timestamp are valid. Zoom and the retreat site use the same scheme. */
export function whyUntrusted(signed: Signed, now: Date, longestAgeSeconds = windowSeconds) {
  const { secret, version, timestamp, signature, body } = signed;
  const expected = sign(secret, Buffer.concat([Buffer.from(`${version}:${timestamp}:`), body]));
  if (!isSameSecret(signature, `${version}=${expected}`)) return 'The signature is invalid.';
  const age = now.getTime() / 1000 - Number(timestamp);
  return age >= -windowSeconds && age <= longestAgeSeconds
    ? null
    : 'The timestamp is too old or in the future.';
}

export function sign(secret: string, content: Buffer | string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}
