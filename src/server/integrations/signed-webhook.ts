import { createHmac } from 'node:crypto';
import { isSameSecret } from '../platform/tokens.ts';

/** Tolerates clocks that differ. */
const windowSeconds = 5 * 60;

interface Signed {
  secret: string;
  /** Such as 'v0'. */
  version: string;
  /** Seconds since 1970, from the header. */
  timestamp: string;
  signature: string;
  body: Buffer;
}

/** Returns null if signature and timestamp are valid, else the reason. Zoom and the retreat site sign like this. */
export function whyUntrusted(
  signed: Signed,
  now: Date,
  longestAgeSeconds = windowSeconds,
): string | null {
  const { secret, version, timestamp, signature, body } = signed;
  const expected = sign(secret, Buffer.concat([Buffer.from(`${version}:${timestamp}:`), body]));
  if (!isSameSecret(signature, `${version}=${expected}`)) return 'The signature is wrong.';
  const age = now.getTime() / 1000 - Number(timestamp);
  return age >= -windowSeconds && age <= longestAgeSeconds ? null : 'The message is too old.';
}

export function sign(secret: string, content: Buffer | string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}
