import type { SandboxContext } from '../context.ts';
import type { Operation } from './operations.ts';
import { ZoomError } from './refusal.ts';
import type { DailyLimitForm } from './switches.ts';

interface DailyLimit {
  what: string;
  most: number;
  sentence: string;
  /** The words that go with the status of 300; null for limits that are always told by 429. */
  sentenceAs300: string | null;
}

/** Counts by the UTC day, as Zoom does. */
export function openLimits({ clock }: SandboxContext, form: () => DailyLimitForm) {
  const add = openCounter();

  return function count({ what, most, sentence, sentenceAs300 }: DailyLimit): void {
    const today = clock.now().toISOString().slice(0, 10);
    if (add(today, what, most)) return;
    if (form() === '300' && sentenceAs300) throw new ZoomError(300, 300, sentenceAs300);
    const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 24 * 60 * 60 * 1000);
    const headers = {
      'x-ratelimit-type': 'Daily-limit',
      'retry-after': `${tomorrow.toISOString().slice(0, 19)}Z`,
    };
    throw new ZoomError(429, 429, sentence, {}, form() === 'headers' ? headers : {});
  };
}

/** Of an account on the plan Pro. */
const perSecond: Record<Operation['weight'], number> = { Light: 30, Medium: 20, Heavy: 10 };

/** Counts by the second of the machine's clock: the portal's can be moved and stands still in tests. */
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

/** Counts each kind anew in every period. False once there are as many as allowed. */
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
