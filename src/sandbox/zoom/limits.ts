import type { SandboxContext } from '../context.ts';
import type { Operation } from './operations.ts';
import { ZoomError, zoomTime } from './replies.ts';

/** How Zoom reports a daily limit: as 429 with or without headers, or as 300 for some limits. */
export type DailyLimitForm = 'headers' | 'bare' | '300';

interface DailyLimit {
  what: string;
  most: number;
  sentence: string;
  /** The message that goes with status 300. Missing for limits that Zoom always reports as 429. */
  sentenceAs300?: string;
}

/** Zoom's daily limits reset at midnight UTC. */
export function openLimits({ clock }: SandboxContext, form: () => DailyLimitForm) {
  const add = openCounter();

  return function count({ what, most, sentence, sentenceAs300 }: DailyLimit): void {
    const today = clock.now().toISOString().slice(0, 10);
    if (add(today, what, most)) return;
    if (form() === '300' && sentenceAs300) throw new ZoomError(300, 300, sentenceAs300);
    const tomorrow = Date.parse(`${today}T00:00:00Z`) + 24 * 60 * 60 * 1000;
    const headers = {
      'x-ratelimit-type': 'Daily-limit',
      'retry-after': zoomTime(tomorrow),
    };
    throw new ZoomError(429, 429, sentence, {}, form() === 'headers' ? headers : {});
  };
}

const perSecond: Record<Operation['weight'], number> = { Light: 30, Medium: 20, Heavy: 10 };

/** Uses the real clock, because visitors and tests can move the portal's clock. */
export function openSecondLimits() {
  const add = openCounter();

  return function countCall(weight: Operation['weight']): void {
    if (add(Math.floor(Date.now() / 1000), weight, perSecond[weight])) return;
    throw new ZoomError(
      429,
      429,
      'You have reached the maximum per-second rate limit for this API. Try again later.',
      {},
      { 'x-ratelimit-category': weight, 'x-ratelimit-type': 'QPS' },
    );
  };
}

function openCounter() {
  let current: unknown;
  const counts = new Map<string, number>();
  return (period: unknown, what: string, most: number): boolean => {
    if (period !== current) counts.clear();
    current = period;
    const used = counts.get(what) ?? 0;
    if (used < most) counts.set(what, used + 1);
    return used < most;
  };
}
