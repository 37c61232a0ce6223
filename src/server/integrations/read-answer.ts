import type { z } from 'zod';

/** Throws for anything that does not fit the schema, so that a proxy's page is not taken for an empty answer. */
export function readAnswer<Answer>(
  schema: z.ZodType<Answer>,
  text: string,
  complain: (what: string) => Error,
): Answer {
  const { data, error } = schema.safeParse(readJson(text));
  if (!error) return data;
  // Only the path: the value may be personal data.
  const path = error.issues[0]?.path.join('.');
  throw complain(path ? `its ${path} is missing or wrong` : 'it is not the expected JSON');
}

/** Undefined if the text is not JSON. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Seconds to wait, from a number, a date or the name of a daily limit. */
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
