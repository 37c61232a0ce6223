/**
 * How many seconds to wait, as the answer's headers have it: a number of seconds, a date, or, at
 * limits that are counted by the day, nothing but the name of the limit.
 */
export function readRetryAfter(headers: Headers, now: Date): number | undefined {
  const text = headers.get('retry-after')?.trim();
  if (text && /^\d+$/.test(text)) return Number(text);
  const date = text ? Date.parse(text) : Number.NaN;
  if (!Number.isNaN(date)) return secondsUntil(date, now);
  const isDaily = headers.get('x-ratelimit-type')?.toLowerCase().includes('daily');
  return isDaily ? secondsUntilNextUtcDay(now) : undefined;
}

export function secondsUntilNextUtcDay(now: Date): number {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1);
  return secondsUntil(midnight, now);
}

function secondsUntil(milliseconds: number, now: Date): number {
  return Math.max(1, Math.ceil((milliseconds - now.getTime()) / 1000));
}
