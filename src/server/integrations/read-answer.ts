import type { z } from 'zod';

/**
 * Throws if the response doesn't match the schema, so that we don't mistake a proxy's error page for an empty response.
 */
export function readAnswer<Answer>(
  schema: z.ZodType<Answer>,
  text: string,
  complain: (what: string) => Error,
): Answer {
  const { data, error } = schema.safeParse(readJson(text));
  if (!error) return data;
  // The error contains only the path to the value, because the value may be personal data.
  const path = error.issues[0]?.path.join('.');
  throw complain(path ? `its ${path} is missing or wrong` : 'it is not the expected JSON');
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

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
