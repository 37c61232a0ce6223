import type { SandboxClock } from '../clock.ts';
import { ZoomError } from './refusal.ts';

/** Counts by the UTC day, as Zoom does. */
export function openLimits(clock: SandboxClock) {
  let day = '';
  let counts = new Map<string, number>();

  return function count(what: string, most: number, sentence: string): void {
    const now = clock.now();
    const today = now.toISOString().slice(0, 10);
    if (today !== day) {
      day = today;
      counts = new Map();
    }
    const used = counts.get(what) ?? 0;
    if (used < most) return void counts.set(what, used + 1);
    const tomorrow = new Date(Date.parse(`${today}T00:00:00Z`) + 24 * 60 * 60 * 1000);
    throw new ZoomError(
      429,
      429,
      sentence,
      {},
      {
        'x-ratelimit-type': 'Daily-limit',
        'retry-after': `${tomorrow.toISOString().slice(0, 19)}Z`,
      },
    );
  };
}

export type Limits = ReturnType<typeof openLimits>;
