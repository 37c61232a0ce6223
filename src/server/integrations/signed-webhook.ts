import { createHmac } from 'node:crypto';
import { isSameSecret } from '../platform/tokens.ts';

/** For a sender whose repetitions are signed anew, and for one whose clock is fast. */
const windowSeconds = 5 * 60;

interface Signed {
  secret: string;
  /** Names the way of signing, such as 'v0'. */
  version: string;
  /** Seconds since 1970, as they stand in the header. */
  timestamp: string;
  signature: string;
  body: Buffer;
}

/**
 * Returns null if the signature over timestamp and body is valid and the timestamp neither too old nor ahead, else the
 * reason. Zoom signs this way, and so does the retreat site.
 */
export function whyUntrusted(
  signed: Signed,
  now: Date,
  longestAgeSeconds = windowSeconds,
): string | null {
  const { secret, version, timestamp, signature, body } = signed;
  const wanted = sign(secret, Buffer.concat([Buffer.from(`${version}:${timestamp}:`), body]));
  if (!isSameSecret(signature, `${version}=${wanted}`)) return 'The signature is wrong.';
  const age = now.getTime() / 1000 - Number(timestamp);
  return age >= -windowSeconds && age <= longestAgeSeconds ? null : 'The message is too old.';
}

export function sign(secret: string, content: Buffer | string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}
