import type { z } from 'zod';
import { measureHttp } from '../platform/metrics.ts';

export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** Rejects redirects, because they would pass our keys on to another address. */
export function exchange(
  call: Parameters<typeof measureHttp>[0],
  url: string,
  { headers, ...request }: RequestInit & { headers: Record<string, string> },
): Promise<Received> {
  return measureHttp(call, async () => {
    const accepting = { accept: 'application/json', ...headers };
    const answer = await fetch(url, { ...request, headers: accepting, redirect: 'error' });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  });
}

export const isSuccess = ({ status }: Received) => status >= 200 && status < 300;

export function describeLoss(vendor: string, error: Error): string {
  if (error.name === 'TimeoutError') return `${vendor} didn’t respond in time`;
  const cause = error.cause instanceof Error ? error.cause.message : 'the connection was lost';
  return `We can’t reach ${vendor}: ${cause}`;
}

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
