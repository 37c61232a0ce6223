import type { SandboxClock } from '../clock.ts';
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
export function openLimits(clock: SandboxClock, form: () => DailyLimitForm) {
  let day = '';
  let counts = new Map<string, number>();

  return function count({ what, most, sentence, sentenceAs300 }: DailyLimit): void {
    const today = clock.now().toISOString().slice(0, 10);
    if (today !== day) {
      day = today;
      counts = new Map();
    }
    const used = counts.get(what) ?? 0;
    if (used < most) return void counts.set(what, used + 1);
    if (form() === '300' && sentenceAs300) throw new ZoomError(300, 300, sentenceAs300);
    const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 24 * 60 * 60 * 1000);
    const headers = {
      'x-ratelimit-type': 'Daily-limit',
      'retry-after': `${tomorrow.toISOString().slice(0, 19)}Z`,
    };
    throw new ZoomError(429, 429, sentence, {}, form() === 'headers' ? headers : {});
  };
}

export type Limits = ReturnType<typeof openLimits>;

/** Of an account on the plan Pro. */
const perSecond: Record<Operation['weight'], number> = { Light: 30, Medium: 20, Heavy: 10 };

/** Counts by the second of the machine's clock: the portal's can be moved and stands still in tests. */
export function openSecondLimits() {
  let second = 0;
  let counts = new Map<string, number>();

  return function countCall(weight: Operation['weight']): void {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) {
      second = now;
      counts = new Map();
    }
    const used = (counts.get(weight) ?? 0) + 1;
    counts.set(weight, used);
    if (used <= perSecond[weight]) return;
    throw new ZoomError(
      429,
      429,
      'You have reached the maximum per-second rate limit for this API. Try again later.',
      {},
      { 'x-ratelimit-category': weight, 'x-ratelimit-type': 'QPS' },
    );
  };
}
