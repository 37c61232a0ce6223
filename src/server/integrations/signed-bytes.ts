import { createHmac, timingSafeEqual } from 'node:crypto';

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
 * Null where time and bytes are signed by who knows the secret, and lately. Zoom signs so, and the retreat
 * site in the same way.
 */
export function whyUntrusted(signed: Signed, now: Date): string | null {
  const { secret, version, timestamp, signature, body } = signed;
  const wanted = sign(secret, Buffer.concat([Buffer.from(`${version}:${timestamp}:`), body]));
  if (!isSame(signature, `${version}=${wanted}`)) return 'The signature is wrong.';
  const age = Math.abs(now.getTime() / 1000 - Number(timestamp));
  return age <= windowSeconds ? null : 'The message is too old.';
}

export function sign(secret: string, content: Buffer | string): string {
  return createHmac('sha256', secret).update(content).digest('hex');
}

function isSame(given: string, wanted: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(wanted)];
  return a.length === b.length && timingSafeEqual(a, b);
}
